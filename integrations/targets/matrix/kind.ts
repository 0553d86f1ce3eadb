import type { TargetKind } from '../../../lambdas/targets/target-kind.ts';
import { ROOM_ID, SERVER_URL, TOKEN, WRONG_ROOM, WRONG_TOKEN, WRONG_URL } from './room.ts';

/** A Matrix room, reached through a user of any homeserver (spec.matrix.org, client-server API). */
export const kind: TargetKind = {
  slug: 'matrix',
  place: 63,
  name: 'Matrix',
  description: 'Posts to one room as a user of your homeserver.',
  setup: 'form',
  guide: [
    'Register a separate user for the messages on a homeserver and invite it to the room. Accept the invitation as that user.',
    'In Element, go to Room settings > Advanced and copy the room ID. It begins with !.',
    'As that user, go to Settings > Help & About > Advanced and copy the access token. Do not sign out afterwards, because that revokes the token.',
    'Enter the URL of the homeserver, for example https://matrix.org, the room ID and the token. Messages are not end-to-end encrypted, so choose a room without encryption.',
  ],
  company: 'the operator of the Matrix homeserver that you enter',
  keywords: 'element synapse homeserver room self-hosted federation access token',
  fields: [
    {
      name: 'url',
      label: 'Homeserver URL',
      type: 'url',
      placeholder: 'https://matrix.org',
      hint: 'The URL that Matrix clients use to connect to your homeserver.',
      pattern: SERVER_URL.source,
      message: WRONG_URL,
      code: 'target-options-wrong',
    },
    {
      name: 'room',
      label: 'Room ID',
      type: 'text',
      placeholder: '!…:matrix.org',
      hint: 'In Element: Room settings > Advanced.',
      pattern: ROOM_ID.source,
      message: WRONG_ROOM,
      code: 'target-options-wrong',
    },
    {
      name: 'token',
      label: 'Access token',
      type: 'text',
      placeholder: 'syt_…',
      hint: 'In Element, signed in as the user that posts: Settings > Help & About > Advanced.',
      pattern: TOKEN.source,
      message: WRONG_TOKEN,
      code: 'target-options-wrong',
    },
  ],
  settings: { link: true, silent_below: true },
  icon: {
    paths: [
      'M7 4H4.500v16H7',
      'M17 4h2.500v16H17',
      'M8.500 16V9',
      'M8.500 11.500c0-3 4-3 4 0V16',
      'M12.500 11.500c0-3 3.500-3 3.500 0V16',
    ],
    colour: '#2c8a5f',
  },
  // An event can have 65,536 bytes, including its other fields and signatures.
  limit: { max: 32_000, counted: 'utf8Bytes' },
  longest: '32,000 bytes',
  follows: ['update', 'reply'],
  pace: { messagesPerSecond: 1 },
  provider: { name: 'The homeserver', hostOf: ({ url }) => URL.parse(String(url))?.host },
  secretPattern: /\b(?:syt|mat|mct)_[\w]{6,}/,
  unavailable: () => undefined,
  publicOptions: (options) => options,
  driver: async () => (await import('./driver.ts')).driver,
};
