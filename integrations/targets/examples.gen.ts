// Written by npm run shelf.
import type { KindExample } from '../../test/targets/kind-example.ts';
import { example as discord } from './discord/example.ts';
import { example as email } from './email/example.ts';
import { example as googlechat } from './googlechat/example.ts';
import { example as http } from './http/example.ts';
import { example as matrix } from './matrix/example.ts';
import { example as mattermost } from './mattermost/example.ts';
import { example as msteams } from './msteams/example.ts';
import { example as ntfy } from './ntfy/example.ts';
import { example as pushover } from './pushover/example.ts';
import { example as slack } from './slack/example.ts';
import { example as telegram } from './telegram/example.ts';
import { example as whatsapp } from './whatsapp/example.ts';

/** The example of each kind that has a fake, for the tests. */
export const examples: Readonly<Record<string, KindExample>> = { telegram, slack, msteams, googlechat, email, whatsapp, discord, mattermost, matrix, ntfy, pushover, http };
