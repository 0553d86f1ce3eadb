import type { ReactNode } from 'react';
import { controls } from './exhibits/controls.tsx';
import { fields } from './exhibits/fields.tsx';
import { frames } from './exhibits/frames.tsx';
import { messages } from './exhibits/messages.tsx';
import { overlays } from './exhibits/overlays.tsx';
import { values } from './exhibits/values.tsx';

/** A part of the user interface with what it looks like in each of its states. */
export interface Exhibit {
  /** The name under which `src/ui` exports it. */
  name: string;
  about: string;
  states: Record<string, ReactNode>;
}

export const exhibits: readonly Exhibit[] = [...controls, ...fields, ...values, ...messages, ...frames, ...overlays];
