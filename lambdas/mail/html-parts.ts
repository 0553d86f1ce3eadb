/** Escapes text for HTML. */
export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&#38;')
    .replaceAll('<', '&#60;')
    .replaceAll('>', '&#62;')
    .replaceAll('"', '&#34;')
    .replaceAll("'", '&#39;');

/** The colours of the product's pages. */
export const light = {
  page: '#f6f7f9',
  card: '#ffffff',
  line: '#e3e7ed',
  mark: '#c9d0da',
  ink: '#141a22',
  quiet: '#4b5768',
  link: '#2444c4',
  accent: '#2b50e0',
};
export const dark: typeof light = {
  page: '#0b0e13',
  card: '#171c25',
  line: '#2c3542',
  mark: '#384252',
  ink: '#e9edf3',
  quiet: '#aab4c3',
  link: '#9db2ff',
  accent: '#4466e8',
};
