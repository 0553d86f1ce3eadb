import type { TargetKind } from '../../lib/wire.ts';

/** A service that is reached through a target for HTTP: `integrations/presets`. `{name}` is what the field contains. */
export interface Preset {
  name: string;
  docs: string;
  about: string;
  fields: TargetKind['fields'];
  url: string;
  headers?: Record<string, string>;
  /** User name and password of basic authentication, with a colon between them. */
  basic?: string;
  /** Secret values that the body template uses. */
  values?: Record<string, string>;
  /** The body template. */
  body: string;
  content_type?: string;
  /** The status codes of an accepted message, in place of any 2xx. */
  success?: readonly number[];
  /** The status codes of a message that is not retried. */
  rejected?: readonly number[];
  success_text?: string;
  limit?: TargetKind['limit'];
}

/** Fills a preset with the values of its fields and returns the new target’s options. Omits what is empty. */
export function optionsOf(preset: Preset, typed: Record<string, string>): Record<string, unknown> {
  const { content_type, success, rejected, success_text, limit } = preset;
  const fill = (text: string, change = (value: string, _at: number) => value) =>
    text.replace(/\{(\w+)\}/g, (_, name: string, at: number) => change((typed[name] ?? '').trim(), at));
  // A field at the beginning of the address contains a whole URL.
  const url = fill(preset.url, (value, at) => (at === 0 ? value.replace(/\/+$/, '') : encodeURIComponent(value)));
  const filled = (texts: Record<string, string> = {}) =>
    Object.fromEntries(
      Object.entries(texts).flatMap(([name, text]) => (fill(text) === '' ? [] : [[name, fill(text)]])),
    );
  const headers = {
    ...filled(preset.headers),
    ...(preset.basic !== undefined && { Authorization: `Basic ${base64(fill(preset.basic))}` }),
  };
  return {
    url,
    headers,
    values: filled(preset.values),
    body_template: preset.body,
    ...(content_type !== undefined && { content_type }),
    ...(success && { success }),
    ...(rejected && { rejected }),
    ...(success_text !== undefined && { success_text }),
    ...(limit && { limit }),
  };
}

const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
