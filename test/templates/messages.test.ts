import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { linesOf } from '../support/outlines.ts';

/** A call of a sender without a ready-made template, and the lines of its message. */
interface Case {
  is: string;
  call: unknown;
  headers?: Record<string, string>;
  says: string[];
}

const folder = new URL('./fixtures/messages/', import.meta.url);
const groups = readdirSync(folder).flatMap((file): [string, Case[]][] =>
  Object.entries(parse(readFileSync(new URL(file, folder), 'utf8'))),
);

describe.each(groups)('%s', (_, cases) => {
  it.each(cases)('$is', ({ call, headers, says }) => expect(linesOf(call, headers)).toEqual(says));
});
