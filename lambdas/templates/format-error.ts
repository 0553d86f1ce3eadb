import type { TemplateError } from './errors.ts';

/** Formats an error as `Line 2, column 14: message (T2001)`, with the hint on a separate line. */
export function formatError(error: TemplateError): string {
  const text = `Line ${error.line}, column ${error.column}: ${error.message} (${error.code})`;
  return error.hint ? `${text}\n${error.hint}` : text;
}

/**
 * Formats an error like {@link formatError}, but without payload data, for the notice that a target gets instead of a
 * message. Some messages of the engine quote a value, and the message of `$error(text)` can contain one.
 */
export function formatErrorWithoutValues(error: TemplateError): string {
  return formatError({ ...error, message: withoutValues(error) });
}

/** The engine's codes whose messages quote values. Its other messages contain only operators, functions and types. */
const QUOTES_VALUES =
  /^(D1001|D1002|T1003|D1009|D1013|T2007|T2009|T2011|T2012|D3030|D3060|D3061|D3100|D3110|D312\d|D313[0-3]|D3140|D3141)$/;

function withoutValues({ code, message }: TemplateError): string {
  if (code === 'D3137' || code === 'D3141') return 'The template raised an error';
  return QUOTES_VALUES.test(code) ? message.replace(/["[{\d].*$/s, '…') : message;
}
