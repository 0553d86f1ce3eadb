import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  Context,
  SQSBatchResponse,
  SQSEvent,
} from 'aws-lambda';
import { verificationCallback } from '../accounts/verify-address.ts';
import { readCallback, writeAnswer } from '../adapters/callback-event.ts';
import { accountStore } from '../adapters/dynamodb/account-store.ts';
import { codeStore } from '../adapters/dynamodb/code-store.ts';
import { consentStore } from '../adapters/dynamodb/consent-store.ts';
import { countersStore } from '../adapters/dynamodb/counters-store.ts';
import { digestStore } from '../adapters/dynamodb/digest-store.ts';
import { dispatchStore } from '../adapters/dynamodb/dispatch-store.ts';
import { noticeChoiceStore } from '../adapters/dynamodb/notice-choice-store.ts';
import { ownerNoticeStore } from '../adapters/dynamodb/owner-notice-store.ts';
import { ownerReader } from '../adapters/dynamodb/owner-reader.ts';
import { providerReferenceStore } from '../adapters/dynamodb/provider-reference-store.ts';
import { suppressionStore } from '../adapters/dynamodb/suppression-store.ts';
import { openTable } from '../adapters/dynamodb/table.ts';
import { parseTarget, targetStore } from '../adapters/dynamodb/target-store.ts';
import { verificationStore } from '../adapters/dynamodb/verification-store.ts';
import { watchStore } from '../adapters/dynamodb/watch-store.ts';
import { webhookStore } from '../adapters/dynamodb/webhook-store.ts';
import { createOutboundHttp, hostMapVariable } from '../adapters/http-client.ts';
import { mailVariable, sesMailer } from '../adapters/mailer.ts';
import { sealerOf } from '../adapters/sealing.ts';
import { secretsManager } from '../adapters/secrets.ts';
import { parseSesEvent } from '../adapters/ses-events.ts';
import { stripeBilling } from '../adapters/stripe-billing.ts';
import { billingCallback } from '../billing/callback.ts';
import { acknowledgeInChat } from '../dispatches/acknowledge-in-chat.ts';
import { acknowledgePage } from '../dispatches/acknowledge-page.ts';
import { reportLateFailure } from '../dispatches/recovery/late-failure.ts';
import { demandEdge } from '../http/client-address.ts';
import { problemOf } from '../http/problem.ts';
import { queueConsumer } from '../http/queue-consumer.ts';
import { mailboxConsent } from '../mail/consent.ts';
import { consentCallback } from '../mail/consent-callback.ts';
import { noticesCallback } from '../mail/notice-choice.ts';
import { recordMailEvent, withSuppressionList } from '../mail/suppression.ts';
import type { LateFailures } from '../model/target-ports.ts';
import { systemClock as clock } from '../platform/clock.ts';
import { loadConfig } from '../platform/config.ts';
import { AppError, notFound } from '../platform/errors.ts';
import { log, withLogFields } from '../platform/log.ts';
import type { CallbackAnswer, CallbackRequest } from '../platform/outbound/callback.ts';
import { linksVariable, providerCredentials } from '../targets/credentials.ts';
import { handleCallback, handleMailEvent } from '../targets/handle-callback.ts';

const config = loadConfig(['TABLE_NAME', 'APP_URL', 'EDGE_SECRET_ARN', 'SEALING_SECRET_ARN', 'PROVIDERS_SECRET_ARN'], {
  PROVIDER_LINKS: linksVariable,
  MAIL: mailVariable,
  OUTBOUND_HOST_MAP: hostMapVariable,
});
const { APP_URL: appUrl, MAIL, PROVIDER_LINKS: links, OUTBOUND_HOST_MAP } = config;
const table = openTable(config.TABLE_NAME);
const accounts = accountStore(table);
const webhooks = webhookStore(table, clock);
const targets = targetStore(table);
const dispatches = dispatchStore(table, parseTarget);
const counters = countersStore(table);
const suppressions = suppressionStore(table);
const consents = consentStore(table);
const mail = withSuppressionList(sesMailer(MAIL), { suppressions, operator: MAIL.operator, clock });
const secrets = secretsManager(clock);
const edgeKeys = secrets.versions(config.EDGE_SECRET_ARN);
const readCredentials = secrets.json(config.PROVIDERS_SECRET_ARN, providerCredentials);
const readSealer = sealerOf(secrets.text(config.SEALING_SECRET_ARN));
const lateFailures: LateFailures = {
  report: (failure) => reportLateFailure(failure, { dispatches, targets, counters, clock }),
};
const watches = watchStore(table);
const services = {
  clock,
  appUrl,
  links,
  suppressions,
  consents,
  mail,
  accounts,
  webhooks,
  targets,
  http: createOutboundHttp({ hostMap: OUTBOUND_HOST_MAP, ownHosts: [] }),
  owners: ownerReader(table),
  choices: noticeChoiceStore(table),
  outbox: ownerNoticeStore(table),
  consent: mailboxConsent(consents, { clock, appUrl }),
  verifications: verificationStore(table),
  billing: stripeBilling({ table, accounts, webhooks, mail, readCredentials, links, appUrl, clock, OUTBOUND_HOST_MAP }),
  belongings: async (userId: number) => {
    const [ownWebhooks, ownTargets] = await Promise.all([webhooks.list(userId), targets.list(userId)]);
    return { webhooks: ownWebhooks.map(({ name }) => name), targets: ownTargets.map(({ name }) => name) };
  },
  codes: codeStore(table),
  references: providerReferenceStore(table),
  digests: digestStore(table, clock),
  lateFailures,
  watches,
  acknowledge: (click: Parameters<typeof acknowledgeInChat>[0]) =>
    acknowledgeInChat(click, { watches, webhooks, dispatches, clock }),
};
const withSecrets = async () => ({ ...services, credentials: await readCredentials(), sealer: await readSealer() });

const answerOf = async (slug: string, request: CallbackRequest): Promise<CallbackAnswer> => {
  if (slug === 'stripe') return billingCallback(request, services.billing);
  if (slug === 'notices') return noticesCallback(request, services.choices);
  if (slug === 'consent') return consentCallback(request, services.consents);
  if (slug === 'acknowledge') return acknowledgePage(request, { ...services, signer: await readSealer() });
  if (slug === 'address') return verificationCallback(request, services);
  return handleCallback(slug, request, await withSecrets());
};

/** Responds to a request from a provider, or from a browser that a provider redirected. */
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
    // Providers resend a callback that did not get a 2xx, so it is not lost.
    log.error('callback failed', { kind: slug, method: request.method, status: 500 }, error);
    return writeAnswer({ status: 500 });
  }
};

/** Processes events about sent email. A failed event returns to the queue, and processing one twice is harmless. */
const takeMailEvents = queueConsumer({
  work: async ({ body }) => {
    const mailEvent = parseSesEvent(body);
    if (mailEvent) {
      await recordMailEvent(mailEvent, services.suppressions, clock());
      await handleMailEvent(mailEvent, await withSecrets());
    }
    return { kind: 'ack' };
  },
});

/** Handles callbacks of providers and redirected browsers, and bounces and complaints from the email event queue. */
export const handler = async (
  event: APIGatewayProxyEventV2 | SQSEvent,
  context: Context,
): Promise<APIGatewayProxyStructuredResultV2 | SQSBatchResponse> =>
  'Records' in event
    ? takeMailEvents(event, context)
    : withLogFields({ requestId: event.requestContext.requestId }, () => answerCall(event));
