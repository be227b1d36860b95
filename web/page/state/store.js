/**
 * A store: one object, changed by patches, watched by listeners.
 *
 * Listeners are told once for all patches of one task, with the state as it then is.
 * @template {object} S
 */
export class Store {
  /** @param {S} state */
  constructor(state) {
    /** @type {Readonly<S>} */
    this.state = state;
    /** @type {Set<(state: Readonly<S>, before: Readonly<S>) => void>} */
    this.listeners = new Set();
    /** @type {Readonly<S> | null} The state before the first patch that was not told yet. */
    this.before = null;
  }

  /** @param {Partial<S>} patch */
  set(patch) {
    if (!this.before) {
      this.before = this.state;
      queueMicrotask(() => this.tell());
    }
    this.state = { ...this.state, ...patch };
  }

  /** @private */
  tell() {
    const before = /** @type {Readonly<S>} */ (this.before);
    this.before = null;
    for (const listener of this.listeners) listener(this.state, before);
  }

  /**
   * Watches the state; the listener is called at once too. Returns how to stop.
   * @param {(state: Readonly<S>, before: Readonly<S>) => void} listener
   */
  watch(listener) {
    this.listeners.add(listener);
    listener(this.state, this.state);
    return () => this.listeners.delete(listener);
  }
}
