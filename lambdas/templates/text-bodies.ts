/** Bodies that are text with a structure of their own, read well enough to show them; hostile ones cost linear time. */

const MAX_FIELDS = 200;
const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/**
 * The leaf elements of an XML document as fields; repeated names become lists. No entities beyond the five of XML are
 * resolved and nothing external is read. undefined when there is nothing to show.
 */
export function readMarkup(text: string): Record<string, string | string[]> | undefined {
  const fields = new Map<string, string[]>();
  let open: string | undefined;
  let contentStart = 0;
  let cdata: string | undefined;
  let seen = 0;
  for (let at = text.indexOf('<'); at !== -1 && seen < MAX_FIELDS; at = text.indexOf('<', at)) {
    if (text.startsWith('<![CDATA[', at)) {
      const end = text.indexOf(']]>', at);
      if (end === -1) break;
      cdata = text.slice(at + 9, end);
      at = end + 3;
      continue;
    }
    const end = text.indexOf('>', at);
    if (end === -1) break;
    const tag = text.slice(at + 1, end);
    const name = /^[A-Za-z_][\w.:-]*/.exec(tag)?.[0];
    if (name !== undefined && !tag.endsWith('/')) {
      open = name;
      cdata = undefined;
      contentStart = end + 1;
    } else if (open !== undefined && tag.trimEnd() === `/${open}`) {
      const content = (cdata ?? unescapeEntities(text.slice(contentStart, at))).trim();
      if (content !== '') {
        fields.set(open, [...(fields.get(open) ?? []), content]);
        seen++;
      }
      open = undefined;
    } else if (tag.startsWith('/')) {
      open = undefined;
    }
    at = end + 1;
  }
  return asObject(fields);
}

function unescapeEntities(text: string): string {
  return text.replaceAll(/&(lt|gt|amp|quot|apos);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}

/** The fields of a multipart body; a file is shown by its name and size in bytes. */
export function readMultipart(text: string, contentType: string): Record<string, string | string[]> | undefined {
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1]?.trim();
  const delimiter = boundary ? delimiterIn(text, boundary) : undefined;
  if (delimiter === undefined) return undefined;
  const fields = new Map<string, string[]>();
  for (const part of text.split(delimiter).slice(1, MAX_FIELDS)) {
    const gap = /\r?\n\r?\n/.exec(part);
    if (!gap || part.startsWith('--')) continue;
    const head = part.slice(0, gap.index);
    const name = /[; ]name="?([^";\r\n]*)"?/i.exec(head)?.[1];
    if (!name) continue;
    const file = /filename\*?="?([^";\r\n]*)"?/i.exec(head)?.[1];
    const content = part.slice(gap.index + gap[0].length).replace(/\r?\n$/, '');
    const value = file === undefined ? content : `${file || 'file'} (${content.length} bytes)`;
    fields.set(name, [...(fields.get(name) ?? []), value]);
  }
  return asObject(fields);
}

/** The content type was lower-cased on its way; the delimiter in the body is not. */
function delimiterIn(text: string, boundary: string): string | undefined {
  const at = text.toLowerCase().indexOf(`--${boundary}`);
  return at === -1 ? undefined : text.slice(at, at + boundary.length + 2);
}

function asObject(fields: Map<string, string[]>): Record<string, string | string[]> | undefined {
  if (fields.size === 0) return undefined;
  return Object.fromEntries(
    [...fields].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  );
}
