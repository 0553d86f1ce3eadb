/** The account's webhooks that a caller can access: those that a restricted API key names; undefined = all of them. */
export type Reach = ReadonlySet<number> | undefined;

export const isWithin = (reach: Reach, webhookId: number): boolean => reach === undefined || reach.has(webhookId);

/** The targets that the webhooks within reach use; undefined = all of the account. */
export const targetsWithin = async (
  userId: number,
  reach: Reach,
  webhooks: { list(userId: number): Promise<{ id: number; targetIds: number[] }[]> },
): Promise<ReadonlySet<number> | undefined> => {
  if (reach === undefined) return undefined;
  const own = (await webhooks.list(userId)).filter(({ id }) => reach.has(id));
  return new Set(own.flatMap(({ targetIds }) => targetIds));
};
