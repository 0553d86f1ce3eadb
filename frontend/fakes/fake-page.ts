import type { ReactNode } from 'react';
import type { Bubble, Thread } from '../../lib/local/fakes/wire.ts';
import type { Block } from '../src/ui/message-blocks.tsx';

/** First steps while nothing has happened yet. */
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

/** Something that a provider's user begins by a form: a chat, a workflow, a webhook. */
export interface Creator {
  label: string;
  title: string;
  hint?: string;
  fields: readonly CreatorField[];
  /** The destination of the form, below `/__fakes/api/`. */
  path: string;
  /** Goes along with the fields. */
  extra?: Record<string, string>;
  /** The text next to an address that is shown once. */
  reveals?: string;
  /** The field of the answer that names the conversation to open. */
  opens?: 'chatId' | 'from';
}

/** Said of an address that is a secret. */
export const SHOWN_ONCE = 'Copy this URL into the target. It is a secret, and shown only now.';

/** An action of a provider's user, and its path below `/__fakes/api/`. */
export interface Act {
  path: string;
  input: unknown;
}

/** A message and its surroundings. */
interface Framed {
  bubble: Bubble;
  said: ReactNode;
  time: ReactNode;
  /** The author, hidden where it is obvious. */
  name: ReactNode;
  /** From the person who uses the page. */
  mine: boolean;
}

/** One provider on the fakes' page: `integrations/targets/<slug>/fake-page.tsx`. */
export interface FakePage {
  guide: Guide;
  creator?: Creator;
  /** The person's actions in an open conversation, with one click. */
  acts?(thread: Thread): readonly (Act & { label: string })[];
  /** A form about an open conversation. */
  form?(thread: Thread): Creator & { button: string };
  /** The form in which the person writes; undefined where no one writes to the product. */
  writing?(
    thread: Thread,
    facts: Record<string, string>,
  ): { placeholder: string; act: (text: string) => Act } | undefined;
  /** The one-click action for a code in a link of the product; `own` is the first conversation. */
  start?(code: string, group: boolean, own: string | undefined): Act;
  /** The markup of its texts, by the formats of its bubbles. */
  formats?: Readonly<Record<string, (text: string, message: unknown) => Block[]>>;
  /** A message in its messenger's frame; omitted = a post with a name. */
  frame?(framed: Framed): ReactNode;
  /** Its channels go by their name alone, without #. */
  plainChannels?: true;
}
