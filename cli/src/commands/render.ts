import { type Given, UsageError } from '../command.ts';
import type { Io } from '../io.ts';
import { harmless, printJson } from '../print.ts';
import { rendered } from '../rendered.ts';
import { knownSample, parseSample, readText } from '../samples.ts';

export const renderFile = async (given: Given, io: Io): Promise<0 | 1> => {
  const [template] = given.positionals;
  const [file, known] = [given.text('call'), given.text('sample')];
  if ((file === undefined) === (known === undefined)) throw new UsageError('Pass either --call or --sample');
  const sample =
    known !== undefined
      ? knownSample(known)
      : parseSample(file === '-' ? await io.readStdin() : await readText(file ?? '', io.cwd));
  const result = rendered(sample, template === undefined ? undefined : await readText(template, io.cwd), 'Webhook');
  if (given.flag('json')) printJson(result, io);
  else if (result.message !== undefined) io.out(`${harmless(result.message)}\n`);
  if (!result.error) return 0;
  const { code, message, line, column, hint } = result.error;
  if (!given.flag('json'))
    io.err(`${template ?? 'template'}:${line}:${column} ${code} ${message}${hint ? `\n${hint}` : ''}\n`);
  return 1;
};
