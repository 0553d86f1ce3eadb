/** A request to `/api/callbacks/<slug>[/…]`. */
export interface CallbackRequest {
  method: string;
  /** The path after the slug: `/api/callbacks/<slug>/confirm` → `['confirm']`. */
  path: string[];
  query: URLSearchParams;
  /** Header names are in lower case. */
  headers: Record<string, string>;
  /** Cookies by name. If a name is repeated, the first cookie counts. */
  cookies: Readonly<Record<string, string | undefined>>;
  /** The body as received, because signatures cover exactly these bytes. */
  body: Buffer;
}

export interface CallbackAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}
