import path from 'node:path';
import { ACCOUNT, assemble, templatesOf } from './assemblies.ts';
import type { Tell } from './opinion.ts';
import type { Python } from './python.ts';
import { run, tailOf } from './run.ts';

/** Warnings that are accepted, with the reason. */
const ACCEPTED: Record<string, string> = {
  W3005:
    'a dependency that a reference also makes: the CDK adds it so that a role’s policies are there before its function',
};

const certificate = (id: string) =>
  `arn:aws:acm:us-east-1:${ACCOUNT}:certificate/00000000-0000-0000-0000-00000000000${id}`;

/** `dev` uses the gateway's domain for the invoke host, `prod` a distribution with a firewall in front of it. */
const CHANGES: Record<string, object> = {
  dev: {},
  prod: {
    firewall: { requestsPerFiveMinutes: 2000, callsPerMinute: 6000 },
    invokeDistribution: { webAclArn: `arn:aws:wafv2:us-east-1:${ACCOUNT}:global/webacl/tellhook-prod-invoke/id` },
    certificates: { app: certificate('a'), invoke: certificate('b') },
  },
};

interface Match {
  Filename: string;
  Level: 'Error' | 'Warning' | 'Informational';
  Message: string;
  Rule: { Id: string };
  Location: { Path?: (string | number)[] };
}

/** Runs cfn-lint on every template of both stages, with firewall and tracing, in two regions. */
export const lintTemplates = async (python: Python, tell: Tell): Promise<void> => {
  for (const region of ['eu-central-1', 'us-east-1'])
    for (const stage of ['dev', 'prod']) {
      const about = `templates of ${stage} in ${region}`;
      const of = `cfn-lint ${python.versions['cfn-lint']}`;
      const templates = templatesOf(await assemble(stage, region, 'lint', CHANGES[stage]));
      const files = [...templates.keys()];
      // The firewall's own stack is always in us-east-1.
      const regions = files.map((file) => (file.includes('Firewall') ? 'us-east-1' : region));
      const matches: Match[] = [];
      for (const [index, file] of files.entries()) {
        const { code, stdout, output } = await run(python.program('cfn-lint'), [
          '--format',
          'json',
          '--regions',
          regions[index] as string,
          '--',
          file,
        ]);
        if (code === null || !stdout.trim().startsWith('['))
          return tell({ of, about, verdict: 'FAILED', detail: tailOf(output) });
        matches.push(...(JSON.parse(stdout) as Match[]));
      }
      const refused = matches.filter(({ Level, Rule }) => Level === 'Error' || !ACCEPTED[Rule.Id]);
      for (const { Filename, Level, Rule, Message, Location } of refused)
        tell({
          of,
          about: path.basename(Filename),
          verdict: 'FAILED',
          detail: `${Level} ${Rule.Id} at ${Location.Path?.join('/')}: ${Message}`,
        });
      if (refused.length > 0) continue;
      const count = [...templates.values()].reduce((sum, { Resources }) => sum + Object.keys(Resources).length, 0);
      tell({ of, about, verdict: 'agrees', detail: `${count} resources of ${files.length} stacks, no error` });
      for (const [rule, why] of Object.entries(ACCEPTED)) {
        const times = matches.filter(({ Rule }) => Rule.Id === rule).length;
        if (times > 0) tell({ of, about, verdict: 'differs', detail: `${times} × warning ${rule}, accepted: ${why}` });
      }
    }
};
