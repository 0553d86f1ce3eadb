import * as z from 'zod';
import * as account from '../account.ts';
import { acknowledgement } from '../acknowledge.ts';
import * as apiKey from '../api-key.ts';
import * as audit from '../audit.ts';
import { powChallenge } from '../challenge.ts';
import { openApi, problem } from '../common.ts';
import * as invocation from '../invocation.ts';
import * as search from '../invocation-search.ts';
import * as kept from '../kept-sample.ts';
import * as keyRequest from '../key-request.ts';
import { matters } from '../matter.ts';
import * as oidc from '../oidc.ts';
import { overview } from '../overview.ts';
import * as passkey from '../passkey.ts';
import * as replay from '../replay.ts';
import { rotatedWebhook, rotation } from '../rotation.ts';
import * as preview from '../routing-preview.ts';
import { tailed } from '../tail.ts';
import * as target from '../target.ts';
import * as team from '../team.ts';
import * as template from '../template.ts';
import { testCall, testedCall } from '../test-call.ts';
import * as verification from '../verification.ts';
import * as webhook from '../webhook.ts';
import { webhookStats } from '../webhook-stats.ts';

/** A JSON Schema (draft 2020-12), as OpenAPI 3.1 expects it. */
type JsonSchema = z.core.JSONSchema.JSONSchema;

/** The body of responses that the gateway sends itself. */
export const gatewayMessage = z.object({ message: z.string().max(200) });

const requests = {
  NewWebhook: webhook.newWebhook,
  ClonedName: webhook.clonedName,
  WebhookChange: webhook.webhookChange,
  Rotation: rotation,
  NewTarget: target.newTarget,
  TargetChange: target.targetChange,
  VerificationChange: verification.verificationChange,
  VerificationCheck: verification.verificationCheck,
  RoutingQuestion: preview.routingQuestion,
  TestCall: testCall,
  NewSample: kept.newSample,
  SampleName: kept.sampleName,
  InvocationReplay: replay.invocationReplay,
  ReplayFilter: replay.replayFilter,
  SandboxRequest: template.sandboxRequest,
  TrialRequest: account.trialRequest,
  Registration: account.registration,
  Credentials: account.credentials,
  AccountChange: account.accountChange,
  PasswordResetRequest: account.passwordResetRequest,
  PasswordReset: account.passwordReset,
  RefreshRequest: account.refreshRequest,
  NewKey: apiKey.newKey,
  NewKeyRequest: keyRequest.newKeyRequest,
  KeyTaking: keyRequest.keyTaking,
  KeyRequestAnswer: keyRequest.keyRequestAnswer,
  OidcLogin: oidc.oidcLogin,
  PasswordProof: passkey.passwordProof,
  NewPasskey: passkey.newPasskey,
  PasskeyProof: passkey.passkeyProof,
  PasskeyLogin: passkey.passkeyLogin,
  PasskeyName: passkey.passkeyName,
  SecondFactorChange: passkey.secondFactorChange,
  InvitationRequest: team.invitationRequest,
  RoleChange: team.roleChange,
  InvitationToken: team.invitationToken,
  NoticesChange: account.noticesChange,
  HoldOrderChange: account.holdOrderChange,
  ReviewAnswer: account.reviewAnswer,
  ContactMessage: account.contactMessage,
};

