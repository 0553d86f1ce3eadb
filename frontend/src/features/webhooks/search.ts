/** What a new webhook begins with, as the address says it. */
export interface Beginning {
  /** The id of a target that it is wanted for. */
  target?: number;
  /** The name of the sender that shall call it. */
  sender?: string;
}

/** Reads `?target=` and `?sender=` of the address; what cannot be, is left out. */
export function readBeginning(search: Record<string, unknown>): Beginning {
  const target = Number(search.target);
  const { sender } = search;
  return {
    ...(Number.isSafeInteger(target) && target > 0 ? { target } : {}),
    ...(typeof sender === 'string' && sender !== '' && sender.length <= 40 ? { sender } : {}),
  };
}
