// Written by npm run shelf.
import type { Look } from '../../frontend/src/ui/look.ts';
import { look as discord } from './discord/look.tsx';
import { look as email } from './email/look.tsx';
import { look as googlechat } from './googlechat/look.tsx';
import { look as http } from './http/look.tsx';
import { look as matrix } from './matrix/look.tsx';
import { look as mattermost } from './mattermost/look.tsx';
import { look as msteams } from './msteams/look.tsx';
import { look as ntfy } from './ntfy/look.tsx';
import { look as pushover } from './pushover/look.tsx';
import { look as slack } from './slack/look.tsx';
import { look as telegram } from './telegram/look.tsx';
import { look as whatsapp } from './whatsapp/look.tsx';

/** The message preview of each kind. */
export const looks: Readonly<Record<string, Look>> = { telegram, slack, msteams, googlechat, email, whatsapp, discord, mattermost, matrix, ntfy, pushover, http };
