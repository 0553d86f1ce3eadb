import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { targetKinds } from '../../integrations/targets/kinds.gen.ts';

const root = join(import.meta.dirname, '../..');

/**
 * Files that can name a target kind, each with the reason. All other code gets the kinds from the registration, so a
 * new kind is one folder and one line.
 */
const exceptions: [pattern: RegExp, why: string][] = [
  [/^integrations\/targets\//, 'the kinds themselves and their registration'],
  [/^lambdas\/templates\//, 'examples of providers as senders, and the units that providers count in'],
  [/^lambdas\/(?:invocations\/handshakes|contract\/webhook-settings)\.ts$/, 'senders of webhooks: their handshakes'],
  [
    /^lambdas\/(?:contract\/senders\.gen\.ts$|verification\/senders\/)/,
    'senders of webhooks: how they prove themselves',
  ],
  [
    /^frontend\/src\/features\/(?:verification\/guides|invocations\/setups)\.gen\.ts$/,
    'senders of webhooks: where their secrets stand, and how they are set up',
  ],
  [
    /^lambdas\/contract\/secret-addresses\.gen\.ts$/,
    'the addresses of providers that are secrets, written by the shelf',
  ],
  [/^lambdas\/contract\/openapi\//, 'examples of calls in the description of the API'],
  [/^lib\/local\/fakes\//, 'the stand-ins of the providers, one folder each'],
  [/^lib\/local\/provider-credentials\.ts$/, 'what the stand-ins are signed in with'],
  [/^frontend\/src\/(?:features\/landing\/|prerender\.tsx$)/, 'advertises by name, before the API can be asked'],
  [/^frontend\/src\/features\/webhooks\/texts\.ts$/, 'names the senders that ask for a handshake'],
  [/^frontend\/build\/senders\.gen\.ts$/, 'the senders, some of which are kinds as well'],
  [/^frontend\/src\/ui\/sender-paths\.gen\.ts$/, 'marks of the senders, some of which are kinds as well'],
  [/^tools\/audit\//, 'plays a newcomer, who chooses one by its name'],
  [/^tools\/shots\/demo\.ts$/, "sets up the account that the home page's pictures show"],
  [/^tools\/second-opinion\/cdk-on-ministack\.ts$/, "fills in credentials as an operator does, beside another kind's"],
  [
    /^frontend\/src\/features\/docs\//,
    'tells more about some providers, beside the steps that every kind brings along',
  ],
];

/** Ordinary words and platform terms that are also slugs. */
const ambiguous = ['http', 'email', 'mock'];

const sourceFiles: string[] = [
  'integrations',
  'lambdas',
  'lib',
  'tools',
  'bin',
  'frontend/src',
  'frontend/build',
].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name))),
);

const allowed = (file: string) => exceptions.some(([pattern]) => pattern.test(file));

describe('the name of a kind', () => {
  const slugs = targetKinds.map(({ slug }) => slug).filter((slug) => !ambiguous.includes(slug));

  it.each(slugs)('appears only in its own folder: %s', (slug) => {
    const naming = sourceFiles
      .filter((file) => !allowed(file))
      .filter((file) => new RegExp(slug, 'i').test(readFileSync(join(root, file), 'utf8')));
    expect(naming).toEqual([]);
  });

  it.each(ambiguous)('decides nothing outside its folder: %s', (slug) => {
    const comparing = new RegExp(`(?:kind|slug|type)\\w*\\s*===?\\s*['"]${slug}['"]|case ['"]${slug}['"]`);
    const deciding = sourceFiles
      .filter((file) => !allowed(file))
      .filter((file) => comparing.test(readFileSync(join(root, file), 'utf8')));
    expect(deciding).toEqual([]);
  });

  it.each(exceptions)('has no unnecessary exception: %s, %s', (pattern) => {
    const naming = sourceFiles
      .filter((file) => pattern.test(file))
      .filter((file) => slugs.some((slug) => new RegExp(slug, 'i').test(readFileSync(join(root, file), 'utf8'))));
    expect(naming).not.toEqual([]);
  });
});
