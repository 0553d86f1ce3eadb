import { randomBytes, randomInt } from 'node:crypto';
import * as z from 'zod';
import {
  type Fake,
  type FakeAnswer,
  type FakeRequest,
  isCodeOf,
  jsonAnswer,
  LOST,
  parseObject,
  rejections,
  textAnswer,
} from '../../../lib/local/fakes/fake.ts';
import { userEvent } from '../../../lib/local/fakes/recorder.ts';
import { cardIn, cardProblem } from './fake/card.ts';

interface TeamsState {
  /** Workflows with their ids (32 hex digits) and channels. */
  workflows: { id: string; channel: string; sig: string | null; off?: boolean }[];
}

/** Logic Apps returns `{"error":{"code","message"}}`. The messages are from public reports. */
const refusals = {
  WorkflowTriggerIsNotEnabled: [
    400,
    "Could not execute workflow 'manual' trigger 'manual' with state 'Disabled': trigger is not enabled.",
  ],
  TriggerInputSchemaMismatch: [
    400,
    "The input body for trigger 'manual' of type 'Request' did not match its schema definition.",
  ],
  MissingApiVersionParameter: [400, 'The api-version query parameter (?api-version=) is required for all requests.'],
  DirectApiRequestHasMoreThanOneAuthorization: [
    400,
    'The request has both SAS authentication scheme and Bearer authorization scheme. Only one scheme should be used.',
  ],
  InvalidRequestContent: [400, 'The request content is not valid and could not be deserialized.'],
  DirectApiAuthorizationRequired: [401, 'The request must be authenticated only by Shared Access scheme.'],
  AuthorizationFailed: [401, "The authentication credentials are not valid: 'sp', 'sv' and 'sig' are required."],
  Forbidden: [403, 'The caller is not allowed by the policy of this environment.'],
  WorkflowNotFound: [404, 'The workflow could not be found.'],
  RequestEntityTooLarge: [413, 'Request Entity too large.'],
  InternalServerError: [500, 'Encountered internal server error. The tracking Id is in the response headers.'],
} satisfies Record<string, readonly [number, string]>;
type Refusal = keyof typeof refusals;

const refusal = (code: Refusal): FakeAnswer => {
  const [status, message] = refusals[code];
  return jsonAnswer(status, { error: { code, message } });
};

const tooMany = (seconds: number | undefined): FakeAnswer =>
  jsonAnswer(
    429,
    { error: { code: 'WorkflowTriggerThrottled', message: 'Rate limit is exceeded. Try again later.' } },
    seconds === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(seconds))) },
  );

/** Values of `sig` that select the response, so an ordinary URL can cause each error. */
const magicSig: Record<string, Refusal> = {
  disabled: 'WorkflowTriggerIsNotEnabled',
  unauth: 'AuthorizationFailed',
  notfound: 'WorkflowNotFound',
  schema: 'TriggerInputSchemaMismatch',
  forbidden: 'Forbidden',
  toolarge: 'RequestEntityTooLarge',
  '500': 'InternalServerError',
};

const oldPath = /^\/workflows\/([0-9a-f]{32})\/triggers\/manual\/paths\/invoke\/?$/i;
const newPath =
  /^\/powerautomate\/automations\/direct\/(?:cu\/\d+\/)?workflows\/([0-9a-f]{32})\/triggers\/manual\/paths\/invoke\/?$/i;

const workflowOf = (request: FakeRequest): string | undefined =>
  (request.host.endsWith('.logic.azure.com') ? oldPath : newPath).exec(request.path)?.[1]?.toLowerCase();

/** Teams accepts about 28 KB. The workflow accepts the call long before it notices that a card is too large. */
const cardLimitBytes = 28 * 1024;

const newWorkflow = z.object({
  channel: z.string().trim().min(1).max(64).default('Releases'),
  form: z.enum(['powerplatform', 'logicapps']).default('powerplatform'),
});
const setOff = z.object({ channel: z.string(), off: z.boolean() });

