/** A new webhook's first values, from the address. */
export interface Beginning {
  /** The target's id, if the webhook is searched for a target. */
  target?: number;
  /** The name of the sender that shall call it. */
  sender?: string;
}

/** Reads `?target=` and `?sender=` of the address, without impossible values. */
export function readBeginning(search: Record<string, unknown>): Beginning {
  const target = Number(search.target);
  const { sender } = search;
  return {
    ...(Number.isSafeInteger(target) && target > 0 ? { target } : {}),
    ...(typeof sender === 'string' && sender !== '' && sender.length <= 40 ? { sender } : {}),
  };
}
