import { withoutSecretValues } from '#contract/secret-values';
import { isSecretField } from '#contract/secret-words';
import { type CallFacts, lowerCaseHeaders } from '../payload.ts';
import { readBeginning, readWithCommasMended } from './broken-json.ts';
import { chatMessage } from './chat-messages.ts';
import { noteDecimals } from './money.ts';
import { type Dictionary, isDictionary, type Outline } from './outline.ts';
import { looksLikeJson, nothing, ofList, ofText, silent } from './plain-bodies.ts';
import { readBody } from './read-body.ts';
import { outlineOfThing } from './tell-thing.ts';

export interface OutlineInput extends CallFacts {
  /** Context, for a call that says nothing of its own. */
  webhookName?: string;
}

/** What a person would say about a call. Never throws; linear in the length of the body. */
export function outlineOf(input: OutlineInput): Outline {
  const headers = lowerCaseHeaders(input.headers);
  const payload = readBody(input);
  noteDecimals(payload, input.body);
  const called = input.webhookName?.trim() ? `${input.webhookName.trim()} was called` : 'A call came in';
  if (payload === undefined || payload === null || payload === '') return silent(input, headers, called);
  if (typeof payload === 'string') {
    const meant = looksLikeJson(payload) ? readWithCommasMended(payload) : undefined;
    if (typeof meant === 'object' && meant !== null) return ofPayload(meant, headers, called);
    const beginning = looksLikeJson(payload) ? readBeginning(payload) : undefined;
    if (typeof beginning !== 'object' || beginning === null) return ofText(payload, called);
    const outline = ofPayload(beginning, headers, called);
    return { ...outline, text: [outline.text ?? '', BROKEN].filter(Boolean).join('\n') };
  }
  if (typeof payload !== 'object') return { ...nothing, title: called, text: String(payload) };
  return ofPayload(payload, headers, called);
}

/** Said of what could be read in part. */
const BROKEN = '(The rest of the JSON that it sent is cut off or not well-formed.)';

function ofPayload(payload: object, headers: Record<string, string>, called: string): Outline {
  const message = chatMessage(payload);
  if (message) return withoutSecrets(message);
  if (Array.isArray(payload) && !payload.some(isDictionary)) return ofList(payload, called);
  return outlineOfThing(payload as Dictionary | unknown[], { headers, called });
}

function withoutSecrets(outline: Outline): Outline {
  return {
    ...outline,
    title: withoutSecretValues(outline.title),
    ...(outline.text !== undefined && { text: withoutSecretValues(outline.text) }),
    facts: outline.facts
      .filter(({ label, value }) => !isSecretField(label, value))
      .map(({ label, value }) => ({ label, value: withoutSecretValues(value) })),
  };
}
