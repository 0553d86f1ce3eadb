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
}

/** What a client chooses of a webhook. */
export type WebhookFields = Pick<
  Webhook,
  'name' | 'splitMessage' | 'useTemplate' | 'template' | 'enabled' | 'targetIds'
>;
