/** The allowed hosts of a request. */
export interface HostRule {
  hosts: readonly string[] | 'any public host';
  /** `default`: 443 only. `default or high`: 443 and 1024 to 65535. */
  ports: 'default' | 'default or high';
}

export interface HttpRequest {
  method: 'POST' | 'PUT' | 'GET' | 'DELETE';
  /** https, without user name or password. */
  url: string;
  headers?: Record<string, string>;
  body?: string;
  allow: HostRule;
  /** The user for whom it is sent. Host names that hang in DNS delay only this user's requests. */
  account?: number;
}

/** A provider's response, with the body capped and decoded as UTF-8. `headers` have lower-case names. */
export interface HttpAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A request that got no response. `sent` is true if the body was sent, so the provider may have acted. */
export interface HttpFailure {
  failure: 'timeout' | 'reset' | 'dns' | 'refused' | 'blocked' | 'tls';
  sent: boolean;
  /** A description without the URL's path and query, which can be secret. */
  detail: string;
}

/** The only access to the network. Never throws for network errors; rejects addresses forbidden by the SSRF rules. */
export interface OutboundHttp {
  send(request: HttpRequest): Promise<HttpAnswer | HttpFailure>;
}

export const isAnswer = (result: HttpAnswer | HttpFailure): result is HttpAnswer => 'status' in result;

/** Returns a request that posts JSON to one of these hosts, on the default port. */
export const jsonPost = (
  url: string,
  body: object,
  hosts: readonly string[],
  headers: Record<string, string> = {},
): HttpRequest => ({
  method: 'POST',
  url,
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify(body),
  allow: { hosts, ports: 'default' },
});
