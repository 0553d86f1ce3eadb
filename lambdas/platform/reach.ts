/** The ids of webhooks or targets that a caller can access; undefined = all. */
export type Reach = ReadonlySet<number> | undefined;

export const isWithin = (reach: Reach, id: number): boolean => reach === undefined || reach.has(id);

/** The account's webhooks within reach, and the targets that they use. */
export const narrow = <Webhook extends { id: number; targetIds: number[] }>(reach: Reach, all: Webhook[]) => {
  const webhooks = all.filter(({ id }) => isWithin(reach, id));
  const targets: Reach = reach && new Set(webhooks.flatMap(({ targetIds }) => targetIds));
  return { webhooks, targets };
};

/** The targets that the webhooks within reach use. Reads nothing if the caller can access the whole account. */
export const targetsWithin = async (
  userId: number,
  reach: Reach,
  webhooks: { list(userId: number): Promise<{ id: number; targetIds: number[] }[]> },
): Promise<Reach> => reach && narrow(reach, await webhooks.list(userId)).targets;
