/** A window of a browser, driven from outside. */
export interface Window {
  /** Opens an address and waits until its page is loaded. */
  open(url: string): Promise<void>;
  /** The value of an expression in the page, which may be a promise; plain data only. */
  evaluate<Value>(expression: string): Promise<Value>;
  /** The page's complaints so far. */
  complaints(): Promise<string[]>;
  close(): Promise<void>;
}

export interface Engine {
  name: string;
  /** The missing program on this machine, with its installation; undefined when all exist. */
  missing(): string | undefined;
  /** @throws when the browser does not start */
  start(): Promise<Window>;
}

/** Waits until something is so. @throws Error naming what was waited for */
export async function until<Value>(what: string, look: () => Promise<Value | undefined | false>): Promise<Value> {
  const end = Date.now() + 30_000;
  let last: unknown;
  while (Date.now() < end) {
    try {
      const found = await look();
      if (found !== undefined && found !== false) return found;
    } catch (error) {
      last = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  throw new Error(`${what} did not come${last instanceof Error ? `: ${last.message}` : ''}`);
}
