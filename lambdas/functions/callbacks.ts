import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  Context,
  SQSBatchResponse,
  SQSEvent,
} from 'aws-lambda';
import * as z from 'zod';
import { verificationCallback } from '../accounts/verify-address.ts';
import { readCallback, writeAnswer } from '../adapters/callback-event.ts';
import { codeStore } from '../adapters/dynamodb/code-store.ts';
import { consentStore } from '../adapters/dynamodb/consent-store.ts';
import { countersStore } from '../adapters/dynamodb/counters-store.ts';
import { digestStore } from '../adapters/dynamodb/digest-store.ts';
import { dispatchStore } from '../adapters/dynamodb/dispatch-store.ts';
import { noticeChoiceStore } from '../adapters/dynamodb/notice-choice-store.ts';
import { providerReferenceStore } from '../adapters/dynamodb/provider-reference-store.ts';
import { suppressionStore } from '../adapters/dynamodb/suppression-store.ts';
import { openTable } from '../adapters/dynamodb/table.ts';
import { parseTarget, targetStore } from '../adapters/dynamodb/target-store.ts';
import { ownerAccounts, verificationStore } from '../adapters/dynamodb/verification-store.ts';
import { webhookStore } from '../adapters/dynamodb/webhook-store.ts';
import { createOutboundHttp, hostMapVariable } from '../adapters/http-client.ts';

import { mailVariable } from '../adapters/mailer.ts';
import { productMailer } from '../adapters/product-mailer.ts';
import { sealerOf } from '../adapters/sealing.ts';
import { secretsManager } from '../adapters/secrets.ts';
import { parseSesEvent } from '../adapters/ses-events.ts';
import { stripeBilling } from '../adapters/stripe-billing.ts';
import { billingCallback } from '../billing/callback.ts';
import { reportLateFailure } from '../dispatches/recovery/late-failure.ts';
import { demandEdge } from '../http/client-address.ts';
import { problemOf } from '../http/problem.ts';
import { queueConsumer } from '../http/queue-consumer.ts';
import { mailboxConsent } from '../mail/consent.ts';
import { consentCallback } from '../mail/consent-callback.ts';
import { recordMailEvent } from '../mail/suppression.ts';
import { noticesCallback } from '../notices/notice-choice.ts';
import type { CallbackAnswer, CallbackRequest } from '../outbound/callback.ts';
import { systemClock } from '../platform/clock.ts';
import { loadConfig, variables } from '../platform/config.ts';
import { AppError, notFound } from '../platform/errors.ts';
import { log, withLogFields } from '../platform/log.ts';
import { linksVariable, providerCredentials } from '../targets/credentials.ts';
import { type CallbackPorts, handleCallback, handleMailEvent } from '../targets/handle-callback.ts';

const arn = z.string().min(1);
const config = loadConfig(
  {
    TABLE_NAME: variables.TABLE_NAME,
    APP_URL: variables.APP_URL,
    EDGE_SECRET_ARN: arn,
    SEALING_SECRET_ARN: arn,
    PROVIDERS_SECRET_ARN: arn,
    PROVIDER_LINKS: linksVariable,
    MAIL: mailVariable,
    OUTBOUND_HOST_MAP: hostMapVariable,
  },
  process.env,
);
const table = openTable(config.TABLE_NAME);
const secrets = secretsManager(systemClock);
const sealer = sealerOf(secrets.text(config.SEALING_SECRET_ARN));
const edgeKeys = secrets.versions(config.EDGE_SECRET_ARN);
const credentials = secrets.json(config.PROVIDERS_SECRET_ARN, providerCredentials);
const http = createOutboundHttp({ hostMap: config.OUTBOUND_HOST_MAP });
const dispatches = dispatchStore(table, parseTarget);
const counters = countersStore(table);
const suppressions = suppressionStore(table);
const choices = noticeChoiceStore(table);
const consents = consentStore(table);
const owners = ownerAccounts(table);
const targets = targetStore(table);
const webhooks = webhookStore(table);
const verifications = verificationStore(table);
const consent = mailboxConsent(consents, { clock: systemClock, appUrl: config.APP_URL });
const belongings = async (userId: number) => {
  const [ownWebhooks, ownTargets] = await Promise.all([webhooks.list(userId), targets.list(userId)]);
  return { webhooks: ownWebhooks.map(({ name }) => name), targets: ownTargets.map(({ name }) => name) };
};

const billing = stripeBilling({
  table,
  credentials,
  hostMap: config.OUTBOUND_HOST_MAP,
  mail: productMailer(config.MAIL, table, systemClock),
  appUrl: config.APP_URL,
  clock: systemClock,
});

const ports = async (): Promise<CallbackPorts> => ({
  http,
  credentials: await credentials(),
  clock: systemClock,
  appUrl: config.APP_URL,
  links: config.PROVIDER_LINKS,
  codes: codeStore(table),
  sealer: await sealer(),
  targets,
  consent,
  owners,
  belongings,
  references: providerReferenceStore(table),
  digests: digestStore(table, systemClock),
  lateFailures: { report: (failure) => reportLateFailure(failure, { dispatches, counters, clock: systemClock }) },
});

const answerOf = async (slug: string, request: CallbackRequest): Promise<CallbackAnswer> => {
  if (slug === 'stripe') return billingCallback(request, billing);
  if (slug === 'notices') return noticesCallback(request, choices);
  if (slug === 'consent') return consentCallback(request, consents);
  if (slug === 'address')
    return verificationCallback(request, { owners, verifications, consent, belongings, clock: systemClock });
  return handleCallback(slug, request, await ports());
};

/** A call of a provider or of a browser that one sent back. */
const answerCall = async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
  const { slug, request } = readCallback(event);
  try {
    await demandEdge(event, edgeKeys);
    const answer = await answerOf(slug, request);
    log.info('callback answered', { kind: slug, method: request.method, status: answer.status });
    if (answer.status === 404 && answer.body === undefined)
      return problemOf(notFound('Path'), event.requestContext.requestId);
    return writeAnswer(answer);
  } catch (error) {
    if (error instanceof AppError && error.problem === 'forbidden')
      return problemOf(error, event.requestContext.requestId);
    // The provider repeats what was not answered 2xx, so that nothing it said is lost.
    log.error('callback failed', { kind: slug, method: request.method, status: 500 }, error);
    return writeAnswer({ status: 500 });
  }
};

/** Takes in what became of mail. What fails stays in the queue and comes back; all of it may happen twice. */
const takeMailEvents = queueConsumer({
  work: async ({ body }) => {
    const mailEvent = parseSesEvent(body);
    if (mailEvent) {
      await recordMailEvent(mailEvent, suppressions, systemClock());
      await handleMailEvent(mailEvent, await ports());
    }
    return { kind: 'ack' };
  },
});

/** Answers the providers and the browsers they send back; takes bounces and complaints from the queue of mail events. */
export const handler = async (
  event: APIGatewayProxyEventV2 | SQSEvent,
  context: Context,
): Promise<APIGatewayProxyStructuredResultV2 | SQSBatchResponse> =>
  'Records' in event
    ? takeMailEvents(event, context)
    : withLogFields({ requestId: event.requestContext.requestId }, () => answerCall(event));
