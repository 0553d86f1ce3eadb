/** Quotes a text as one literal word for a POSIX shell. */
const shellQuote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Headers that the client or the network sets; repeating them would be wrong or pointless. */
const skipped = new Set([
  'host',
  'content-length',
  'connection',
  'accept-encoding',
  'transfer-encoding',
  'user-agent',
  'accept',
  'x-forwarded-for',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-amzn-trace-id',
  'via',
  'forwarded',
  'accept-language',
]);

interface Call {
  method: string;
  query: string;
  headers: Record<string, string>;
  rawBody: string;
  rawBodyEncoding: 'utf8' | 'base64';
}

/** The call as a curl command. Masked secrets stay masked; a binary body is piped from base64. */
export function curlCommand(url: string, { method, query, headers, rawBody, rawBodyEncoding }: Call): string {
  const lines = [`curl -X ${method} ${shellQuote(query === '' ? url : `${url}?${query}`)}`];
  for (const [name, value] of Object.entries(headers)) {
    const key = name.toLowerCase();
    if (!skipped.has(key) && !key.startsWith('sec-')) lines.push(`-H ${shellQuote(`${name}: ${value}`)}`);
  }
  const binary = rawBodyEncoding === 'base64' && rawBody !== '';
  if (rawBody !== '') lines.push(binary ? '--data-binary @-' : `--data-raw ${shellQuote(rawBody)}`);
  const command = lines.join(' \\\n  ');
  return binary ? `echo ${shellQuote(rawBody)} | base64 -d | ${command}` : command;
}

/** A new user's first call, as a curl command. */
export const firstCall = (url: string): string =>
  `curl -X POST ${shellQuote(url)} \\\n  -H 'Content-Type: application/json' \\\n  -d '{"text": "Hello from my first webhook"}'`;
