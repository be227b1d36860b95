/**
 * The WebAssembly module and its plain exports (crates/noyes-wasm): texts go in and out as JSON.
 */

/**
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {() => number} noyes_engine
 * @property {(length: number) => number} noyes_alloc
 * @property {(start: number, length: number) => void} noyes_free
 * @property {(engine: number, request: number, length: number) => bigint} noyes_solve
 * @property {NamedCall} noyes_call
 * @property {(engine: number, start: number, length: number) => bigint} noyes_net
 * @property {(engine: number) => bigint} noyes_tables
 * @property {(engine: number, name: number, length: number) => bigint} noyes_table
 * @property {NamedCall} noyes_put_table
 * @property {(engine: number, name: number, length: number) => void} noyes_remove_table
 *
 * @typedef {(engine: number, name: number, nameLength: number, start: number, length: number)
 *   => bigint} NamedCall
 */

/** JSPI, which TypeScript does not know yet. */
const jspi =
  /** @type {{ Suspending?: new (f: Function) => any, promising?: (f: Function) => any }} */
  (/** @type {unknown} */ (WebAssembly));
export const canSuspend = Boolean(jspi.Suspending && jspi.promising);

export class Wasm {
  /**
   * @param {WebAssembly.Module} module
   * @param {(text: string) => number | Promise<number>} onEvent told the JSON of an event, or an
   *   empty text about every 10 ms; its result 1 stops the solve. It may be a promise only where
   *   WebAssembly can be suspended.
   */
  constructor(module, onEvent) {
    const event = (/** @type {number} */ start, /** @type {number} */ length) =>
      onEvent(length ? this.textAt(start, length) : '');
    const env = {
      noyes_now: () => performance.now(),
      noyes_event: jspi.Suspending ? new jspi.Suspending(event) : event,
    };
    const { exports } = new WebAssembly.Instance(module, { env });
    this.exports = /** @type {Exports} */ (/** @type {unknown} */ (exports));
    this.engine = this.exports.noyes_engine();
    /** @type {(engine: number, request: number, length: number) => bigint | Promise<bigint>} */
    this.solveExport = jspi.promising
      ? jspi.promising(this.exports.noyes_solve)
      : this.exports.noyes_solve;
  }

  /** @private @param {number} start @param {number} length */
  textAt(start, length) {
    return new TextDecoder().decode(new Uint8Array(this.exports.memory.buffer, start, length));
  }

  /** @private @param {Uint8Array} bytes @returns {[number, number]} */
  written(bytes) {
    const start = this.exports.noyes_alloc(bytes.length);
    new Uint8Array(this.exports.memory.buffer, start, bytes.length).set(bytes);
    return [start, bytes.length];
  }

  /** @private The value whose address and length are packed. @param {bigint} packed */
  result(packed) {
    const [start, length] = unpacked(packed);
    const value = JSON.parse(this.textAt(start, length));
    this.exports.noyes_free(start, length);
    return value;
  }

  /**
   * @private A call with a name and bytes, which are freed after it.
   * @template T
   * @param {string} name @param {Uint8Array | null} bytes
   * @param {(name: [number, number], bytes: [number, number]) => T} call @returns {T}
   */
  named(name, bytes, call) {
    const [nameAt, bytesAt] = [new TextEncoder().encode(name), bytes ?? new Uint8Array()].map(
      (part) => this.written(part),
    );
    const value = call(nameAt, bytesAt);
    this.exports.noyes_free(...nameAt);
    this.exports.noyes_free(...bytesAt);
    return value;
  }

  /** @param {object} request @returns {Promise<{ answer?: any, problem?: any }>} */
  async solve(request) {
    const text = this.written(new TextEncoder().encode(JSON.stringify(request)));
    const value = this.result(await this.solveExport(this.engine, ...text));
    this.exports.noyes_free(...text);
    return value;
  }

  /** @param {string} name @param {object} request @returns {{ answer?: any, problem?: any }} */
  call(name, request) {
    const text = new TextEncoder().encode(JSON.stringify(request));
    return this.named(name, text, (nameAt, textAt) =>
      this.result(this.exports.noyes_call(this.engine, ...nameAt, ...textAt)),
    );
  }

  /** The names and lengths of the tables in hand. @returns {[string, number][]} */
  tables() {
    return this.result(this.exports.noyes_tables(this.engine)).answer;
  }

  /** A copy of a table, which the engine then holds no more than it needs to. */
  /** @param {string} name */
  takeTable(name) {
    return this.named(name, null, (nameAt) => {
      const [start, length] = unpacked(this.exports.noyes_table(this.engine, ...nameAt));
      const bytes = new Uint8Array(this.exports.memory.buffer, start, length).slice();
      this.exports.noyes_remove_table(this.engine, ...nameAt);
      return bytes;
    });
  }

  /** Gives a table back. @param {string} name @param {Uint8Array} bytes */
  putTable(name, bytes) {
    this.named(name, bytes, (nameAt, bytesAt) =>
      this.result(this.exports.noyes_put_table(this.engine, ...nameAt, ...bytesAt)),
    );
  }

  /** Hands a net in. @param {Uint8Array} bytes */
  net(bytes) {
    const text = this.written(bytes);
    const value = this.result(this.exports.noyes_net(this.engine, ...text));
    this.exports.noyes_free(...text);
    return value;
  }
}

/** The address and the length in one number. @param {bigint} packed */
const unpacked = (packed) => [
  Number(BigInt.asUintN(64, packed) >> 32n),
  Number(packed & 0xffffffffn),
];
