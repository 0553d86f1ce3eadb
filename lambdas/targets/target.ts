import type { TargetStatus } from '#contract/states';
import type { Reason } from '../outbound/outcome.ts';

/** A target as the domain knows it. `options` are its kind's own, parsed by the kind; `secrets` never leave the back end. */
export interface Target {
  id: number;
  userId: number;
  name: string;
  kind: string;
  status: TargetStatus;
  /** Why it is not active and what to do; undefined when it is active, or its owner switched it off. */
  statusReason: Reason | undefined;
  options: Record<string, unknown>;
  /** Sealed at rest (AES-256-GCM); opened only by the code that sends. */
  sealedSecrets: string | undefined;
  createdAt: string;
  updatedAt: string;
}

/** What a target's secrets are bound to, so that sealed text moved to another target cannot be opened there. */
export const sealBinding = ({ userId, id }: { userId: number; id: number }): string => `target ${userId}/${id}`;
