import { callFinder as findCalls } from '../../adapters/dynamodb/call-finder.ts';
import { deduplicationStore } from '../../adapters/dynamodb/deduplication-store.ts';
import { heldStore } from '../../adapters/dynamodb/held-store.ts';
import { invocationStore } from '../../adapters/dynamodb/invocation-store.ts';
import { rejectionStore } from '../../adapters/dynamodb/rejection-store.ts';
import { routeReader } from '../../adapters/dynamodb/route-reader.ts';
import { sampleStore } from '../../adapters/dynamodb/sample-store.ts';
import { webhookStore } from '../../adapters/dynamodb/webhook-store.ts';
import { createRouteCache } from '../../invocations/route-cache.ts';
import { rejectionLog } from '../../verification/rejection-log.ts';
import { deleteWebhook as removeWebhook } from '../../webhooks/delete-webhook.ts';
import { detachTarget as detach } from '../../webhooks/detach-target.ts';
import type { Maker } from '../create-services.ts';

/* How webhooks, and accepting their calls are made, by name. Nothing runs until somebody asks. */

export const webhooks: Maker<'webhooks', 'table' | 'clock'> = (from) => webhookStore(from.table, from.clock);
export const detachTarget: Maker<'detachTarget', 'webhooks'> = (from) => (userId, targetId) =>
  detach(userId, targetId, from);
export const samples: Maker<'samples', 'table'> = (from) => sampleStore(from.table);
export const deleteWebhook: Maker<'deleteWebhook', 'webhooks' | 'samples'> = (from) => (userId, webhookId) =>
  removeWebhook(userId, webhookId, from);
export const rejections: Maker<'rejections', 'table'> = (from) => rejectionStore(from.table);
export const noteRejection: Maker<'noteRejection', 'table' | 'clock'> = (from) =>
  rejectionLog(rejectionStore(from.table), from.clock);
export const routes: Maker<'routes', 'table' | 'clock'> = (from) => routeReader(from.table, from.clock);
export const routeCache: Maker<'routeCache', 'clock'> = ({ clock }) => createRouteCache(clock);
export const invocations: Maker<'invocations', 'table'> = (from) => invocationStore(from.table);
export const heldCalls: Maker<'heldCalls', 'table'> = (from) => heldStore(from.table);
export const callFinder: Maker<'callFinder', 'table'> = (from) => findCalls(from.table);
export const deduplication: Maker<'deduplication', 'table'> = (from) => deduplicationStore(from.table);
