import * as z from 'zod';
import type { MappingSpec } from '../events/poller.ts';
import { parseRate, type ScheduleSpec } from '../events/schedules.ts';
import type { FunctionSpec } from '../functions/environment.ts';
import { type InvokePermission, mayInvoke } from '../iam/invokers.ts';
import { type Grant, grantsOf } from '../iam/policies.ts';
import type { Assembly } from './assembly.ts';
import { UnsupportedTemplate } from './problems.ts';
import { ignored, only, type Resources } from './resources.ts';

/** A function of the template with its role. */
export interface DeployedFunction {
  spec: FunctionSpec;
  arn: string;
  /** True if the function is allowed to trigger itself in a loop. Otherwise, Lambda stops it after some hops. */
  mayRecur: boolean;
  roleName: string;
  grants: Grant[];
  /** The function's resource policy: the services that can invoke it. */
  permissions: InvokePermission[];
}

const lambdaFunction = z.strictObject({
  FunctionName: z.string().optional(),
  Code: z.strictObject({ S3Bucket: z.string(), S3Key: z.string() }),
  Handler: z.string(),
  Runtime: z.string(),
  Role: z.string(),
  MemorySize: z.int().default(128),
  Timeout: z.int().default(3),
  Environment: z.strictObject({ Variables: z.record(z.string(), z.string()) }).optional(),
  ReservedConcurrentExecutions: z.int().min(1).optional(),
  RecursiveLoop: z.enum(['Allow', 'Terminate']).default('Terminate'),
  Layers: z.array(z.string()).optional(),
  PackageType: only('Zip'),
  ...ignored('Architectures', 'Description', 'LoggingConfig', 'TracingConfig', 'EphemeralStorage'),
});

const role = z.strictObject({
  RoleName: z.string().optional(),
  ManagedPolicyArns: z.array(z.string()).optional(),
  Policies: z.array(z.strictObject({ PolicyName: z.string(), PolicyDocument: z.unknown() })).optional(),
  ...ignored('AssumeRolePolicyDocument', 'Description', 'Path', 'MaxSessionDuration'),
});

const policy = z.strictObject({
  PolicyDocument: z.unknown(),
  PolicyName: z.string(),
  Roles: z.array(z.string()),
});

const permission = z.strictObject({
  Action: z.literal('lambda:InvokeFunction'),
  FunctionName: z.string(),
  Principal: z.string(),
  SourceArn: z.string().optional(),
  SourceAccount: z.string().optional(),
});

/** The AWS managed policies that only allow writing logs and traces, which this machine does not check. */
const LOGGING_POLICY = /:aws:policy\/(service-role\/AWSLambdaBasicExecutionRole|AWSXRayDaemonWriteAccess)$/;

const RUNTIME = 'nodejs24.x';

/** Names or ARNs of the functions that the CDK adds for deployments. The runner does their work itself. */
const deploymentProviders = (resources: Resources): Set<string> => {
  const customResource = z.looseObject({ ServiceToken: z.string() });
  return new Set(
    resources.all('Custom::CDKBucketDeployment', customResource).map(({ properties }) => properties.ServiceToken),
  );
};

/** The grants of the product functions' roles, by role name. */
const readGrants = (resources: Resources, roleNames: Set<string>): Map<string, Grant[]> => {
  const grants = new Map<string, Grant[]>();
  for (const { ref, logicalId, properties } of resources.all('AWS::IAM::Role', role)) {
    if (!roleNames.has(ref)) continue;
    for (const arn of properties.ManagedPolicyArns ?? []) {
      if (!LOGGING_POLICY.test(arn)) throw new UnsupportedTemplate(`${logicalId}: the managed policy ${arn}`);
    }
    grants.set(
      ref,
      (properties.Policies ?? []).flatMap(({ PolicyDocument }) => grantsOf(PolicyDocument, logicalId)),
    );
  }
  for (const { logicalId, properties } of resources.all('AWS::IAM::Policy', policy)) {
    for (const name of properties.Roles) grants.get(name)?.push(...grantsOf(properties.PolicyDocument, logicalId));
  }
  return grants;
};

/** The functions' short names, without the common prefix (`tellhook-local-`). */
const shortNames = (names: string[]): Map<string, string> => {
  const [first = '', ...others] = names;
  let common = others.length > 0 ? first : '';
  for (const name of others) while (!name.startsWith(common)) common = common.slice(0, -1);
  const cut = common.lastIndexOf('-') + 1;
  return new Map(names.map((name) => [name, name.slice(cut)]));
};

