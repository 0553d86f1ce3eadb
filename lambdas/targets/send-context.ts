import type { TargetStatus } from '#contract/states';
import type { OutboundMail, ProviderCredentials } from '../model/message.ts';
import type { Clock } from '../platform/clock.ts';
import type { OutboundHttp } from '../platform/outbound/outbound.ts';
import type { Sandbox } from '../templates/sandbox/sandbox.ts';

export interface SendContext {
  http: OutboundHttp;
  mail: OutboundMail;
  credentials: ProviderCredentials;
  clock: Clock;
  appUrl: string;
  /** Renders body templates; unset in functions that send no messages of owners. */
  renderer?: Pick<Sandbox, 'render'>;
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
