import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Settings } from '../settings.ts';

/** The output of `cdk deploy --outputs-file`: outputs by stack. */
type StackOutputs = Record<string, Record<string, string> | undefined>;

/** The file with the outputs of `npm run deploy`. */
export const outputsFile = path.resolve(import.meta.dirname, '../../dist/outputs.json');

/** The outputs of the last deployment from this folder; empty if there was none. */
export const readOutputs = (): StackOutputs =>
  existsSync(outputsFile) ? (JSON.parse(readFileSync(outputsFile, 'utf8')) as StackOutputs) : {};

/** The hosts of a stage: its domain names, or the names that AWS generated. */
export const addressesOf = (
  { stage, appUrl, invokeUrl }: Pick<Settings, 'stage' | 'appUrl' | 'invokeUrl'>,
  outputs: StackOutputs,
): { appUrl: string | undefined; invokeUrl: string | undefined } => ({
  appUrl: appUrl ?? outputs[`tellhook-${stage}-web`]?.AppUrl,
  invokeUrl: invokeUrl ?? outputs[`tellhook-${stage}-base`]?.InvokeUrl,
});
