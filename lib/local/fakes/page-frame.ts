export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

/** What the heads of all pages of the playground have in common, with the styles of one page: `mailbox` → `mailbox.css`. */
const pageHead = (title: string, styles: readonly string[]): string => `<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
${['fakes', 'controls', ...styles].map((name) => `<link rel="stylesheet" href="/__fakes/assets/${name}.css">`).join('\n')}
<script src="/__fakes/assets/theme.js"></script>`;

/** Puts the head into a page's file, which names what is its own: `<!-- head: Title | style style -->`. */
export const withHead = (html: string): string =>
  html.replace(/<!-- head: (.+) \| (.+) -->/, (_, title: string, styles: string) => pageHead(title, styles.split(' ')));

/** A page on which a provider asks a person something. @param foot says whose stand-in it is, and that it is one */
export const consentFrame = (title: string, provider: string, foot: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
${pageHead(`${title} · ${provider} stand-in`, ['consent'])}
</head>
<body class="consent-page">
<main class="consent">
${body}
</main>
<footer class="consent-foot"><p>This is a stand-in of ${provider} on your own machine. ${foot}</p></footer>
</body>
</html>
`;
