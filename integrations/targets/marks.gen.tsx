// Written by npm run shelf.
import type { Mark } from '../../frontend/src/ui/mark.ts';
import { mark as discord } from './discord/mark.tsx';
import { mark as email } from './email/mark.tsx';
import { mark as http } from './http/mark.tsx';
import { mark as msteams } from './msteams/mark.tsx';
import { mark as slack } from './slack/mark.tsx';
import { mark as telegram } from './telegram/mark.tsx';
import { mark as whatsapp } from './whatsapp/mark.tsx';

/** How pages name the kinds that are drawn before the API can be asked. */
export const marks: readonly Mark[] = [telegram, slack, msteams, email, whatsapp, discord, http].toSorted((a, b) => a.place - b.place);
