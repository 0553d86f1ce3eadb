import { tableOf } from './word-lists.ts';

/** Named character references of HTML that texts in webhooks use. */
const NAMED = tableOf(
  'lt <,gt >,amp &,quot ",apos \',nbsp  ,ndash –,mdash —,hellip …,bull •,middot ·,copy ©,reg ®,trade ™,euro €,pound £,lsquo ‘,rsquo ’,' +
    'ldquo “,rdquo ”,laquo «,raquo »,auml ä,ouml ö,uuml ü,Auml Ä,Ouml Ö,Uuml Ü,szlig ß,eacute é,egrave è,agrave à,ccedil ç,ntilde ñ,zwnj ,shy ',
);

/** Decodes character references once: a text that a sender escaped twice stays escaped once. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED.get(name) ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    const isSign = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return isSign ? String.fromCodePoint(code) : '';
  });
}
