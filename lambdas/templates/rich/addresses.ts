const MAX_ADDRESS = 2000;

/**
 * The allowed use of a link. `isSafe`: it becomes a link. `isShown`: it stays text with a readable address, because
 * only people inside some network could open it.
 */
export interface Address {
  url: string;
  isSafe: boolean;
  isShown: boolean;
}

/** Judges the address of a link: http, https and mailto become links, all others stay text. */
export function safeAddress(text: string): Address {
  const address = text.trim();
  const no = { url: address, isSafe: false, isShown: false };
  if (
    address.length > MAX_ADDRESS ||
    !/^(?:https?:\/\/|mailto:)[^\s<>"\\^`{|}\p{Cc}\p{Cf}\p{Cs}\ufdd0-\ufdef]+$/iu.test(address)
  )
    return no;
  const url = URL.parse(address);
  if (url?.username !== '' || url.password !== '') return no;
  if (url.protocol === 'mailto:')
    return { url: hrefOf(url), isSafe: /^[^@]+@[^@]+$/.test(url.pathname), isShown: false };
  if (!HOST.test(url.hostname)) return no;
  const isOpen = isPublic(url.hostname);
  return { url: isOpen ? hrefOf(url) : address, isSafe: isOpen, isShown: true };
}

/** A parser accepts a lone `%`; some providers do not. */
const hrefOf = ({ href }: URL): string => href.replace(/%(?![\da-f]{2})/gi, '%25');

/** A DNS name, possibly with underscores, or an address in brackets. */
const HOST = /^(?:\[.*|(?=.{1,253}$)\w(?:[\w-]{0,61}\w)?(?:\.\w(?:[\w-]{0,61}\w)?)*)$/;
const ADDRESS = /(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]])/;

/** A text in pieces, with a `link` on each address; an address that no provider accepts stays plain text. */
export function linkedPieces(text: string): { text: string; link?: string }[] {
  return text.split(ADDRESS).flatMap((piece, at) => {
    if (piece === '') return [];
    return [{ text: piece, ...(at % 2 === 1 && safeAddress(piece).isShown && { link: hrefOf(new URL(piece)) }) }];
  });
}

/** Providers reject addresses unknown to the internet, and with them the message. */
function isPublic(host: string): boolean {
  if (host.startsWith('[')) return !/^\[(?:::|f[cd]|fe[89ab])/i.test(host);
  if (!host.includes('.') || /\.(?:local|localhost|localdomain|internal|lan|home|corp)\.?$/i.test(host)) return false;
  return !/^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.[\d.]+$/.test(host);
}