/** Simulates workflows with the trigger "When a Teams webhook request is received", with both forms of their URL. */
const create: Fake['create'] = ({ state: open, recorder }) => {
  const state = open<TeamsState>({ workflows: [] });
  const find = (id: string | undefined) => state.current.workflows.find((workflow) => workflow.id === id);

  const handle = (request: FakeRequest): FakeAnswer => {
    const id = workflowOf(request);
    if (id === undefined) return refusal('WorkflowNotFound');
    if (request.method !== 'POST') return textAnswer(405, '');
    if (!request.query.has('api-version')) return refusal('MissingApiVersionParameter');
    const sig = request.query.get('sig');
    if (request.headers.authorization !== undefined) {
      return refusal('DirectApiRequestHasMoreThanOneAuthorization');
    }
    if (!sig) return refusal('DirectApiAuthorizationRequired');
    if (sig === 'throttle') return tooMany(undefined);
    const magic = isCodeOf(magicSig, sig) ? magicSig[sig] : undefined;
    if (magic) return refusal(magic);

    // A workflow that was created here requires its own signature; all others are accepted.
    const workflow = find(id);
    if (!request.query.has('sp') || !request.query.has('sv')) return refusal('AuthorizationFailed');
    if (workflow?.sig && workflow.sig !== sig) return refusal('AuthorizationFailed');
    if (workflow?.off) return refusal('WorkflowTriggerIsNotEnabled');
    const body = parseObject(request.body);
    if (!body) return refusal('InvalidRequestContent');
    if (!workflow) {
      state.current.workflows.push({ id, channel: `Channel ${id.slice(0, 4)}`, sig: null });
      state.save();
    }
    return {
      status: 202,
      headers: { 'x-ms-workflow-run-id': randomBytes(12).toString('hex') },
      body: '',
      ...lost(request, body),
    };
  };

  return {
    name: 'Microsoft Teams',
    isDelivery: (request) => workflowOf(request) !== undefined,
    placement: (request) => {
      const card = cardIn(parseObject(request.body));
      return {
        thread: workflowOf(request) ?? '',
        bubble: { side: 'product', author: 'Workflows', format: 'card', text: '', message: card ?? request.body },
      };
    },
    handle,
    refuse: (mode, retryAfter) =>
      mode === '429'
        ? tooMany(retryAfter)
        : refusal(mode === '500' ? 'InternalServerError' : 'WorkflowTriggerIsNotEnabled'),
    ...rejections(refusals, refusal, ([status], code) => `${status} ${code}`),
    mask: (text) =>
      state.current.workflows.reduce((masked, { sig }) => (sig ? masked.replaceAll(sig, '***') : masked), text),
    maskUrl: (url) => url.replace(/([?&]sig=)[^&]+/g, '$1***'),
    threads: () =>
      state.current.workflows.map((workflow) => ({
        id: workflow.id,
        title: workflow.channel,
        kind: 'channel',
        ...(workflow.off ? { state: 'flow turned off' } : {}),
      })),
    actions: {
      /** A user adds the workflow to a channel and copies its URL, which is shown only once. */
      workflow: async (input) => {
        const { channel, form } = newWorkflow.parse(input);
        const id = randomBytes(16).toString('hex');
        const sig = randomBytes(32).toString('base64url');
        state.current.workflows.push({ id, channel, sig });
        state.save();
        const signed = `sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=${sig}`;
        const environment = `default${randomBytes(15).toString('hex')}.${randomInt(16, 255).toString(16)}`;
        return {
          channel,
          id,
          url:
            form === 'logicapps'
              ? `https://prod-${randomInt(10, 250)}.westeurope.logic.azure.com:443/workflows/${id}/triggers/manual/paths/invoke?api-version=2016-06-01&${signed}`
              : `https://${environment}.environment.api.powerplatform.com:443/powerautomate/automations/direct/workflows/${id}/triggers/manual/paths/invoke?api-version=1&${signed}`,
        };
      },
      switch: async (input) => {
        const { channel, off } = setOff.parse(input);
        for (const workflow of state.current.workflows) {
          if (workflow.id !== channel && workflow.channel !== channel) continue;
          workflow.off = off;
          recorder.add(userEvent('msteams', workflow.id, off ? 'You turned the flow off.' : 'You turned the flow on.'));
        }
        state.save();
        return { channel, off };
      },
    },
  };
};

/** Returns a note if an accepted message never appears: the workflow returned 202 before it checked the card. */
const lost = (request: FakeRequest, body: Record<string, unknown>): { note?: string } => {
  const problem = request.bytes > cardLimitBytes ? 'the message is larger than 28 KB' : cardProblem(cardIn(body));
  return problem ? { note: `${LOST}accepted, but the workflow then failed, because ${problem}.` } : {};
};

export const fake: Fake = { hosts: ['*.logic.azure.com', '*.environment.api.powerplatform.com'], create };
