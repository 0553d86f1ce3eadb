import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MESSAGES_PER_100_CALLS } from '../frontend/src/features/landing/noise.ts';
import { type CallFacts, parsePayload } from '../lambdas/templates/payload.ts';
import { withoutTemplate } from '../lambdas/templates/without-template.ts';
import { factsOf, knownCalls } from '../test/templates/ready-made-calls.ts';
import { type Row, tableOf } from './report.ts';
import { type Complaint, complaintsOf, hasLinkForPeople, keepsLink } from './support/judge-message.ts';
import { meanOf, noise, stormNoise } from './support/noise.ts';
import { truthRows } from './support/truths.ts';

/**
 * The default folder of recorded calls, next to the project. `npm run bench -- messages [folder]` checks messages made
 * without a template for noise, by service. The calls are those of the tests and, if the folder exists, recorded bodies
 * with an `index.json` (`{payloads: [{file, headers, method, query, content_type}]}`).
 */
const BESIDE = join(import.meta.dirname, '../../shared/fixtures/payloads');
/** Folders of unusual bodies with random content, which belong to no service. */
const STRANGE = ['jsontestsuite', 'naughty-strings', 'xml-attack', 'unicode', 'large-json', 'handshake'];

interface Recorded {
  file: string;
  headers?: Record<string, string>;
  method?: string;
  query?: string;
  content_type?: string;
}

interface Call {
  from: string;
  facts: CallFacts;
}

const recordedIn = (folder: string): Call[] => {
  const { payloads } = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as { payloads: Recorded[] };
  return payloads.map(({ file, headers = {}, method = 'POST', query, content_type: contentType }) => {
    const bytes = readFileSync(join(folder, file));
    const body = bytes.toString('utf8');
    const undecodable = !bytes.equals(Buffer.from(body));
    const facts = { body: undecodable ? '' : body, undecodable, headers, method, query, contentType };
    return { from: file.split('/')[0] as string, facts };
  });
};

interface Tally {
  messages: number;
  links: number;
  linksKept: number;
  complaints: Partial<Record<Complaint, number>>;
}
const emptyTally = (): Tally => ({ messages: 0, links: 0, linksKept: 0, complaints: {} });

function count(tally: Tally, facts: CallFacts, text: string): void {
  tally.messages++;
  for (const what of complaintsOf(text)) tally.complaints[what] = (tally.complaints[what] ?? 0) + 1;
  if (!hasLinkForPeople(parsePayload(facts))) return;
  tally.links++;
  if (keepsLink(text)) tally.linksKept++;
}

const WHAT: Complaint[] = ['secret', 'id', 'raw key', 'raw time', 'count of fields', 'more than 12 lines'];

const columnsOf = (sender: string, { messages, links, linksKept, complaints }: Tally) => ({
  sender,
  messages: String(messages),
  ...Object.fromEntries(WHAT.map((what) => [what, complaints[what] ? String(complaints[what]) : ''])),
  'link kept': links === 0 ? '' : `${linksKept} of ${links}`,
});

const rowsOf = (whose: string, { complaints }: Tally): Row[] =>
  WHAT.map((what) => ({ what: `${whose}: with ${what}`, value: complaints[what] ?? 0, bar: { most: 0 } }));

const linkRow = (...tallies: Tally[]): Row => {
  const [kept, all] = [
    tallies.reduce((sum, { linksKept }) => sum + linksKept, 0),
    tallies.reduce((sum, { links }) => sum + links, 0),
  ];
  return { what: 'link for people kept, %', value: all === 0 ? 100 : (100 * kept) / all, bar: { least: 95 } };
};

/** Prints the messages about a hundred alert calls of each service, with and without follow-ups or a digest. */
const noiseRows = async (): Promise<Row[]> => {
  const [off, auto] = [await noise('off'), await noise('auto')];
  const [storm, digest] = [await stormNoise(null), await stormNoise()];
  const columns = Object.keys(off).map((service) => ({
    ...{ service, 'messages per 100 calls': String(off[service]), 'with follow-ups': String(auto[service]) },
    ...{ '100 calls in 50 s': String(storm[service]), 'with a digest': String(digest[service]) },
  }));
  console.log(tableOf(columns));
  return [
    { what: 'messages per 100 alert calls', value: meanOf(off) },
    { what: '… with follow-ups', value: meanOf(auto), bar: { most: MESSAGES_PER_100_CALLS } },
    { what: 'messages per 100 calls in a storm', value: meanOf(storm) },
    { what: '… with a digest, none critical', value: Math.min(...Object.values(digest)), bar: { most: 25 } },
  ];
};

/** Checks every message and prints the results by service. Returns rows with limits, for templates and for outlines. */
export async function rows(): Promise<Row[]> {
  const folder = process.argv.slice(2).find((argument) => existsSync(join(argument, 'index.json'))) ?? BESIDE;
  const calls: Call[] = [
    ...knownCalls.map((call) => ({ from: 'known call', facts: factsOf(call) })),
    ...(existsSync(folder) ? recordedIn(folder) : []),
  ];
  const bySender = new Map<string, Tally>();
  const known = emptyTally();
  const unknown = emptyTally();
  for (const { from, facts } of calls) {
    const { text, readyMade } = withoutTemplate(facts, 'Deploys');
    const name = readyMade?.sender ?? `${from} (outline)`;
    const tally = bySender.get(name) ?? emptyTally();
    bySender.set(name, tally);
    count(tally, facts, text);
    if (!STRANGE.includes(from)) count(readyMade ? known : unknown, facts, text);
  }
  const senders = [...bySender].sort(([one], [other]) => one.localeCompare(other));
  console.log(tableOf(senders.map(([name, tally]) => columnsOf(name, tally))));
  return [
    ...[...rowsOf('known senders', known), ...rowsOf('others', unknown), linkRow(known, unknown), ...truthRows()],
    ...(await noiseRows()),
  ];
}
