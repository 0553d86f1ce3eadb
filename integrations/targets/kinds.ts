import type { TargetKind } from '../../lambdas/targets/target-kind.ts';
import { discord } from './discord/kind.ts';
import { email } from './email/kind.ts';
import { http } from './http/kind.ts';
import { mock } from './mock/kind.ts';
import { msteams } from './msteams/kind.ts';
import { slack } from './slack/kind.ts';
import { telegram } from './telegram/kind.ts';
import { whatsapp } from './whatsapp/kind.ts';

/** Every kind of target, in the order in which they are offered. */
export const targetKinds: readonly TargetKind[] = [telegram, slack, msteams, email, whatsapp, discord, http, mock];

/** The kind with this slug, or undefined. */
export const targetKind = (slug: string): TargetKind | undefined => targetKinds.find((kind) => kind.slug === slug);
