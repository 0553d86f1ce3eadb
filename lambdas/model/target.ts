import * as z from 'zod';
import { targetStatus } from '#contract/states';
import type { Reason } from '../outbound/outcome.ts';

/** A target in the domain; the table stores it under other names. */
export const targetSchema = z.object({
  id: z.number(),
  userId: z.number(),
  name: z.string(),
  kind: z.string(),
  status: targetStatus,
  /** The reason that it is not active, with the remedy; undefined when it is active, or its owner switched it off. */
  statusReason: z.custom<Reason>().optional(),
  /** Its kind's own, parsed by the kind. */
  options: z.record(z.string(), z.unknown()),
  /** Sealed at rest (AES-256-GCM); opened only by the code that sends, and never shown. */
  sealedSecrets: z.string().optional(),
  /** RFC 3339. */
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Target = z.infer<typeof targetSchema>;

/** The context of a target's sealed secrets, so text moved to another target cannot be opened there. */
export const sealBinding = ({ userId, id }: { userId: number; id: number }): string => `target ${userId}/${id}`;

/** The provider behind a target. `id` is the same for all targets that are silent together. */
export interface Provider {
  id: string;
  kind: string;
  /** As it begins a sentence. */
  name: string;
}
