import type { SampleStore } from '../../model/sample.ts';
import { notFound } from '../../platform/errors.ts';
import { parseInvocationId } from '../../platform/ids.ts';

/** Gives a kept sample another name. @throws AppError('not-found') */
export const renameSample = async (
  userId: number,
  id: string,
  name: string,
  { samples }: { samples: Pick<SampleStore, 'rename'> },
): Promise<void> => {
  const webhookId = parseInvocationId(id)?.webhookId;
  if (webhookId === undefined || !(await samples.rename(userId, webhookId, id, name))) throw notFound('Sample');
};

/** Removes a kept sample; the call, if it is still there, stays. @throws AppError('not-found') */
export const removeSample = async (
  userId: number,
  id: string,
  { samples }: { samples: Pick<SampleStore, 'remove'> },
): Promise<void> => {
  const webhookId = parseInvocationId(id)?.webhookId;
  if (webhookId === undefined || !(await samples.remove(userId, webhookId, id))) throw notFound('Sample');
};
