/** A call to `/api/callbacks/<slug>[/…]`. */
export interface CallbackRequest {
  method: string;
  /** What follows the slug: `/api/callbacks/<slug>/confirm` → `['confirm']`. */
  path: string[];
  query: URLSearchParams;
  /** Lower-case names. */
  headers: Record<string, string>;
  /** As received; signatures are made over exactly these bytes. */
  body: Buffer;
}

export interface CallbackAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}
