import type { SampleStore } from '../../model/sample.ts';
import { notFound } from '../../platform/errors.ts';
import { parseInvocationId } from '../../platform/ids.ts';

/** Renames a saved sample. */
export const renameSample = async (
  userId: number,
  id: string,
  name: string,
  { samples }: { samples: Pick<SampleStore, 'rename'> },
): Promise<void> => {
  const webhookId = parseInvocationId(id)?.webhookId;
  if (webhookId === undefined || !(await samples.rename(userId, webhookId, id, name))) throw notFound('Sample');
};

/** Deletes a saved sample; the original call stays. */
export const removeSample = async (
  userId: number,
  id: string,
  { samples }: { samples: Pick<SampleStore, 'remove'> },
): Promise<void> => {
  const webhookId = parseInvocationId(id)?.webhookId;
  if (webhookId === undefined || !(await samples.remove(userId, webhookId, id))) throw notFound('Sample');
};
