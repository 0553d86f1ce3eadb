import type { ReplayFilterWire, ReplayWire } from '#contract/replay';
import type { Replay, ReplayFilter } from '../../model/replay-ports.ts';

/** Parses the dates of the API's filter. */
export const replayFilterOf = ({ from, to, status, target_id }: ReplayFilterWire): ReplayFilter => ({
  from: new Date(from),
  to: new Date(to),
  status,
  targetId: target_id,
});

export const replayToWire = ({
  userId: _userId,
  webhookId,
  targetId,
  createdAt,
  cursor: _cursor,
  version: _version,
  ...rest
}: Replay): ReplayWire => ({
  ...rest,
  webhook_id: webhookId,
  ...(targetId !== undefined && { target_id: targetId }),
  created_at: createdAt,
});
