// Written by npm run shelf.
import type { ShowRich } from '../../frontend/src/ui/look.ts';
import { richLook as discord } from './discord/rich-look.tsx';
import { richLook as email } from './email/rich-look.tsx';
import { richLook as googlechat } from './googlechat/rich-look.tsx';
import { richLook as http } from './http/rich-look.tsx';
import { richLook as matrix } from './matrix/rich-look.tsx';
import { richLook as mattermost } from './mattermost/rich-look.tsx';
import { richLook as msteams } from './msteams/rich-look.tsx';
import { richLook as slack } from './slack/rich-look.tsx';
import { richLook as telegram } from './telegram/rich-look.tsx';
import { richLook as whatsapp } from './whatsapp/rich-look.tsx';

/** The rich message preview of each kind. It is separate because it is loaded later. */
export const richLooks: Readonly<Record<string, ShowRich>> = { telegram, slack, msteams, googlechat, email, whatsapp, discord, mattermost, matrix, http };
