import * as z from 'zod';
import { FALLBACK_MINUTES } from '#contract/bounds';
import { targetStatus } from '#contract/states';
import type { Reason } from '../platform/outbound/outcome.ts';

/** A target. Its field names in the table differ. */
export const targetSchema = z.object({
  id: z.number(),
  userId: z.number(),
  name: z.string(),
  kind: z.string(),
  status: targetStatus,
  /** The reason why it is not active, with the next step; undefined if it is active or its owner disabled it. */
  statusReason: z.custom<Reason>().optional(),
  /** The kind's own options, parsed by the kind. */
  options: z.record(z.string(), z.unknown()),
  /** Sealed at rest (AES-256-GCM), opened only by the code that sends, and never shown. */
  sealedSecrets: z.string().optional(),
  /** RFC 3339. */
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Target = z.infer<typeof targetSchema>;

/** The target that also gets messages which were not delivered in time. */
export interface Fallback {
  targetId: number;
  afterMinutes: number;
}

/**
 * A target's fallback. It is stored among the options, because the index of targets contains them. Like all settings, it
 * survives a change of the destination.
 */
export const fallbackOf = ({ options }: Pick<Target, 'options'>): Fallback | undefined => {
  const { fallback_target_id: targetId, fallback_after_minutes: minutes } = options;
  if (typeof targetId !== 'number') return undefined;
  return { targetId, afterMinutes: typeof minutes === 'number' ? minutes : FALLBACK_MINUTES.default };
};

/** The context of a target's sealed secrets, so they cannot be opened for another target. */
export const sealBinding = ({ userId, id }: { userId: number; id: number }): string => `target ${userId}/${id}`;

/** The provider behind a target. Targets with the same `id` are all affected if that provider fails. */
export interface Provider {
  id: string;
  kind: string;
  /** The name as written at the start of a sentence. */
  name: string;
}
