import { existsSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import type { SenderExample, SenderFacts } from '../src/features/senders/facts.ts';
import { proofFacts, recognisedBy } from './docs-facts.ts';
import { knownSenders } from './senders.gen.ts';

/** The short label of a sender’s last template, for all its other calls. */
const OTHERS = 'event';
/** Most examples on a page. */
const MAX_EXAMPLES = 8;

interface Call {
  headers: Record<string, string>;
  body: unknown;
}

const shelf = new URL('../../integrations/senders/', import.meta.url);
const read = (slug: string, file: string): string | undefined => {
  const path = new URL(`${slug}/${file}`, shelf);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
};

/** The example calls in a sender's folder, beginning with the one that the app offers as a test. */
function callsOf(slug: string): Call[] {
  const { headers, payload } = JSON.parse(read(slug, 'sample.json') ?? '{}') as {
    headers?: Record<string, string>;
    payload?: unknown;
  };
  const calls = JSON.parse(read(slug, 'calls.json') ?? '[]') as Call[];
  return headers ? [{ headers, body: payload }, ...calls] : calls;
}

/** The first example of each template, then others, each with a different first line. */
function chosenOf(examples: readonly SenderExample[]): SenderExample[] {
  const different = examples.filter(
    ({ title }, at) => examples.findIndex((each) => each.title.toLowerCase() === title.toLowerCase()) === at,
  );
  const isFirst = ({ event }: SenderExample, at: number) => different.findIndex((each) => each.event === event) === at;
  const first = different.filter(isFirst);
  return [...first, ...different.filter((each) => !first.includes(each))].slice(0, MAX_EXAMPLES);
}

/** The facts of every recognised sender's page, by its short name. The product's own code writes the messages. */
async function allFacts(): Promise<ReadonlyMap<string, SenderFacts>> {
  const { messageOf, labelsOf } = await recognisedBy();
  const { stepsFor } = await import('../src/features/invocations/sender-steps.ts');
  const { pasteOf, proofOf, checkOf } = await import('../src/lib/proof-words.ts');
  const proofs = await proofFacts();
  const here = 'on the webhook’s page';
  return new Map(
    knownSenders.map(({ slug, name, docs }) => {
      const short = (label: string) => label.replace(`${name} `, '');
      const examples = callsOf(slug).flatMap(({ headers, body }): SenderExample[] => {
        const { text, rich, readyMade, outline } = messageOf(
          {
            headers,
            body: typeof body === 'string' ? body : JSON.stringify(body),
            contentType: headers['content-type'] ?? 'application/json',
            method: 'POST',
          },
          name,
        );
        if (!rich || outline || readyMade?.sender !== name) return [];
        const [title = ''] = text.split('\n');
        const sent = typeof body === 'string' ? body : JSON.stringify(body, null, 2);
        return [{ title, event: short(readyMade.label), text, rich, sent }];
      });
      const proof = proofs.find((each) => each.slug === slug);
      const mark = /\bd="([^"]+)"/.exec(read(slug, 'mark.svg') ?? '')?.[1];
      return [
        slug,
        {
          slug,
          name,
          docs,
          ...(mark !== undefined && { mark }),
          events: labelsOf(name)
            .map(short)
            .filter((label) => label !== OTHERS),
          hasOthers: labelsOf(name).map(short).includes(OTHERS),
          examples: chosenOf(examples),
          setup: stepsFor(name, 'Paste your webhook’s URL.'),
          ...(proof && {
            proof: {
              steps: [proof.where, [pasteOf(proof, here), proof.note].filter(Boolean).join(' '), checkOf(proof, here)],
              text: proofOf(proof),
            },
          }),
        },
      ];
    }),
  );
}

/** The groups of the page of all senders, and the senders that are only verified. */
async function list() {
  const groups = Object.entries(Object.groupBy(knownSenders, ({ group }) => group));
  const proofs = await proofFacts();
  return {
    groups: groups.map(([group, senders]) => ({
      group,
      senders: senders
        .map(({ slug, name }) => ({ slug, name }))
        .toSorted((one, other) => one.name.localeCompare(other.name, 'en')),
    })),
    verified: proofs
      .filter((proof) => !proof.isGeneral && knownSenders.every(({ slug }) => slug !== proof.slug))
      .map(({ slug, name }) => ({ slug, name })),
  };
}

const LIST = 'virtual:sender-list';
const PAGES = 'virtual:sender-pages';
const PAGE = 'virtual:sender-page/';

/**
 * Virtual modules for the public pages of the senders. Each page's facts are a separate module, so a visitor of one
 * page loads no other, and no code that writes messages.
 */
export function senderPages(): Plugin {
  let facts: ReturnType<typeof allFacts> | undefined;
  return {
    name: 'tellhook-sender-pages',
    resolveId: (id) => (id === LIST || id === PAGES || id.startsWith(PAGE) ? `\0${id}` : undefined),
    load: async (id) => {
      if (id === `\0${LIST}`) return `export default ${JSON.stringify(await list())};`;
      // Without a prototype, no other name is found.
      if (id === `\0${PAGES}`)
        return `export default {__proto__: null,${knownSenders.map(({ slug }) => `"${slug}": () => import("${PAGE}${slug}")`).join(',')}};`;
      if (!id.startsWith(`\0${PAGE}`)) return undefined;
      facts ??= allFacts();
      return `export default ${JSON.stringify((await facts).get(id.slice(PAGE.length + 1)))};`;
    },
  };
}
