// Written by npm run shelf.
import type { TargetKind } from '../../lambdas/targets/target-kind.ts';
import { kind as discord } from './discord/kind.ts';
import { kind as email } from './email/kind.ts';
import { kind as googlechat } from './googlechat/kind.ts';
import { kind as http } from './http/kind.ts';
import { kind as matrix } from './matrix/kind.ts';
import { kind as mattermost } from './mattermost/kind.ts';
import { kind as mock } from './mock/kind.ts';
import { kind as msteams } from './msteams/kind.ts';
import { kind as ntfy } from './ntfy/kind.ts';
import { kind as pushover } from './pushover/kind.ts';
import { kind as slack } from './slack/kind.ts';
import { kind as telegram } from './telegram/kind.ts';
import { kind as whatsapp } from './whatsapp/kind.ts';

/** Every kind of target, in the order of display. */
export const targetKinds: readonly TargetKind[] = [telegram, slack, msteams, googlechat, email, whatsapp, discord, mattermost, matrix, ntfy, pushover, http, mock];

/** The kind with this slug, or undefined. */
export const targetKind = (slug: string): TargetKind | undefined => targetKinds.find((kind) => kind.slug === slug);
