import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { synthesize } from '../../lib/build/synthesize.ts';
import { cacheDir } from './run.ts';

/** The account of ministack. */
export const ACCOUNT = '123456789012';

/** An operator's settings, with every option on. */
const settingsOf = (region: string) => ({
  region,
  appUrl: 'https://app.second-opinion.test',
  invokeUrl: 'https://in.second-opinion.test',
  certificates: {
    app: `arn:aws:acm:us-east-1:${ACCOUNT}:certificate/00000000-0000-0000-0000-00000000000a`,
    invoke: `arn:aws:acm:${region}:${ACCOUNT}:certificate/00000000-0000-0000-0000-00000000000b`,
  },
  mail: { from: 'hello@mail.second-opinion.test', operator: 'operator@second-opinion.test' },
  firewall: { requestsPerFiveMinutes: 2000 },
  tracing: true,
  monthlyBudgetDollars: 20,
});

export interface Resource {
  Type: string;
  Properties?: Record<string, unknown>;
  DependsOn?: string | string[];
  DeletionPolicy?: string;
}
export interface Template {
  Resources: Record<string, Resource>;
  Outputs?: Record<string, unknown>;
}

/** Synthesizes a stage as an operator would. @returns the folder of the assembly */
export const assemble = async (stage: string, region: string, name: string, changes: object = {}): Promise<string> => {
  const folder = path.join(cacheDir, 'assemblies', `${stage}-${region}-${name}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const overridesPath = path.join(folder, 'stage-settings.json');
  writeFileSync(overridesPath, JSON.stringify({ ...settingsOf(region), ...changes }));
  await synthesize(stage, folder, { overridesPath });
  return folder;
};

/** The templates of an assembly by file. */
export const templatesOf = (folder: string): Map<string, Template> =>
  new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith('.template.json'))
      .map((name) => [path.join(folder, name), JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Template]),
  );
