import { MAX_TEMPLATE } from '#contract/bounds';
import { fromBase64Url } from '../../lib/token.ts';

/** Maximum characters of a fragment, because some chats cut longer URLs. */
export const LONGEST_FRAGMENT = 8192;

const START = '#t=';

/**
 * Returns the fragment of an editor link that contains a template. Browsers never send a fragment to a server, so the
 * template is stored nowhere.
 * @returns `#t=` and the deflated template in base64url; undefined if that is longer than {@link LONGEST_FRAGMENT}
 */
export async function fragmentOf(template: string): Promise<string | undefined> {
  const packed = await new Response(
    new Blob([template]).stream().pipeThrough(new CompressionStream('deflate-raw')),
  ).arrayBuffer();
  const text = btoa(Array.from(new Uint8Array(packed), (byte) => String.fromCharCode(byte)).join(''));
  const fragment = START + text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return fragment.length > LONGEST_FRAGMENT ? undefined : fragment;
}

/** True if a fragment contains a template, readable or not. */
export const carriesTemplate = (fragment: string): boolean => fragment.startsWith(START);

/**
 * Returns the template in a fragment; undefined if it is damaged or too long. Unpacking stops at the maximum length of
 * a template, so a small link cannot fill the memory.
 */
export async function templateOf(fragment: string): Promise<string | undefined> {
  if (!carriesTemplate(fragment) || fragment.length > LONGEST_FRAGMENT) return undefined;
  try {
    const unpacked = new Blob([fromBase64Url(fragment.slice(START.length))])
      .stream()
      .pipeThrough(new DecompressionStream('deflate-raw'))
      .pipeThrough(new TextDecoderStream('utf-8', { fatal: true }));
    let template = '';
    for (const reader = unpacked.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) return template;
      template += value;
      if (template.length > MAX_TEMPLATE) {
        await reader.cancel();
        return undefined;
      }
    }
  } catch {
    return undefined;
  }
}