export const readFunctions = (assembly: Assembly, resources: Resources): DeployedFunction[] => {
  const providers = deploymentProviders(resources);
  const ours = resources
    .all('AWS::Lambda::Function', lambdaFunction)
    .map((found) => ({ ...found, arn: resources.attribute(found, 'Arn') }))
    .filter(({ arn }) => !providers.has(arn));
  const roleNameOf = (roleArn: string) => roleArn.split('role/').pop() ?? '';
  const grants = readGrants(resources, new Set(ours.map(({ properties }) => roleNameOf(properties.Role))));
  const names = shortNames(ours.map(({ ref }) => ref));
  const permissions = resources.all('AWS::Lambda::Permission', permission).map(({ properties }) => properties);

  return ours.map(({ ref, arn, logicalId, properties }) => {
    const { Runtime, Code, Layers, Environment } = properties;
    if (Runtime !== RUNTIME) throw new UnsupportedTemplate(`${logicalId}: the runtime ${Runtime} (only ${RUNTIME})`);
    if (Layers) throw new UnsupportedTemplate(`${logicalId}: layers are not supported by the local machine`);
    const folder = assembly.assets.get(Code.S3Key.replace(/\.[^.]+$/, ''));
    if (!folder) throw new UnsupportedTemplate(`${logicalId}: no asset ${Code.S3Key} in the assembly`);
    const roleName = roleNameOf(properties.Role);
    return {
      spec: {
        name: names.get(ref) ?? ref,
        deployedName: ref,
        folder,
        handler: properties.Handler,
        memoryMb: properties.MemorySize,
        timeoutSeconds: properties.Timeout,
        environment: Environment?.Variables ?? {},
        ...(properties.ReservedConcurrentExecutions && {
          reservedConcurrency: properties.ReservedConcurrentExecutions,
        }),
      },
      arn,
      mayRecur: properties.RecursiveLoop === 'Allow',
      roleName,
      grants: grants.get(roleName) ?? [],
      permissions: permissions
        .filter(({ FunctionName }) => FunctionName === arn || FunctionName === ref)
        .map(({ Principal, SourceArn, SourceAccount }) => ({
          principal: Principal,
          sourceArn: SourceArn,
          sourceAccount: SourceAccount,
        })),
    };
  });
};

const mapping = z.strictObject({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  BatchSize: z.int().max(10).default(10),
  FunctionResponseTypes: z.array(z.literal('ReportBatchItemFailures')).optional(),
  ScalingConfig: z.strictObject({ MaximumConcurrency: z.int() }).optional(),
  Enabled: only(true),
});

/** The function of a reference (name or ARN). */
export const functionNamed = (functions: DeployedFunction[], reference: string): DeployedFunction => {
  const found = functions.find(({ arn, spec }) => arn === reference || spec.deployedName === reference);
  if (!found) throw new UnsupportedTemplate(`No function is called ${reference}`);
  return found;
};

export const readMappings = (resources: Resources, functions: DeployedFunction[]): MappingSpec[] =>
  resources.all('AWS::Lambda::EventSourceMapping', mapping).map(({ logicalId, properties }) => {
    if (!properties.EventSourceArn.startsWith('arn:aws:sqs:')) {
      throw new UnsupportedTemplate(`${logicalId}: only queues are supported as event sources`);
    }
    const { spec, mayRecur } = functionNamed(functions, properties.FunctionName);
    return {
      queueName: properties.EventSourceArn.split(':').pop() ?? '',
      queueArn: properties.EventSourceArn,
      functionName: spec.name,
      mayRecur,
      batchSize: properties.BatchSize,
      reportsItemFailures: (properties.FunctionResponseTypes ?? []).length > 0,
      maximumConcurrency: properties.ScalingConfig?.MaximumConcurrency,
    };
  });

const rule = z.strictObject({
  Name: z.string().optional(),
  ScheduleExpression: z.string(),
  State: only('ENABLED'),
  Targets: z.array(
    z.strictObject({
      Arn: z.string(),
      Id: z.string(),
      // EventBridge's retries have no effect, because delivery always succeeds here.
      ...ignored('RetryPolicy'),
    }),
  ),
  ...ignored('Description'),
});

const eventInvokeConfig = z.strictObject({
  FunctionName: z.string(),
  // Retries are not supported: the next run of a schedule does the work of a failed one.
  MaximumRetryAttempts: z.literal(0),
  ...ignored('Qualifier', 'MaximumEventAgeInSeconds'),
});

export const readSchedules = (resources: Resources, functions: DeployedFunction[], account: string): ScheduleSpec[] => {
  const configured = resources
    .all('AWS::Lambda::EventInvokeConfig', eventInvokeConfig)
    .map(({ properties }) => functionNamed(functions, properties.FunctionName));
  return resources.all('AWS::Events::Rule', rule).flatMap((found) =>
    found.properties.Targets.map(({ Arn }) => {
      const target = functionNamed(functions, Arn);
      const arn = resources.attribute(found, 'Arn');
      if (!mayInvoke(target.permissions, { principal: 'events.amazonaws.com', sourceArn: arn, account })) {
        throw new UnsupportedTemplate(`${found.logicalId}: no permission lets events invoke ${target.spec.name}`);
      }
      const everyMs = parseRate(found.properties.ScheduleExpression);
      if (!configured.includes(target))
        throw new UnsupportedTemplate(`${found.logicalId}: a failed run of ${target.spec.name} would be repeated`);
      return {
        name: found.ref,
        arn,
        functionName: target.spec.name,
        everyMs,
      };
    }),
  );
};
