import { Failure, type Given } from '../command.ts';
import {
  type DescribedWebhook,
  type Document,
  documentFile,
  type Expectation,
  folderOf,
  readDocument,
  templateOf,
} from '../document.ts';
import type { Io } from '../io.ts';
import { colour, harmless, printJson } from '../print.ts';
import { type Rendered, rendered } from '../rendered.ts';
import { knownSample, parseSample, type Reach, readNamed } from '../samples.ts';

interface Result {
  webhook: string;
  name: string;
  passed: boolean;
  /** Descriptions of the failed expectations. */
  problems: string[];
  message?: string;
}

const problemsOf = ({ message, error }: Rendered, expect: Expectation, parts: number | string): string[] => {
  const { equals, contains = [], lacks = [] } = expect;
  if (error) return [`${error.line}:${error.column} ${error.code} ${error.message}`];
  const text = message ?? '';
  return [
    ...(equals !== undefined && equals !== text ? [`is not ${JSON.stringify(equals)}`] : []),
    ...contains.filter((part) => !text.includes(part)).map((part) => `does not contain ${JSON.stringify(part)}`),
    ...lacks.filter((part) => text.includes(part)).map((part) => `contains ${JSON.stringify(part)}`),
    ...partsProblem(expect.parts, parts),
  ];
};

const partsProblem = (wanted: number | undefined, parts: number | string): string[] => {
  if (wanted === undefined || wanted === parts) return [];
  return [typeof parts === 'string' ? parts : `sent in ${parts} part${parts === 1 ? '' : 's'}, not in ${wanted}`];
};

/** Returns the number of a message's parts, or the reason why it cannot be determined here. */
const partsOf = async (
  { message = '' }: Rendered,
  { targets = [], split_message = true, format }: DescribedWebhook,
  document: Document,
): Promise<number | string> => {
  if (format === 'rich') return 'is rich, so the number of parts depends on each chat and can’t be counted offline';
  const types = targets.map((name) => document.targets?.[name]?.type);
  if (types.length === 0 || types.some((type) => type === undefined))
    return 'can’t be counted in parts, because the file does not give the types of all its targets';
  const { partsAt } = await import('../parts.ts');
  return partsAt(message, types as string[], split_message);
};

const runAll = async (document: Document, reach: Reach): Promise<Result[]> => {
  const results: Result[] = [];
  for (const [webhook, described] of Object.entries(document.webhooks)) {
    const template = await templateOf(described, reach);
    for (const { call, sample, expect, name = call ?? sample ?? '' } of described.tests ?? []) {
      const given = sample === undefined ? parseSample(await readNamed(call ?? '', reach)) : knownSample(sample);
      const result = rendered(given, template ?? undefined, webhook);
      const parts = expect.parts === undefined ? 0 : await partsOf(result, described, document);
      const problems = problemsOf(result, expect, parts);
      const { message } = result;
      results.push({
        webhook,
        name,
        passed: problems.length === 0,
        problems,
        ...(message !== undefined && { message }),
      });
    }
  }
  return results;
};

/** Renders each test's call with its webhook's template and checks the expectations. Sends no requests. */
export const test = async (given: Given, io: Io): Promise<0 | 1> => {
  const file = await documentFile(given.positionals[0], io.cwd);
  const reach = { folder: folderOf(file, io.cwd), outside: given.flag('allow-outside') };
  const results = await runAll(await readDocument(file, io.cwd), reach);
  if (results.length === 0) throw new Failure(`${file} has no tests.`, 'Add tests at webhooks.<name>.tests');
  const failed = results.filter(({ passed }) => !passed);
  if (given.flag('json')) printJson(results, io);
  else {
    for (const { webhook, name, passed, problems, message } of results) {
      io.out(`${passed ? colour('green', 'ok  ', io) : colour('red', 'fail', io)} ${webhook}: ${harmless(name)}\n`);
      for (const problem of problems) io.out(`       ${harmless(problem)}\n`);
      if (!passed && message !== undefined) io.out(`${harmless(message).replace(/^/gm, '     | ')}\n`);
    }
    io.out(`${results.length - failed.length} of ${results.length} passed\n`);
  }
  return failed.length > 0 ? 1 : 0;
};
