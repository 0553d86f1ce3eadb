import type { ReactNode } from 'react';
import type { Bubble, Thread } from '../../lib/local/fakes/wire.ts';
import type { Block } from '../src/ui/message-blocks.tsx';

/** First steps, shown until the provider has received something. */
interface Guide {
  title: string;
  steps: readonly string[];
  next?: readonly [href: string, label: string];
}

interface CreatorField {
  name: string;
  label: string;
  value?: string;
  placeholder?: string;
  options?: readonly (readonly [code: string, text: string])[];
}

/** Something that a provider's user creates with a form: a chat, a workflow, a webhook. */
export interface Creator {
  label: string;
  title: string;
  hint?: string;
  fields: readonly CreatorField[];
  /** The path that receives the form, below `/__fakes/api/`. */
  path: string;
  /** Values that are sent in addition to the fields. */
  extra?: Record<string, string>;
  /** The notice shown with a new secret URL. */
  reveals?: string;
  /** The response's field that names the conversation to open. */
  opens?: 'chatId' | 'from';
}

/** The notice about a secret URL. */
export const SHOWN_ONCE = 'Copy this URL into the target. It is a secret, and shown only now.';

/** An action of a provider's user, and its path below `/__fakes/api/`. */
export interface Act {
  path: string;
  input: unknown;
}

/** A message and its context. */
interface Framed {
  bubble: Bubble;
  said: ReactNode;
  time: ReactNode;
  /** The author's name, hidden if it is obvious. */
  name: ReactNode;
  /** True if the page's user sent the message. */
  mine: boolean;
}

/** The view of one provider's fake, in `integrations/targets/<slug>/fake-page.tsx`. */
export interface FakePage {
  guide: Guide;
  creator?: Creator;
  /** The user's one-click actions in an open conversation. */
  acts?(thread: Thread): readonly (Act & { label: string })[];
  /** A form in an open conversation. */
  form?(thread: Thread): Creator & { button: string };
  /** The field for writing to the product; undefined if the user cannot write to it. */
  writing?(
    thread: Thread,
    facts: Record<string, string>,
  ): { placeholder: string; act: (text: string) => Act } | undefined;
  /** The one-click action that sends a deep link's code; `own` is the id of the first conversation. */
  start?(code: string, group: boolean, own: string | undefined): Act;
  /** Parsers of the provider's markup, by bubble format. */
  formats?: Readonly<Record<string, (text: string, message: unknown) => Block[]>>;
  /** Draws a message in its messenger's frame. If unset, the message is shown as a post with a name. */
  frame?(framed: Framed): ReactNode;
  /** True if the names of channels are shown without #. */
  plainChannels?: true;
}
