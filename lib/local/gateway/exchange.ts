/** A request as received, and its response; shared by both listeners of the local machine. */

export type HeaderLine = [name: string, value: string];

export interface WireRequest {
  method: string;
  /** Path with the query as received, not decoded. */
  target: string;
  /** Header lines in the order received; names keep their case. */
  headers: HeaderLine[];
  body: Buffer;
  /** Address of the peer. */
  ip: string;
}

export interface WireAnswer {
  status: number;
  headers: HeaderLine[];
  body: Buffer;
}

/** Returns all values of a header, in order. `name` must be in lower case. */
export const valuesOf = (headers: HeaderLine[], name: string): string[] =>
  headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);

export const splitTarget = (target: string): { path: string; query: string } => {
  const mark = target.indexOf('?');
  return mark < 0 ? { path: target, query: '' } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
};

/** A response of the gateway itself, `{"message": …}` as in AWS. Problem documents come from the functions. */
export const gatewayMessage = (status: number, message: string): WireAnswer => ({
  status,
  headers: [['content-type', 'application/json']],
  body: Buffer.from(JSON.stringify({ message })),
});

/** Bytes of the request line and all header lines, as the gateways' quotas count them. */
export const headerBytesOf = ({
  method,
  target,
  headers,
}: Pick<WireRequest, 'method' | 'target' | 'headers'>): number =>
  headers.reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(name) + Buffer.byteLength(value) + ': \r\n'.length,
    Buffer.byteLength(`${method} ${target} HTTP/1.1\r\n`),
  );
