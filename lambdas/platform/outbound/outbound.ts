/** The allowed hosts and ports of a request. */
export interface HostRule {
  hosts: readonly string[] | 'any public host';
  /** `default` allows only port 443. `default or high` also allows 1024 to 65535. */
  ports: 'default' | 'default or high';
}

export interface HttpRequest {
  method: 'POST' | 'PUT' | 'PATCH' | 'GET' | 'DELETE';
  /** An https URL without user name and password. */
  url: string;
  headers?: Record<string, string>;
  body?: string;
  allow: HostRule;
  /** The user for whom the request is sent. Names that hang in DNS delay only this user's requests. */
  account?: number;
}

/** A provider's response, with the body capped and decoded as UTF-8. `headers` have lower-case names. */
export interface HttpAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A request without a response. `sent` is true if the body was sent, so the provider may have acted. */
export interface HttpFailure {
  failure: 'timeout' | 'reset' | 'dns' | 'refused' | 'blocked' | 'tls';
  sent: boolean;
  /** A description without the URL's path and query, which can be secret. */
  detail: string;
}

/**
 * Sends all requests to providers and to owners' URLs. Network errors are returned, never thrown. The SSRF rules
 * block addresses that are not public.
 */
export interface OutboundHttp {
  send(request: HttpRequest): Promise<HttpAnswer | HttpFailure>;
}

export const isAnswer = (result: HttpAnswer | HttpFailure): result is HttpAnswer => 'status' in result;

/** Builds a request that posts JSON, on the default port, to a URL of one of these hosts. */
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
