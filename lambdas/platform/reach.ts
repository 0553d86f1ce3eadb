/** The ids of the webhooks or targets that a caller can access; undefined if the caller can access all. */
export type Reach = ReadonlySet<number> | undefined;

export const isWithin = (reach: Reach, id: number): boolean => reach === undefined || reach.has(id);

/** The account's webhooks that a caller can access, and the targets of these webhooks. */
export const narrow = <Webhook extends { id: number; targetIds: number[] }>(reach: Reach, all: Webhook[]) => {
  const webhooks = all.filter(({ id }) => isWithin(reach, id));
  const targets: Reach = reach && new Set(webhooks.flatMap(({ targetIds }) => targetIds));
  return { webhooks, targets };
};

/** The targets of the webhooks that a caller can access. Reads nothing if the caller can access the whole account. */
export const targetsWithin = async (
  userId: number,
  reach: Reach,
  webhooks: { list(userId: number): Promise<{ id: number; targetIds: number[] }[]> },
): Promise<Reach> => reach && narrow(reach, await webhooks.list(userId)).targets;
