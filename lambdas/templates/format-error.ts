import type { TemplateError } from './errors.ts';

/** `Line 2, column 14: message (T2001)`, then the hint on its own line. */
export function formatError(error: TemplateError): string {
  const text = `Line ${error.line}, column ${error.column}: ${error.message} (${error.code})`;
  return error.hint ? `${text}\n${error.hint}` : text;
}

/**
 * Like {@link formatError}, but without anything the payload may have contributed: some engine messages quote a value,
 * and `$error(text)` is all value. For the notice a target gets instead of a message.
 */
export function formatErrorWithoutValues(error: TemplateError): string {
  const quotesPayload = /^[DT]/.test(error.code);
  return formatError(quotesPayload ? { ...error, message: withoutValues(error) } : error);
}

function withoutValues({ code, message }: TemplateError): string {
  if (code === 'D3137' || code === 'D3141') return 'The template stopped with a message of its own';
  // Operator and function names are quoted as well and may stay; they hold no letters of the payload.
  return message.replace(
    /(got|value:?|values|number:?|given|timestamp\.|url|range:?|object:?|strings:?|base=|with)\s+["[{\d-].*$/i,
    '$1 …',
  );
}
