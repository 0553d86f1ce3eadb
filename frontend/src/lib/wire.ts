import type { RequestInput, Response } from '#contract/messages';
import type { RouteName } from '#contract/routes';

/** `split_message` → `splitMessage`, `premium-until` → `premiumUntil`. */
type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name extends `${infer Head}-${infer Tail}`
    ? `${Head}${Capitalize<Camel<Tail>>}`
    : Name;

/** A wire message with the browser's camelCase names. `options` of a target is free-form and keeps its own names. */
type Model<Wire> = Wire extends readonly (infer Item)[]
  ? Model<Item>[]
  : Wire extends object
    ? {
        [Key in keyof Wire as Key extends string ? Camel<Key> : Key]: Key extends 'options'
          ? Wire[Key]
          : Model<Wire[Key]>;
      }
    : Wire;

/** What a call answers, in the browser's names; nothing for an answer without a body. */
export type Answer<Name extends RouteName> = Response<Name> extends undefined ? undefined : Model<Response<Name>>;

const camel = (name: string) => name.replace(/[_-]([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Renames the fields of a message from the wire, at every depth. */
export function toModel<Wire>(wire: Wire): Model<Wire> {
  if (Array.isArray(wire)) return wire.map((item: unknown) => toModel(item)) as Model<Wire>;
  if (typeof wire !== 'object' || wire === null) return wire as Model<Wire>;
  return Object.fromEntries(
    Object.entries(wire).map(([name, value]) => [camel(name), name === 'options' ? value : toModel(value)]),
  ) as Model<Wire>;
}

/** What a person edits of a webhook. */
export interface WebhookDraft {
  name: string;
  splitMessage: boolean;
  useTemplate: boolean;
  template: string;
  enabled: boolean;
  targetIds: number[];
  /** How its messages are written; stays as it is when left out. */
  format?: 'plain' | 'rich' | undefined;
  /** For times in its messages, an IANA name; stays as it is when left out. */
  timeZone?: string | undefined;
  /** What is done with calls before they count; stays as it is when left out. */
  intake?: { [Field in keyof Intake]?: Intake[Field] | undefined } | undefined;
  /** Days that its calls are kept; null: as long as the plan has it. Stays as it is when left out. */
  retentionDays?: number | null | undefined;
}

/** How a webhook treats repeated calls and handshakes. */
export interface Intake {
  duplicates: 'off' | 'mark' | 'drop';
  duplicateWindowMinutes: number;
  answerHandshakes: boolean;
  verifyToken: string;
}

/** A webhook as PUT /webhook/{id} and POST /webhooks take it. */
export const webhookToWire = (draft: WebhookDraft): RequestInput<'updateWebhook'> => ({
  name: draft.name,
  split_message: draft.splitMessage,
  use_template: draft.useTemplate,
  template: draft.template,
  enabled: draft.enabled,
  target_ids: draft.targetIds,
  ...(draft.format && { format: draft.format }),
  ...(draft.timeZone && { time_zone: draft.timeZone }),
  ...(draft.retentionDays !== undefined && { retention_days: draft.retentionDays }),
  ...(draft.intake && {
    intake: {
      duplicates: draft.intake.duplicates,
      duplicate_window_minutes: draft.intake.duplicateWindowMinutes,
      answer_handshakes: draft.intake.answerHandshakes,
      verify_token: draft.intake.verifyToken,
    },
  }),
});

export type Account = Answer<'getUser'>;
export type Profile = Account['profile'];
export type Limits = Account['limits'];
export type Webhook = Answer<'getWebhook'>;
export type Target = Answer<'getTarget'>;
export type TargetKind = Answer<'listTargetKinds'>[number];
export type Invocation = Answer<'getInvocation'>;
export type Dispatch = Answer<'listDispatches'>[number];
export type Plan = Answer<'listPlans'>[number];
export type SandboxResult = Answer<'renderTemplate'>;
