import type { RequestInput } from '../../lambdas/contract/messages.ts';
import type { State, Wanted } from './account-state.ts';
import type { Place } from './document-text.ts';
import { filled } from './variables.ts';
import type { FieldChange } from './verification.ts';

export interface Change {
  action: 'create' | 'change' | 'delete';
  what: 'target' | 'webhook';
  name: string;
  fields: FieldChange[];
  /** Targets in the document that the webhook does not get yet, because they have problems. */
  without?: string[];
}

export interface Plan {
  changes: Change[];
  /**
   * The problems to fix first: the path in the document, the message, and the path of the page that solves the problem.
   */
  problems: { place: Place; message: string; link?: string }[];
  /** A hash of the plan and the account's state. `apply --plan` rejects a plan with another hash. */
  hash: string;
  steps: Step[];
}

/** A step of `apply`. The steps run in order, and new targets get their ids when they are created. */
export type Step =
  | { do: 'create-target'; body: RequestInput<'createTarget'> }
  | { do: 'change-target'; id: number; name: string; body: RequestInput<'updateTarget'> }
  | { do: 'set-fallback'; name: string; fallback: string | null; minutes?: number | undefined }
  | { do: 'save-webhook'; name: string; wanted: Wanted }
  | { do: 'set-verification'; name: string; body: RequestInput<'setVerification'> }
  | { do: 'delete-webhook'; id: number; name: string };

const KEYS = '/user/settings#keys';
const UNREACHED = 'the key is restricted to some webhooks, so it can’t see others, create webhooks or change targets';

export interface DraftOptions {
  env: Record<string, string | undefined>;
  /** True if the key is restricted to some webhooks. It cannot see others, create webhooks, or change targets. */
  bound: boolean;
}

/** A plan in the making, to which each target and webhook of a document adds its changes, steps and problems. */
export class PlanDraft {
  readonly problems: Plan['problems'] = [];
  readonly changes: Change[] = [];
  readonly steps: Step[] = [];
  /** The names of all targets, including those that the plan creates. */
  readonly known: Set<string>;
  /** Targets that cannot be created before their problems are solved. */
  readonly absent = new Set<string>();
  readonly state: State;
  readonly bound: boolean;
  private readonly env: DraftOptions['env'];

  constructor(state: State, { env, bound }: DraftOptions) {
    this.state = state;
    this.bound = bound;
    this.env = env;
    this.known = new Set(state.targets.map(({ name }) => name));
  }

  problem = (place: Place, message: string, link?: string): void => {
    this.problems.push({ place, message, ...(link !== undefined && { link }) });
  };

  /** Replaces the variables in a value. */
  fill = <Value>(place: Place, value: Value): Value =>
    filled(value, this.env, (name) => this.problem(place, `the environment variable ${name} is not set`));

  /** Replaces variables only in the secret field. A plan shows all others, so a variable there could reveal a secret. */
  fillOne = <Fields extends object>(place: Place, fields: Fields, secret: keyof Fields): Fields => {
    const { [secret]: variable, ...shown } = fields;
    filled(shown, {}, (name) =>
      this.problem(place, `the variable ${name} can’t be used here, because a plan shows this field`),
    );
    return variable === undefined ? fields : { ...fields, [secret]: this.fill(place, variable) };
  };

  /** Reports a problem if the key is restricted. It cannot see all items, so an unseen one must not be created again. */
  unreached = (place: Place): void => {
    if (this.bound) this.problem(place, UNREACHED, KEYS);
  };
}
