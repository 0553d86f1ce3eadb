const MAX_ADDRESS = 2000;

/**
 * A checked URL. `isSafe` is true if it can be a link. `isShown` is true if a URL that can't be a link is shown as
 * text, because a private network may open it.
 */
export interface Address {
  url: string;
  isSafe: boolean;
  isShown: boolean;
}

/** Checks a link's address. Public http, https and mailto addresses become links, any other address stays text. */
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

/** Returns a URL with each lone `%` escaped. The URL parser accepts it, but some providers don't. */
const hrefOf = ({ href }: URL): string => href.replace(/%(?![\da-f]{2})/gi, '%25');

/** A DNS name, possibly with underscores, or an address in brackets. */
const HOST = /^(?:\[.*|(?=.{1,253}$)\w(?:[\w-]{0,61}\w)?(?:\.\w(?:[\w-]{0,61}\w)?)*)$/;
const ADDRESS = /(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]])/;

/** Splits a text into pieces, with a `link` on each address. An invalid address stays plain text. */
export function linkedPieces(text: string): { text: string; link?: string }[] {
  return text.split(ADDRESS).flatMap((piece, at) => {
    if (piece === '') return [];
    return [{ text: piece, ...(at % 2 === 1 && safeAddress(piece).isShown && { link: hrefOf(new URL(piece)) }) }];
  });
}

/** True if a host is public. Providers reject messages with links to private hosts. */
function isPublic(host: string): boolean {
  if (host.startsWith('[')) return !/^\[(?:::|f[cd]|fe[89ab])/i.test(host);
  if (!host.includes('.') || /\.(?:local|localhost|localdomain|internal|lan|home|corp)\.?$/i.test(host)) return false;
  return !/^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.[\d.]+$/.test(host);
}
