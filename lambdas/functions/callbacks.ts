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
import { hostMapVariable } from '../adapters/http-client.ts';
import { mailVariable } from '../adapters/mailer.ts';
import { parseSesEvent } from '../adapters/ses-events.ts';
import { billingCallback } from '../billing/callback.ts';
import { demandEdge } from '../http/client-address.ts';
import { problemOf } from '../http/problem.ts';
import { queueConsumer } from '../http/queue-consumer.ts';
import { consentCallback } from '../mail/consent-callback.ts';
import { noticesCallback } from '../mail/notice-choice.ts';
import { recordMailEvent } from '../mail/suppression.ts';
import type { CallbackAnswer, CallbackRequest } from '../outbound/callback.ts';
import { systemClock as clock } from '../platform/clock.ts';
import { loadConfig, variables } from '../platform/config.ts';
import { AppError, notFound } from '../platform/errors.ts';
import { extended } from '../platform/extended.ts';
import { log, withLogFields } from '../platform/log.ts';
import { linksVariable } from '../targets/credentials.ts';
import { handleCallback, handleMailEvent } from '../targets/handle-callback.ts';
import { createServices } from './create-services.ts';
import { callbacksServices } from './services/callbacks.ts';

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
const services = createServices({ ...config, clock, ownHosts: [] }, callbacksServices);
const withSecrets = async () => extended(services, await services.operatorSecrets());

const answerOf = async (slug: string, request: CallbackRequest): Promise<CallbackAnswer> => {
  if (slug === 'stripe') return billingCallback(request, services.billing);
  if (slug === 'notices') return noticesCallback(request, services.choices);
  if (slug === 'consent') return consentCallback(request, services.consents);
  if (slug === 'address') return verificationCallback(request, services);
  return handleCallback(slug, request, await withSecrets());
};

/** A call of a provider or of a browser that one sent back. */
const answerCall = async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
  const { slug, request } = readCallback(event);
  try {
    await demandEdge(event, services.edgeKeys);
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
      await recordMailEvent(mailEvent, services.suppressions, clock());
      await handleMailEvent(mailEvent, await withSecrets());
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
