import type { TargetStatus } from '#contract/states';
import type { OutboundMail, ProviderCredentials } from '../model/message.ts';
import type { Clock } from '../platform/clock.ts';
import type { OutboundHttp } from '../platform/outbound/outbound.ts';
import type { Sandbox } from '../templates/sandbox/sandbox.ts';
import type { Batcher } from './digest.ts';

export interface SendContext {
  http: OutboundHttp;
  mail: OutboundMail;
  credentials: ProviderCredentials;
  clock: Clock;
  appUrl: string;
  /** Renders body templates; unset in functions that send no messages of owners. */
  renderer?: Pick<Sandbox, 'render'>;
  /** If unset, every message is sent alone. */
  batcher?: Batcher;
}

/** A target with decrypted secrets, for its kind. */
export interface OpenTarget {
  id: number;
  userId: number;
  name: string;
  status: TargetStatus;
  options: Record<string, unknown>;
  secrets: Record<string, string>;
}
