import type { Format } from '#contract/webhook';
import type { Verification } from '../verification/verification.ts';

/** A webhook as the domain knows it. `createdAt` is RFC 3339 UTC. */
export interface Webhook {
  id: number;
  userId: number;
  name: string;
  /** Unguessable, URL-safe, never reused: the last part of the invoke URL. */
  route: string;
  splitMessage: boolean;
  useTemplate: boolean;
  template: string;
  enabled: boolean;
  createdAt: string;
  targetIds: number[];
  /** How many of the owner's webhooks are older; those beyond the plan's number stop accepting calls. */
  position: number;
  intake: Intake;
  /** For how long its calls are kept when the plan would keep them longer. */
  retentionDays?: number | undefined;
  /** Who may call it; left out = everybody. */
  verification?: Verification | undefined;
  /** How its messages are written; left out = plain. */
  format?: Format | undefined;
  /** For times in its messages, an IANA name; left out = UTC. */
  timeZone?: string | undefined;
}

/** What is done with calls before they count as messages. */
export interface Intake {
  /** Calls that repeat an earlier one: let pass · stored and marked · not stored at all. */
  duplicates: 'off' | 'mark' | 'drop';
  /** For how long a call is remembered, in minutes. */
  duplicateWindowMinutes: number;
  /** true: the handshakes of senders are answered and are not messages. */
  answerHandshakes: boolean;
  /** What Meta has to name in its handshake; empty = none is answered. */
  verifyToken: string;
}

/** A webhook that takes every call as a message. */
export const PLAIN_INTAKE: Intake = {
  duplicates: 'off',
  duplicateWindowMinutes: 60,
  answerHandshakes: false,
  verifyToken: '',
};

/** What a client chooses of a webhook. */
export type WebhookFields = Pick<
  Webhook,
  'name' | 'splitMessage' | 'useTemplate' | 'template' | 'enabled' | 'targetIds'
> &
  Partial<Pick<Webhook, 'intake' | 'retentionDays' | 'format' | 'timeZone'>>;
