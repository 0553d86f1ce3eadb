import { parseArgs } from 'node:util';
import { statusStore } from '../lambdas/adapters/status-store.ts';
import { publishStatus } from '../lambdas/status/publish.ts';
import { type IncidentReport, withReport } from '../lambdas/status/record.ts';
import { askByCommandLine } from '../lib/deploy/ask-aws.ts';
import { stackNamed } from '../lib/deploy/findings.ts';
import { loadSettings } from '../lib/settings.ts';

/**
 * `npm run incident -- open "Messages are late"` shows an incident on the status page of STAGE; `update "Text"` and
 * `close ["Text"]` continue it; see docs/runbook.md#status-page. `--at 2026-11-26T12:00:00Z` sets another time, and
 * `--local http://localhost:3000` writes to the local run at that address.
 */
const USAGE = 'usage: npm run incident -- open|update|close "Text" [--at 2026-11-26T12:00:00Z] [--local URL]';
const ACTIONS = ['open', 'update', 'close'] as const;

const reportOf = ([name, text = '', ...others]: string[], given: string | undefined): IncidentReport => {
  const action = ACTIONS.find((it) => it === name);
  const at = given === undefined ? new Date() : new Date(given);
  const lacksText = text === '' && action !== 'close';
  if (!action || lacksText || others.length > 0 || Number.isNaN(at.getTime())) throw new Error(USAGE);
  return { action, at: at.toISOString(), text };
};

/** The bucket and the interval of the checks. Also sets the region or, for a local run, the canary's variables. */
const siteOf = async (local: string | undefined): Promise<{ bucket: string; everyMinutes: number }> => {
  if (local !== undefined) {
    const answer = await fetch(new URL('/__fakes/api/environment/canary', local));
    if (!answer.ok) throw new Error(`${local} is not a run of this machine.`);
    Object.assign(process.env, await answer.json());
    return { bucket: process.env.SITE_BUCKET ?? '', everyMinutes: Number(process.env.CANARY_MINUTES) };
  }
  const { STAGE = 'dev', STAGE_SETTINGS } = process.env;
  const { region, canaryMinutes } = loadSettings(STAGE, { overridesPath: STAGE_SETTINGS });
  const stack = await stackNamed(askByCommandLine, `tellhook-${STAGE}-web`, region);
  const bucket = stack?.outputs.SiteBucket;
  if (!bucket || !canaryMinutes) throw new Error(`The stage ${STAGE} has no status page in ${region}`);
  process.env.AWS_REGION = region;
  return { bucket, everyMinutes: canaryMinutes };
};

try {
  const { values, positionals } = parseArgs({
    options: { at: { type: 'string' }, local: { type: 'string' } },
    allowPositionals: true,
  });
  const report = reportOf(positionals, values.at);
  const { bucket, everyMinutes } = await siteOf(values.local);
  const ports = { ...statusStore(bucket), everyMinutes };
  const { incidents } = await publishStatus(ports, new Date(), (record) => withReport(record, report));
  const [latest] = incidents;
  console.log(
    `${latest?.title}: ${latest?.endedAt ? `closed at ${latest.endedAt}` : `open since ${latest?.startedAt}`}`,
  );
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
