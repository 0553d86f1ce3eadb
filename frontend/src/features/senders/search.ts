/** The chosen example and app of a sender's page, from the URL. */
export interface SenderSearch {
  example?: number;
  app?: string;
}

/** Reads `?example=` and `?app=` of the URL, ignoring invalid values. */
export function readSenderSearch({ example, app }: Record<string, unknown>): SenderSearch {
  const number = Number(example);
  return {
    ...(Number.isInteger(number) && number > 0 && number < 100 ? { example: number } : {}),
    ...(typeof app === 'string' && /^[a-z]{1,20}$/.test(app) ? { app } : {}),
  };
}
