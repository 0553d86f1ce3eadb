import { Aspects } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { certificatesOfCloudFront, synthesized } from './synthesized.ts';

let prod: ReturnType<typeof synthesized>;
let messages: { level: string; id: string; entry: { data?: unknown } }[];
beforeAll(() => {
  // With all that a stage may have.
  prod = synthesized('prod', {
    tracing: true,
    firewall: { requestsPerFiveMinutes: 2000, callsPerMinute: 6000 },
    invokeDistribution: {},
    certificates: certificatesOfCloudFront,
  });
  Aspects.of(prod.app).add(new AwsSolutionsChecks({ verbose: true }));
  messages = prod.app.synth({ force: true }).stacks.flatMap((stack) => stack.messages);
}, 120_000);
afterAll(() => prod.remove());

describe('the AwsSolutions rules of cdk-nag', () => {
  it('find nothing in production that is not accepted with a reason', () => {
    const findings = messages.filter(({ level }) => level === 'error' || level === 'warning');
    expect(findings.map(({ id, entry }) => `${id}: ${JSON.stringify(entry.data).slice(0, 300)}`)).toEqual([]);
  });

  it('are accepted with a sentence each', () => {
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
