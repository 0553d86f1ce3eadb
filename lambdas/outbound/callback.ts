/** A call to `/api/callbacks/<slug>[/…]`. */
export interface CallbackRequest {
  method: string;
  /** The path after the slug: `/api/callbacks/<slug>/confirm` → `['confirm']`. */
  path: string[];
  query: URLSearchParams;
  /** Lower-case names. */
  headers: Record<string, string>;
  /** By name; the first one where a name comes twice. */
  cookies: Readonly<Record<string, string | undefined>>;
  /** As received; signatures are made over exactly these bytes. */
  body: Buffer;
}

export interface CallbackAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}
