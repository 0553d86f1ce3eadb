import * as z from 'zod';
import type { Settings } from '../settings.ts';
import type { AskAws } from './ask-aws.ts';
import { stackNamed } from './findings.ts';

const resourcesSchema = z.object({
  StackResourceSummaries: z.array(z.object({ ResourceType: z.string(), PhysicalResourceId: z.string().optional() })),
});

/** Returns the text that the operator must type to confirm the removal of a stage. */
export const demanded = (stage: string, withData: boolean): string => (withData ? `${stage} and its data` : stage);

interface Step {
  /** The program and its arguments. */
  command: string[];
}

/** The commands that remove a retained resource, by its type. They run in the order of the types. */
const removalOf: Record<string, (id: string) => string[][]> = {
  'AWS::DynamoDB::GlobalTable': (id) => [
    ['dynamodb', 'update-table', '--table-name', id, '--no-deletion-protection-enabled'],
    ['dynamodb', 'delete-table', '--table-name', id],
  ],
  'AWS::SecretsManager::Secret': (id) => [['secretsmanager', 'delete-secret', '--secret-id', id]],
  'AWS::S3::Bucket': (id) => [['s3', 'rb', '--force', `s3://${id}`]],
  'AWS::Logs::LogGroup': (id) => [['logs', 'delete-log-group', '--log-group-name', id]],
  // The key is last, because no backup can be read without it.
  'AWS::KMS::Key': (id) => [['kms', 'schedule-key-deletion', '--key-id', id, '--pending-window-in-days', '30']],
};

/**
 * Returns the commands that remove a stage, in order. Call it before removing anything, because it reads the retained
 * resources from the stacks.
 * @param withData also removes the resources that `keepData` keeps: table, key, secrets, logs and the site's bucket
 */
export const teardownSteps = async (
  ask: AskAws,
  { stage, region, keepData }: Settings,
  withData: boolean,
): Promise<Step[]> => {
  const kept: { type: string; id: string }[] = [];
  for (const name of ['data', 'base', 'delivery', 'web', 'operations']) {
    const stackName = `tellhook-${stage}-${name}`;
    if (!(await stackNamed(ask, stackName, region))) continue;
    const { StackResourceSummaries } = resourcesSchema.parse(
      await ask(['cloudformation', 'list-stack-resources', '--stack-name', stackName], region),
    );
    // If `keepData` is false, the other resources are removed with their stack.
    for (const { ResourceType: type, PhysicalResourceId: id } of StackResourceSummaries)
      if (id && removalOf[type] && (keepData || type === 'AWS::S3::Bucket')) kept.push({ type, id });
  }
  const aws = (words: string[]): Step => ({ command: ['aws', ...words, '--region', region] });
  const removals = withData
    ? Object.entries(removalOf).flatMap(([type, commands]) =>
        kept.filter((it) => it.type === type).flatMap(({ id }) => commands(id)),
      )
    : [];
  return [
    ...(keepData
      ? [
          aws([
            'cloudformation',
            'update-termination-protection',
            '--no-enable-termination-protection',
            '--stack-name',
            `tellhook-${stage}-data`,
          ]),
        ]
      : []),
    { command: ['npx', 'cdk', 'destroy', '--all', '--force'] },
    ...removals.map(aws),
  ];
};
