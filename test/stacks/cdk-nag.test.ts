import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Aspects } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { beforeAll, describe, expect, it } from 'vitest';
import { certificatesOfCloudFront, synthesized } from './synthesized.ts';

let prod: ReturnType<typeof synthesized>;
let directory: string;
let messages: { level: string; id: string; entry: { data?: unknown } }[];
beforeAll(() => {
  // A stage with all optional parts.
  const everything = {
    tracing: true,
    firewall: { requestsPerFiveMinutes: 2000, callsPerMinute: 6000 },
    invokeDistribution: {},
    certificates: certificatesOfCloudFront,
  };
  prod = synthesized('prod', everything, true);
  Aspects.of(prod.app).add(new AwsSolutionsChecks({ verbose: true }));
  const assembly = prod.app.synth({ force: true });
  ({ directory } = assembly);
  messages = assembly.stacks.flatMap((stack) => stack.messages);
}, 120_000);

describe('the CloudFormation rules', () => {
  it('report nothing in production', () => {
    // The report exists only if the rules were checked.
    const report = JSON.parse(readFileSync(join(directory, 'validation-report.json'), 'utf8'));
    expect(report.pluginReports).toEqual([]);
  });
});

describe('the AwsSolutions rules of cdk-nag', () => {
  it('report nothing in production beyond accepted findings', () => {
    const findings = messages.filter(({ level }) => level === 'error' || level === 'warning');
    expect(findings.map(({ id, entry }) => `${id}: ${JSON.stringify(entry.data).slice(0, 300)}`)).toEqual([]);
  });

  it('have one sentence of reason for each accepted finding', () => {
    const accepted = Object.values(prod.templates).flatMap((template) =>
      Object.values(
        template.toJSON().Resources as Record<
          string,
          { Metadata?: { cdk_nag?: { rules_to_suppress: { id: string; reason: string }[] } } }
        >,
      ).flatMap(({ Metadata }) => Metadata?.cdk_nag?.rules_to_suppress ?? []),
    );
    expect(accepted.length).toBeGreaterThan(0);
    for (const { reason } of accepted) expect(reason).toMatch(/^.{20,}\.$/);
  });
});
