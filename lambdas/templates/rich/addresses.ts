const MAX_ADDRESS = 2000;

/**
 * Where a link may lead. `isSafe`: it becomes a link. `isShown`: it does not, but its address may be read, because only
 * people inside of some network could open it.
 */
export interface Address {
  url: string;
  isSafe: boolean;
  isShown: boolean;
}

/** Judges the address of a link: http, https and mailto lead on, everything else is text. */
export function safeAddress(text: string): Address {
  const address = text.trim();
  const no = { url: address, isSafe: false, isShown: false };
  if (
    address.length > MAX_ADDRESS ||
    !/^(?:https?:\/\/|mailto:)[^\s<>"\\^`{|}\p{Cc}\p{Cf}\ufdd0-\ufdef]+$/iu.test(address)
  )
    return no;
  const url = URL.parse(address);
  if (url?.username !== '' || url.password !== '') return no;
  if (url.protocol === 'mailto:') return { url: url.href, isSafe: /^[^@]+@[^@]+$/.test(url.pathname), isShown: false };
  const isOpen = isPublic(url.hostname);
  return { url: isOpen ? url.href : address, isSafe: isOpen, isShown: true };
}

/** Providers refuse addresses that the internet does not know, and with them the message. */
function isPublic(host: string): boolean {
  if (host.startsWith('[')) return !/^\[(?:::|f[cd]|fe[89ab])/i.test(host);
  if (!host.includes('.') || /\.(?:local|localhost|localdomain|internal|lan|home|corp)\.?$/i.test(host)) return false;
  return !/^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.[\d.]+$/.test(host);
}
