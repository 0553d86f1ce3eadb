// Written by npm run shelf.
import type { FakePage } from '../../frontend/fakes/fake-page.ts';
import { page as discord } from './discord/fake-page.tsx';
import { page as email } from './email/fake-page.tsx';
import { page as googlechat } from './googlechat/fake-page.tsx';
import { page as http } from './http/fake-page.tsx';
import { page as matrix } from './matrix/fake-page.tsx';
import { page as mattermost } from './mattermost/fake-page.tsx';
import { page as msteams } from './msteams/fake-page.tsx';
import { page as ntfy } from './ntfy/fake-page.tsx';
import { page as pushover } from './pushover/fake-page.tsx';
import { page as slack } from './slack/fake-page.tsx';
import { page as telegram } from './telegram/fake-page.tsx';
import { page as whatsapp } from './whatsapp/fake-page.tsx';

/** The fake page of each provider. */
export const fakePages: Readonly<Record<string, FakePage>> = { telegram, slack, msteams, googlechat, email, whatsapp, discord, mattermost, matrix, ntfy, pushover, http };
