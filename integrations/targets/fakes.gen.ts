// Written by npm run shelf.
import type { Fake } from '../../lib/local/fakes/fake.ts';
import { fake as discord } from './discord/fake.ts';
import { fake as email } from './email/fake.ts';
import { fake as googlechat } from './googlechat/fake.ts';
import { fake as http } from './http/fake.ts';
import { fake as matrix } from './matrix/fake.ts';
import { fake as mattermost } from './mattermost/fake.ts';
import { fake as msteams } from './msteams/fake.ts';
import { fake as ntfy } from './ntfy/fake.ts';
import { fake as pushover } from './pushover/fake.ts';
import { fake as slack } from './slack/fake.ts';
import { fake as telegram } from './telegram/fake.ts';
import { fake as whatsapp } from './whatsapp/fake.ts';

/** The fake of each provider that has one. */
export const fakes: Readonly<Record<string, Fake>> = { telegram, slack, msteams, googlechat, email, whatsapp, discord, mattermost, matrix, ntfy, pushover, http };
