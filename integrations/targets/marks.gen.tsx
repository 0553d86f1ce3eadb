// Written by npm run shelf.
import type { Mark } from '../../frontend/src/ui/mark.ts';
import { mark as discord } from './discord/mark.tsx';
import { mark as email } from './email/mark.tsx';
import { mark as googlechat } from './googlechat/mark.tsx';
import { mark as http } from './http/mark.tsx';
import { mark as matrix } from './matrix/mark.tsx';
import { mark as mattermost } from './mattermost/mark.tsx';
import { mark as msteams } from './msteams/mark.tsx';
import { mark as ntfy } from './ntfy/mark.tsx';
import { mark as pushover } from './pushover/mark.tsx';
import { mark as slack } from './slack/mark.tsx';
import { mark as telegram } from './telegram/mark.tsx';
import { mark as whatsapp } from './whatsapp/mark.tsx';

/** Names and logos of kinds for pages that are rendered before the API can be read. */
export const marks: readonly (Mark & { slug: string })[] = [
  { slug: 'telegram', ...telegram },
  { slug: 'slack', ...slack },
  { slug: 'msteams', ...msteams },
  { slug: 'googlechat', ...googlechat },
  { slug: 'email', ...email },
  { slug: 'whatsapp', ...whatsapp },
  { slug: 'discord', ...discord },
  { slug: 'mattermost', ...mattermost },
  { slug: 'matrix', ...matrix },
  { slug: 'ntfy', ...ntfy },
  { slug: 'pushover', ...pushover },
  { slug: 'http', ...http },
].toSorted((a, b) => a.place - b.place);
