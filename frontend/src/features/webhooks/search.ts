/** A new webhook's preset values, from the URL. */
export interface Beginning {
  /** The target's id, if the webhook is created for a target. */
  target?: number;
  /** The expected sender's short name. */
  sender?: string;
}

/** Reads `?target=` and `?sender=` of the URL, ignoring invalid values. */
export function readBeginning(search: Record<string, unknown>): Beginning {
  const target = Number(search.target);
  const { sender } = search;
  return {
    ...(Number.isSafeInteger(target) && target > 0 ? { target } : {}),
    ...(typeof sender === 'string' && sender !== '' && sender.length <= 40 ? { sender } : {}),
  };
}
