import { readFileSync } from 'node:fs';
import type { Template } from './ready-made.ts';

/** Reads a sender's messages, from the folder next to this module or to the bundle that contains it. */
export const messagesOf = (slug: string): Template[] =>
  JSON.parse(readFileSync(`${import.meta.dirname}/messages/${slug}.gen.json`, 'utf8')) as Template[];
