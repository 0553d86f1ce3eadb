import { PUBLIC_ORIGIN } from '../../../build/head.ts';
import { PRODUCT } from '../../ui/page.tsx';
import type { SenderFacts } from './facts.ts';
import { texts } from './texts.ts';

const CONTEXT = 'https://schema.org';
const root = `${PUBLIC_ORIGIN}/senders`;

const trail = (...steps: [name: string, url: string][]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: [[PRODUCT, `${PUBLIC_ORIGIN}/`] as const, ...steps].map(([name, item], at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name,
    item,
  })),
});

/** A sender's page for search engines (schema.org): its place and its setup. */
export const senderData = ({ slug, name, setup }: SenderFacts): object => ({
  '@context': CONTEXT,
  '@graph': [
    trail([texts.list.title, root], [name, `${root}/${slug}`]),
    {
      '@type': 'HowTo',
      name: texts.page.heading(name),
      step: setup.map((text) => ({ '@type': 'HowToStep', text })),
    },
  ],
});

/** The page of all senders for search engines. */
export const sendersData = (senders: readonly Pick<SenderFacts, 'slug' | 'name'>[]): object => ({
  '@context': CONTEXT,
  '@graph': [
    trail([texts.list.title, root]),
    {
      '@type': 'ItemList',
      itemListElement: senders.map(({ slug, name }, at) => ({
        '@type': 'ListItem',
        position: at + 1,
        name,
        url: `${root}/${slug}`,
      })),
    },
  ],
});
