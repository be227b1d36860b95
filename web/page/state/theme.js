/** The theme: as the device, light or dark; kept on this device. */

/** @typedef {'auto' | 'light' | 'dark'} Theme */

const KEY = 'noyes theme';
/** @type {readonly Theme[]} */
const THEMES = ['auto', 'light', 'dark'];

/** @returns {Theme} */
export function savedTheme() {
  try {
    const theme = localStorage.getItem(KEY);
    return THEMES.find((one) => one === theme) ?? 'auto';
  } catch {
    return 'auto';
  }
}

/** @param {Theme} theme */
export function keepTheme(theme) {
  document.documentElement.dataset.theme = theme;
  // The bar of a phone's browser takes the colour of the page.
  const meta = document.querySelector('meta[name="theme-color"]') ?? document.createElement('meta');
  const paper = getComputedStyle(document.documentElement).backgroundColor;
  document.head.append(Object.assign(meta, { name: 'theme-color', content: paper }));
}

/** @param {import('./store.js').Store<import('./state.js').State>} store */
export function nextTheme(store) {
  const theme = THEMES[(THEMES.indexOf(store.state.theme) + 1) % THEMES.length];
  store.set({ theme });
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Without storage the theme lasts as long as the page.
  }
}
