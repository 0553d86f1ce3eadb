import * as invocation from '../invocation.ts';
import * as search from '../invocation-search.ts';
import * as kept from '../kept-sample.ts';
import { matterQuery, matters } from '../matter.ts';
import * as replay from '../replay.ts';
import { rotatedWebhook, rotation } from '../rotation.ts';
import * as routing from '../routing-preview.ts';
import * as tail from '../tail.ts';
import { testCall, testedCall } from '../test-call.ts';
import * as verification from '../verification.ts';
import * as webhook from '../webhook.ts';
import { webhookStats } from '../webhook-stats.ts';
import { numeric, sortable } from './ids.ts';

/** Input and output below `/webhooks` and `/webhook`. */
export const webhookMessages = {
  createWebhook: { request: webhook.newWebhook, response: webhook.createdWebhook },
  listWebhooks: { response: webhook.webhookList },
  getWebhook: { params: numeric, response: webhook.webhook },
  updateWebhook: { params: numeric, request: webhook.webhookChange },
  deleteWebhook: { params: numeric },
  cloneWebhook: { params: numeric, request: webhook.clonedName, response: webhook.createdWebhook },
  rotateWebhook: { params: numeric, request: rotation, response: rotatedWebhook },
  discardHeld: { params: numeric },
  listInvocations: { params: numeric, query: invocation.invocationQuery, response: invocation.invocationList },
  searchInvocations: { params: numeric, query: search.searchQuery, response: search.searchResult },
  tailInvocations: { params: numeric, query: tail.tailQuery, response: tail.tailed },
  getWebhookStats: { params: numeric, response: webhookStats },
  listMatters: { params: numeric, query: matterQuery, response: matters },
  getVerification: { params: numeric, response: verification.verification },
  setVerification: { params: numeric, request: verification.verificationChange, response: verification.verification },
  checkVerification: { params: numeric, request: verification.verificationCheck, response: verification.checkedCalls },
  previewRouting: { params: numeric, request: routing.routingQuestion, response: routing.routingPreview },
  listRejections: { params: numeric, response: verification.rejections },
  acceptRejection: { params: sortable, response: invocation.accepted },
  testWebhook: { params: numeric, request: testCall, response: testedCall },
  listSamples: { params: numeric, response: kept.keptSamples },
  keepSample: { params: numeric, request: kept.newSample, response: kept.keptSample },
  getSample: { params: sortable, response: kept.wholeSample },
  renameSample: { params: sortable, request: kept.sampleName },
  removeSample: { params: sortable },
  countReplay: { params: numeric, request: replay.replayFilter, response: replay.replayCount },
  startReplay: { params: numeric, request: replay.replayFilter, response: replay.replay },
} as const;
