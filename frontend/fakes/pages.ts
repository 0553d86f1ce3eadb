import { fakePages } from '../../integrations/targets/fake-pages.gen.tsx';
import type { Bubble } from '../../lib/local/fakes/wire.ts';
import type { Block } from '../src/ui/message-blocks.tsx';
import type { FakePage } from './fake-page.ts';
import { bareLink, inline } from './marked-text.ts';
import { stripePage } from './stripe-page.ts';

const all: Readonly<Record<string, FakePage>> = { ...fakePages, stripe: stripePage };
const unknown: FakePage = { guide: { title: 'Nothing here yet', steps: [] } };

/** Returns a provider's view, or an empty one for an unknown provider. */
export const pageOf = (slug: string): FakePage => all[slug] ?? unknown;

const formats: NonNullable<FakePage['formats']> = Object.assign({}, ...Object.values(all).map((page) => page.formats));

/** Parses a message's markup. The browser never interprets it as HTML. */
export const blocksOf = ({ format, text, message }: Bubble): Block[] => {
  if (format === 'json') return [{ kind: 'code', text }];
  return formats[format]?.(text, message) ?? [{ kind: 'text', of: inline(text, [bareLink]) }];
};
