/** The product's response to a provider's request. Status 0 means no response. */
export interface ProductAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface Product {
  /** Sends a request to the product as a provider or the user's browser. Redirects are not followed. */
  call(url: string, init: { method: string; headers: Record<string, string>; body?: string }): Promise<ProductAnswer>;
  appUrl: string;
  /** Aborts waiting requests and rejects new ones. */
  stop(): void;
  signal: AbortSignal;
}

const answerLimitMs = 60_000;

/** The connection from the providers to the product. It reaches only the product's own address. */
export const createProduct = (appUrl: string): Product => {
  const stopped = new AbortController();
  const origin = new URL(appUrl).origin;
  return {
    appUrl,
    signal: stopped.signal,
    stop: () => stopped.abort(),
    async call(url, init) {
      if (new URL(url).origin !== origin)
        return { status: 0, headers: {}, body: `${url} is not an address of the product` };
      try {
        const response = await fetch(url, {
          ...init,
          redirect: 'manual',
          signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(answerLimitMs)]),
        });
        return {
          status: response.status,
          headers: Object.fromEntries(response.headers),
          body: await response.text(),
        };
      } catch (error) {
        return { status: 0, headers: {}, body: reasonOf(error) };
      }
    },
  };
};

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
};
