/** A JSON-RPC 2.0 request. Without an id, it is a notification. https://www.jsonrpc.org/specification */
interface Message {
  jsonrpc: '2.0';
  id?: string | number;
  method: string;
  params?: unknown;
}

/** The error for a rejected request, with one of the codes below. */
export class RpcError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}
const METHOD_NOT_FOUND = -32_601;
export const INVALID_PARAMS = -32_602;
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const INTERNAL_ERROR = -32_603;

/** The handler of a method. Any error other than an {@link RpcError} is reported as an internal error. */
export type Method = (params: Record<string, unknown>, signal: AbortSignal) => unknown;

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' &&
  value !== null &&
  (value as Message).jsonrpc === '2.0' &&
  typeof (value as Message).method === 'string';

/** Converts a value to JSON. Invisible characters, such as changes of text direction, are escaped. */
export const visibleJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Variation_Selector}]/gu, (unseen) =>
    [...Array(unseen.length).keys()].map((at) => `\\u${hex(unseen.charCodeAt(at))}`).join(''),
  );
const hex = (code: number): string => code.toString(16).padStart(4, '0');

/**
 * Reads messages, one per line, until the input ends. Sends each response when its result is ready. A cancelled request
 * gets no response (MCP, `notifications/cancelled`).
 */
export const serveLines = async (
  lines: AsyncIterable<string>,
  methods: Readonly<Record<string, Method>>,
  send: (line: string) => void,
): Promise<void> => {
  const running = new Map<string | number, AbortController>();
  const answers = new Set<Promise<void>>();

  const refuse = (id: Message['id'], code: number, message: string) => ({
    jsonrpc: '2.0',
    id: id ?? null,
    error: { code, message },
  });

  const answer = async (value: unknown): Promise<unknown> => {
    if (!isMessage(value)) {
      // This server sends no requests, so a response from the client is ignored.
      const isAnswer = typeof value === 'object' && value !== null && ('result' in value || 'error' in value);
      return isAnswer ? undefined : refuse(undefined, INVALID_REQUEST, 'This is not a JSON-RPC 2.0 request');
    }
    const { id, method } = value;
    const params = (value.params ?? {}) as Record<string, unknown>;
    if (id === undefined) {
      if (method === 'notifications/cancelled') running.get(params.requestId as string | number)?.abort();
      return undefined;
    }
    const handler = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (!handler) return refuse(id, METHOD_NOT_FOUND, `There is no method ${method}`);
    const stop = new AbortController();
    running.set(id, stop);
    try {
      const result = await handler(params, stop.signal);
      return stop.signal.aborted ? undefined : { jsonrpc: '2.0', id, result };
    } catch (error) {
      if (stop.signal.aborted) return undefined;
      return error instanceof RpcError
        ? refuse(id, error.code, error.message)
        : refuse(id, INTERNAL_ERROR, `Internal error: ${(error as Error).message}`);
    } finally {
      running.delete(id);
    }
  };

  const take = async (line: string): Promise<void> => {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      send(visibleJson(refuse(undefined, PARSE_ERROR, 'This line is not valid JSON')));
      return;
    }
    // Revision 2025-03-26 of the protocol allows batches.
    const answered = Array.isArray(value)
      ? (await Promise.all(value.map(answer))).filter((each) => each !== undefined)
      : await answer(value);
    if (answered !== undefined && !(Array.isArray(answered) && answered.length === 0)) send(visibleJson(answered));
  };

  for await (const line of lines) {
    if (line.trim() === '') continue;
    const taken = take(line).finally(() => answers.delete(taken));
    answers.add(taken);
  }
  await Promise.all(answers);
};
