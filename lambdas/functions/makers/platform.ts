import { setTimeout } from 'node:timers/promises';
import { countersStore } from '../../adapters/dynamodb/counters-store.ts';
import { limitStore as storeLimits } from '../../adapters/dynamodb/limit-store.ts';
import { noticeChoiceStore } from '../../adapters/dynamodb/notice-choice-store.ts';
import { ownerNoticeStore } from '../../adapters/dynamodb/owner-notice-store.ts';
import { ownerReader } from '../../adapters/dynamodb/owner-reader.ts';
import { openTable } from '../../adapters/dynamodb/table.ts';
import { hostsOf } from '../../platform/config.ts';
import type { Maker } from '../create-services.ts';

/* How settings, the table, and what every domain may use are made, by name. Nothing runs until somebody asks. */

export const appUrl: Maker<'appUrl', 'APP_URL'> = ({ APP_URL }) => APP_URL;
export const plans: Maker<'plans', 'PLANS'> = ({ PLANS }) => PLANS;
export const links: Maker<'links', 'PROVIDER_LINKS'> = ({ PROVIDER_LINKS }) => PROVIDER_LINKS;
export const ownHosts: Maker<'ownHosts', 'APP_URL' | 'INVOKE_URL'> = (config) => hostsOf(config);
export const operatorAddress: Maker<'operatorAddress', 'MAIL'> = ({ MAIL }) => MAIL.operator;
export const nap: Maker<'nap'> = () => (milliseconds) => setTimeout(milliseconds);
export const random: Maker<'random'> = () => Math.random;
export const table: Maker<'table', 'TABLE_NAME'> = ({ TABLE_NAME }) => openTable(TABLE_NAME);
export const limitStore: Maker<'limitStore', 'table'> = (from) => storeLimits(from.table);
export const owners: Maker<'owners', 'table'> = (from) => ownerReader(from.table);
export const choices: Maker<'choices', 'table'> = (from) => noticeChoiceStore(from.table);
export const outbox: Maker<'outbox', 'table'> = (from) => ownerNoticeStore(from.table);
export const counters: Maker<'counters', 'table'> = (from) => countersStore(from.table);