const responses = {
  CreatedWebhook: webhook.createdWebhook,
  NoticeList: account.noticeList,
  Webhook: webhook.webhook,
  RotatedWebhook: rotatedWebhook,
  WebhookList: webhook.webhookList,
  Invocation: invocation.invocation,
  InvocationList: invocation.invocationList,
  FoundInvocation: search.foundInvocation,
  SearchResult: search.searchResult,
  WebhookStats: webhookStats,
  Tailed: tailed,
  Acknowledgement: acknowledgement,
  MatterList: matters,
  Verification: verification.verification,
  CheckedCalls: verification.checkedCalls,
  RoutingPreview: preview.routingPreview,
  Rejection: verification.rejection,
  RejectionList: verification.rejections,
  KeptSample: kept.keptSample,
  KeptSampleList: kept.keptSamples,
  WholeSample: kept.wholeSample,
  Accepted: invocation.accepted,
  TestedCall: testedCall,
  Dispatch: invocation.dispatch,
  DispatchList: invocation.dispatchList,
  Target: target.target,
  TargetList: target.targetList,
  TargetKind: target.targetKind,
  TargetKindList: target.targetKindList,
  TestResult: target.testResult,
  QueuedAgain: replay.queuedAgain,
  ReplayCount: replay.replayCount,
  Replay: replay.replay,
  SandboxResult: template.sandboxResult,
  Plan: account.plan,
  PlanList: account.planList,
  PowChallenge: powChallenge,
  SignedIn: account.signedIn,
  TrialStarted: account.trialStarted,
  Refreshed: account.refreshed,
  Account: account.account,
  ApiKey: apiKey.apiKey,
  KeyList: apiKey.keyList,
  Change: audit.change,
  ChangeList: audit.changeList,
  CreatedKey: apiKey.createdKey,
  KeyRequestStarted: keyRequest.keyRequestStarted,
  KeyTaken: keyRequest.keyTaken,
  KeyRequest: keyRequest.keyRequest,
  OidcLink: oidc.oidcLink,
  Passkey: passkey.passkey,
  PasskeyList: passkey.passkeyList,
  PasskeyCreation: passkey.creationOptions,
  PasskeyRequest: passkey.requestOptions,
  RecoveryCodes: passkey.recoveryCodes,
  Invitation: team.invitation,
  OpenInvitation: team.openInvitation,
  Member: team.member,
  Team: team.team,
  Workspace: team.workspace,
  WorkspaceList: team.workspaceList,
  Overview: overview,
  SubscriptionLink: account.subscriptionLink,
  ResumedSubscription: account.resumedSubscription,
  OpenApi: openApi,
  Problem: problem,
  GatewayMessage: gatewayMessage,
};

const uri = (id: string) => `#/components/schemas/${id}`;

const INT32_MAX = 2 ** 31 - 1;

const conversion = (io: 'input' | 'output') =>
  ({
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.type === 'integer')
        jsonSchema.format = (jsonSchema.maximum ?? Number.POSITIVE_INFINITY) <= INT32_MAX ? 'int32' : 'int64';
      // Allow additional properties, because later versions can return more fields. Unknown fields of a request are
      // ignored.
      if (jsonSchema.type === 'object' && jsonSchema.additionalProperties === false)
        delete jsonSchema.additionalProperties;
    },
  }) as const satisfies z.core.ToJSONSchemaParams;

/** Converts schemas to JSON Schema, by name, with references to each other. */
const named = (schemas: Record<string, z.ZodType>, io: 'input' | 'output'): Record<string, JsonSchema> => {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const converted = z.toJSONSchema(registry, { ...conversion(io), uri });
  return Object.fromEntries(
    Object.entries(converted.schemas).map(([id, { $schema, $id, ...schema }]) => [id, schema as JsonSchema]),
  );
};

/** `components.schemas`: every request and response body. */
export const namedSchemas = (): Record<string, JsonSchema> => ({
  ...named(requests, 'input'),
  ...named(responses, 'output'),
});

/**
 * Returns a reference to a body's schema.
 * @throws Error if the schema is in neither table above
 */
export const referenceTo = (schema: z.ZodType): JsonSchema => {
  const [id] = Object.entries({ ...requests, ...responses }).find(([, each]) => each === schema) ?? [];
  if (!id) throw new Error('A message has no name in the OpenAPI document');
  return { $ref: uri(id) };
};

interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

/**
 * Describes the parameters in the path or query. Numbers in a query are described as numbers, although their schema
 * parses text.
 */
export const parametersOf = (place: 'path' | 'query', part: z.ZodType | undefined): Parameter[] => {
  if (!part) return [];
  const sent = z.toJSONSchema(part, conversion('input'));
  const described = place === 'path' ? sent : z.toJSONSchema(part, conversion('output'));
  return Object.entries(described.properties ?? {}).map(([name, schema]) => {
    const { description, ...rest } = schema as JsonSchema;
    const required = place === 'path' || (sent.required ?? []).includes(name);
    return { name, in: place, required, ...(description && { description }), schema: rest };
  });
};
