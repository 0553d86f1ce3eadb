/*
 * Rules for a webhook's custom response, for both forms and schemas. This file imports no schema library, so pages can
 * use it.
 */

/** HTTP methods that a webhook can accept. */
export const callMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
export type CallMethod = (typeof callMethods)[number];

/**
 * Content types of a custom response. HTML is not among them, so a response cannot act as a page of the invoke host.
 */
export const answerTypes = ['text/plain', 'application/json', 'text/xml', 'application/xml'] as const;
type AnswerType = (typeof answerTypes)[number];

/** Maximum length in UTF-16 units. */
export const MAX_ANSWER_BODY = 1000;

/** Status codes whose responses have no body (RFC 9110, 15.3.5 and 15.3.6). */
const BODILESS = [204, 205];

/** A custom response, sent instead of 202 with the call’s id. `status` is 200 to 299. */
export interface IntakeAnswer {
  status: number;
  contentType: AnswerType;
  body: string;
}

/** An error in a custom response. `message` continues a sentence that begins with the field's name. */
interface AnswerProblem {
  field: 'status' | 'body';
  why: 'status' | 'bodiless' | 'long' | 'json';
  message: string;
}

/** Returns the error in a custom response; undefined if it is valid. */
export const answerProblem = ({ status, contentType, body }: IntakeAnswer): AnswerProblem | undefined => {
  if (!Number.isInteger(status) || status < 200 || status > 299)
    return { field: 'status', why: 'status', message: 'must be a whole number from 200 to 299' };
  if (body === '') return undefined;
  if (BODILESS.includes(status))
    return { field: 'body', why: 'bodiless', message: `must be empty, because a ${status} response has no body` };
  if (body.length > MAX_ANSWER_BODY)
    return { field: 'body', why: 'long', message: `must have at most ${MAX_ANSWER_BODY} characters` };
  return contentType === 'application/json' && !isJson(body)
    ? { field: 'body', why: 'json', message: 'must be JSON, to match its content type' }
    : undefined;
};

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Limits of a webhook's `duplicate_fields`: number of paths and characters of each. */
export const MAX_DUPLICATE_FIELDS = 5;
export const MAX_FIELD_PATH = 200;

/** True if a text is a path to a field: names or list positions (from 0), joined by dots. */
export const isFieldPath = (text: string): boolean =>
  text.length <= MAX_FIELD_PATH && text.split('.').every((name) => name !== '' && name === name.trim());
