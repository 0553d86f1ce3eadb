import type { MappingSpec } from '../events/poller.ts';
import type { ScheduleSpec } from '../events/schedules.ts';
import type { HttpApiSpec } from '../gateway/http-api.ts';
import type { Assembly } from './assembly.ts';
import { checkTypes } from './catalogue.ts';
import { createPhysicalIds } from './physical-ids.ts';
import {
  type MailSpec,
  type QueueSpec,
  readMail,
  readQueues,
  readSecrets,
  readTables,
  type SecretSpec,
  type TableSpec,
} from './read-data.ts';
import { type DeployedFunction, readFunctions, readMappings, readSchedules } from './read-functions.ts';
import { readHttpApis } from './read-http.ts';
import { type BucketDeploymentSpec, type DistributionSpec, readDeployments, readDistributions } from './read-site.ts';
import {
  type MailEventDestination,
  readMailEventDestinations,
  readSubscriptions,
  type TopicSubscription,
} from './read-topics.ts';
import { createResolver, type Pseudo, type Resolve } from './resolver.ts';
import { createResources } from './resources.ts';

/** The template's resources, as this machine runs them. */
export interface Deployment extends Pseudo {
  tables: TableSpec[];
  queues: QueueSpec[];
  secrets: SecretSpec[];
  mail: MailSpec;
  functions: DeployedFunction[];
  mappings: MappingSpec[];
  schedules: ScheduleSpec[];
  subscriptions: TopicSubscription[];
  mailEvents: MailEventDestination[];
  apis: HttpApiSpec[];
  distributions: DistributionSpec[];
  bucketDeployments: BucketDeploymentSpec[];
}

/** The account in every ARN. The queue stand-in supports no other. */
const ACCOUNT = '000000000000';

/** Reads an assembly's resources. @throws UnsupportedTemplate for the first unsupported part */
export const readDeployment = (assembly: Assembly): Deployment => {
  checkTypes(assembly);
  const pseudo: Pseudo = { region: assembly.region, account: ACCOUNT };
  let resolve: Resolve;
  const physicalIds = createPhysicalIds(pseudo, () => resolve);
  resolve = createResolver(assembly, pseudo, physicalIds);
  const resources = createResources(assembly, resolve);
  const functions = readFunctions(assembly, resources);
  return {
    ...pseudo,
    tables: readTables(resources),
    queues: readQueues(resources),
    secrets: readSecrets(resources),
    mail: readMail(resources),
    functions,
    mappings: readMappings(resources, functions),
    schedules: readSchedules(resources, functions, pseudo.account),
    subscriptions: readSubscriptions(resources),
    mailEvents: readMailEventDestinations(resources),
    apis: readHttpApis(resources, functions, pseudo),
    distributions: readDistributions(resources),
    bucketDeployments: readDeployments(assembly, resources),
  };
};
