import { cardMessage } from './card-messages.ts';
import { oneLine } from './characters.ts';
import { discordPieces } from './discord-messages.ts';
import { isForPeople } from './links.ts';
import { type Fact, isDictionary, type Outline } from './outline.ts';
import type { Piece } from './pieces.ts';
import { slackPieces } from './slack-messages.ts';

/*
 * Reads payloads in a chat's message format, because most tools can post to Slack, Discord, Teams or Google Chat. Such
 * a body is a complete message, so it is used in full. It is recognised by its fields.
 */

/** Converts a payload in a chat's message format to an outline. Returns undefined for any other payload. */
export function chatMessage(payload: unknown): Outline | undefined {
  if (!isDictionary(payload)) return undefined;
  const pieces = slackPieces(payload) ?? discordPieces(payload) ?? cardMessage(payload);
  return pieces && joined(pieces);
}

/** Joins pieces into one outline. The first line becomes the headline, and the facts of the last piece stay facts. */
function joined(pieces: Piece[]): Outline | undefined {
  const said = pieces.filter(({ title, text, facts }) => title || text || (facts?.length ?? 0) > 0);
  if (said.length === 0) return undefined;
  const lines: string[] = [];
  const facts: Fact[] = [];
  let link: string | undefined;
  for (const piece of said) {
    if (piece.title) lines.push(piece.title);
    if (piece.text) lines.push(piece.text);
    const own = piece.facts ?? [];
    // Facts between texts become lines, to keep their position.
    if (piece === said.at(-1)) facts.push(...own);
    else lines.push(...own.map(({ label, value }) => (label === '' ? value : `${label}: ${value}`)));
    if (piece.link && isForPeople(piece.link)) link ??= piece.link;
  }
  const text = lines.join('\n');
  const [first = '', ...rest] = text.split('\n');
  const actions = pieces.flatMap((piece) => piece.actions ?? []).filter(({ url }) => isForPeople(url));
  const severity = pieces.find((piece) => piece.severity)?.severity ?? 'info';
  const paragraph = rest.join('\n').replace(/^\n+/, '');
  return {
    severity,
    title: oneLine(first) || 'New message',
    ...(link !== undefined && !text.includes(link) && { link }),
    ...(paragraph !== '' && { text: paragraph }),
    facts,
    actions: actions.filter(({ url }) => url !== link),
  };
}
