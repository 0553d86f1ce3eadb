import type { ReplayFilterWire, ReplayWire } from '#contract/replay';
import type { Replay, ReplayFilter } from './replay.ts';

/** The wire's filter with its dates read. */
export const replayFilterOf = ({ from, to, status }: ReplayFilterWire): ReplayFilter => ({
  from: new Date(from),
  to: new Date(to),
  status,
});

export const replayToWire = ({
  userId: _userId,
  webhookId,
  createdAt,
  cursor: _cursor,
  version: _version,
  ...rest
}: Replay): ReplayWire => ({
  ...rest,
  webhook_id: webhookId,
  created_at: createdAt,
});
