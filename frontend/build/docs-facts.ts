import type { Plugin } from 'vite';
import { MAX_TEMPLATE } from '#contract/bounds';
import type { Rendered } from '../src/features/docs/language/facts.ts';
import { knownSenders } from './senders.gen.ts';
import { testingFacts } from './testing-facts.ts';

const source = (path: string): string => new URL(`../../${path}`, import.meta.url).href;
const load = async <Module>(path: string): Promise<Module> => (await import(source(path))) as Module;

/** Loads the template language as the Lambda functions run it. */
async function language() {
  const { render } = await load<typeof import('../../lambdas/templates/render.ts')>('lambdas/templates/render.ts');
  return render;
}

type Texts = Record<string, string>;

/** Facts for the template reference, from the language's tables. The language itself renders the examples. */
async function languageFacts() {
  const render = await language();
  const { formatError } = await load<typeof import('../../lambdas/templates/format-error.ts')>(
    'lambdas/templates/format-error.ts',
  );
  const { functions } = await load<typeof import('../../lambdas/templates/editor/functions.ts')>(
    'lambdas/templates/editor/functions.ts',
  );
  const { messages, hints }: { messages: Texts; hints: Texts } =
    await load<typeof import('../../lambdas/templates/errors.ts')>('lambdas/templates/errors.ts');
  const { MAX_NESTING } =
    await load<typeof import('../../lambdas/templates/compile.ts')>('lambdas/templates/compile.ts');
  const { MAX_MESSAGE } = await load<typeof import('../../lambdas/templates/print.ts')>('lambdas/templates/print.ts');
  const { MAX_LOOPS } = await load<typeof import('../../lambdas/templates/render.ts')>('lambdas/templates/render.ts');
  const { RENDER_MILLISECONDS } =
    await load<typeof import('../../lambdas/templates/limits.ts')>('lambdas/templates/limits.ts');
  const { MAX_SEQUENCE } = await load<typeof import('../../lambdas/templates/expression.ts')>(
    'lambdas/templates/expression.ts',
  );
  const { readyMadeTemplates } = await load<typeof import('../../lambdas/templates/ready-made/index.ts')>(
    'lambdas/templates/ready-made/index.ts',
  );
  const { examples, samplePayload, sampleHeaders } = await load<
    typeof import('../src/features/docs/language/examples.ts')
  >('frontend/src/features/docs/language/examples.ts');
  const { functionNotes } = await load<typeof import('../src/features/docs/language/function-notes.ts')>(
    'frontend/src/features/docs/language/function-notes.ts',
  );
  const { errorNotes } = await load<typeof import('../src/features/docs/language/error-notes.ts')>(
    'frontend/src/features/docs/language/error-notes.ts',
  );
  const body = JSON.stringify(samplePayload);
  const rendered = (template: string): Rendered => {
    const result = render({ template, body, headers: sampleHeaders });
    return 'error' in result
      ? { template, result: formatError(result.error), code: result.error.code }
      : { template, result: result.message };
  };
  return {
    payload: JSON.stringify(samplePayload, null, 2),
    examples: Object.fromEntries(Object.entries(examples).map(([id, { template }]) => [id, rendered(template)])),
    functions: Object.entries(functions).map(([name, args]) => {
      const note = functionNotes[name];
      return { name, args, group: note?.[0] ?? '', does: note?.[1] ?? '', ...(note && { example: rendered(note[2]) }) };
    }),
    errors: [...new Set([...Object.keys(messages), ...Object.keys(errorNotes)])].map((code) => {
      const { fix = '', wrong, right } = errorNotes[code] ?? {};
      const failed = wrong === undefined ? undefined : rendered(wrong);
      return {
        code,
        message:
          messages[code] ?? failed?.result.split('\n')[0]?.replace(/^Line \d+, column \d+: | \([A-Z]\d+\)$/g, '') ?? '',
        hint: hints[code] ?? failed?.result.split('\n')[1] ?? '',
        fix,
        ...(failed && { wrong: failed }),
        ...(right !== undefined && { right: rendered(right) }),
      };
    }),
    limits: { MAX_TEMPLATE, MAX_NESTING, MAX_MESSAGE, MAX_LOOPS, RENDER_MILLISECONDS, MAX_SEQUENCE },
    readyMade: readyMadeTemplates().map(({ id, sender, label }) => ({ id, sender, label })),
  };
}

/** The services that need no template, and a rendered GitHub push for the home page. */
async function senderFacts() {
  await language();
  const { sampleCalls } = await load<typeof import('../../lambdas/contract/sample-calls.ts')>(
    'lambdas/contract/sample-calls.ts',
  );
  const { withoutTemplate } = await load<typeof import('../../lambdas/templates/without-template.ts')>(
    'lambdas/templates/without-template.ts',
  );
  const { senderPaths } = await load<typeof import('../src/ui/sender-paths.gen.ts')>(
    'frontend/src/ui/sender-paths.gen.ts',
  );
  const push = sampleCalls.find(({ id }) => id === 'github-push');
  if (!push) throw new Error('The sample call github-push is missing; the home page shows it.');
  const body = JSON.stringify(push.payload);
  const { loadRichWriter } = await load<typeof import('../../lambdas/templates/rich/load.ts')>(
    'lambdas/templates/rich/load.ts',
  );
  loadRichWriter();
  const call = { body, headers: push.headers, contentType: 'application/json' };
  const { text, rich } = withoutTemplate(call, 'Deploys', { format: 'rich' });
  if (!rich) throw new Error('The push on the home page has no rich message.');
  return {
    // Those with a mark come first, because the home page shows the first ones.
    senders: knownSenders
      .map(({ slug, name }) => ({ slug, name }))
      .sort((one, other) => Number(other.name in senderPaths) - Number(one.name in senderPaths)),
    push: { body: JSON.stringify(push.payload, null, 2), text, rich },
  };
}

/**
 * Each service with its proof, the first line of a sample's message, if it has a sample, and up to four labels of its
 * templates.
 */
async function senderGallery() {
  await language();
  const { readyMadeFor, readyMadeTemplates } = await load<typeof import('../../lambdas/templates/ready-made/index.ts')>(
    'lambdas/templates/ready-made/index.ts',
  );
  const { sampleCalls } = await load<typeof import('../../lambdas/contract/sample-calls.ts')>(
    'lambdas/contract/sample-calls.ts',
  );
  const { withoutTemplate } = await load<typeof import('../../lambdas/templates/without-template.ts')>(
    'lambdas/templates/without-template.ts',
  );
  const says = new Map(
    sampleCalls.flatMap(({ payload, headers }) => {
      const facts = { body: JSON.stringify(payload), headers, contentType: 'application/json' };
      const sender = readyMadeFor(facts)?.sender;
      return sender === undefined ? [] : [[sender, withoutTemplate(facts, '').text.split('\n')[0] ?? ''] as const];
    }),
  );
  const labels = Object.groupBy(readyMadeTemplates(), ({ sender }) => sender);
  const proofs = await proofFacts();
  return knownSenders.map(({ slug, name }) => {
    const proof = proofs.find((each) => each.slug === slug);
    return {
      slug,
      name,
      ...(proof && { proof: { slug, way: proof.way, called: proof.called } }),
      ...(says.get(name) && { says: says.get(name) }),
      tells: (labels[name] ?? []).map(({ label }) => label.replace(`${name} `, '')).slice(0, 4),
    };
  });
}

/** Writes messages and names templates as the product does for recognised senders. */
export async function recognisedBy() {
  await language();
  const { readyMadeTemplates } = await load<typeof import('../../lambdas/templates/ready-made/index.ts')>(
    'lambdas/templates/ready-made/index.ts',
  );
  const { withoutTemplate } = await load<typeof import('../../lambdas/templates/without-template.ts')>(
    'lambdas/templates/without-template.ts',
  );
  const { loadRichWriter } = await load<typeof import('../../lambdas/templates/rich/load.ts')>(
    'lambdas/templates/rich/load.ts',
  );
  loadRichWriter();
  const labels = Object.groupBy(readyMadeTemplates(), ({ sender }) => sender);
  return {
    messageOf: (call: Parameters<typeof withoutTemplate>[0], webhookName: string) =>
      withoutTemplate(call, webhookName, { format: 'rich' }),
    labelsOf: (sender: string) => (labels[sender] ?? []).map(({ label }) => label),
  };
}

/** Limits of the plans and of the invoke host, and facts about target kinds and senders, for the public pages. */
async function productFacts() {
  const { plans, PAYMENT_GRACE_SECONDS, STORED_DAYS_AT_LEAST, STORAGE_NOTICE_PERCENT, TARGETS_WITHOUT_LIMIT } =
    await load<typeof import('../../lambdas/model/plans.ts')>('lambdas/model/plans.ts');
  const { MAX_BODY_BYTES } = await load<typeof import('../../lambdas/invocations/accept-call.ts')>(
    'lambdas/invocations/accept-call.ts',
  );
  const { MAX_HOPS } = await load<typeof import('../../lambdas/platform/outbound/hops.ts')>(
    'lambdas/platform/outbound/hops.ts',
  );
  const { MAX_PARTS } = await load<typeof import('../../lambdas/templates/split-message.ts')>(
    'lambdas/templates/split-message.ts',
  );
  const { MAX_FACTS } = await load<typeof import('../../lambdas/templates/outline/facts.ts')>(
    'lambdas/templates/outline/facts.ts',
  );
  const { targetKinds } = await load<typeof import('../../integrations/targets/kinds.gen.ts')>(
    'integrations/targets/kinds.gen.ts',
  );
  const namesOf = (way: 'update' | 'reply') =>
    targetKinds.flatMap(({ name, follows }) => (follows?.includes(way) ? [name] : [])).join(', ');
  return {
    updates: namesOf('update'),
    replies: namesOf('reply'),
    lengths: targetKinds.flatMap(({ name, longest }) => (longest ? `${name} ${longest}` : [])).join(', '),
    companies: targetKinds.flatMap(({ company }) => company ?? []).join(', '),
    plans,
    graceSeconds: PAYMENT_GRACE_SECONDS,
    storedDaysAtLeast: STORED_DAYS_AT_LEAST,
    storageNoticePercent: STORAGE_NOTICE_PERCENT,
    maxTargetsWithoutLimit: TARGETS_WITHOUT_LIMIT,
    maxBodyBytes: MAX_BODY_BYTES,
    maxHops: MAX_HOPS,
    maxParts: MAX_PARTS,
    maxFacts: MAX_FACTS,
    ...(await senderFacts()),
  };
}

/** The services whose calls can be verified, with their signing method and steps. */
export async function proofFacts() {
  const { schemeOf } = await load<typeof import('../../lambdas/verification/senders/index.ts')>(
    'lambdas/verification/senders/index.ts',
  );
  const { placeOf } = await load<typeof import('../../lambdas/verification/verify.ts')>(
    'lambdas/verification/verify.ts',
  );
  const { senderSlugs } = await load<typeof import('../../lambdas/contract/senders.ts')>('lambdas/contract/senders.ts');
  const { guides } = await load<typeof import('../src/features/verification/guides.ts')>(
    'frontend/src/features/verification/guides.ts',
  );
  const own: Record<string, string> = {
    hmac: 'Another sender that signs (HMAC)',
    secret: 'Another sender that sends a secret',
    basic: 'Another sender with name and password (HTTP Basic)',
    'standard-webhooks': 'Another sender by Standard Webhooks',
    svix: 'Another sender by Svix',
  };
  const proofs = { hmac: 'HMAC', 'ecdsa-p256': 'ECDSA P-256', ed25519: 'Ed25519', secret: 'the secret itself' };
  return senderSlugs
    .map((slug) => {
      const { name, source, proof, signature, signed, time } = schemeOf(slug);
      const parts = signed.flatMap((part) =>
        typeof part === 'string' ? [part] : 'fields' in part ? ['fields of the body'] : [],
      );
      return {
        slug,
        name: own[slug] ?? name,
        isGeneral: slug in own,
        source:
          own[slug] === undefined || slug === 'svix' || slug === 'standard-webhooks' || slug === 'basic' ? source : '',
        place: placeOf(signature).replace(/^(?:The|A) /, ''),
        proof: proof.by === 'hmac' ? `HMAC-${proof.hash.toUpperCase().replace('SHA', 'SHA-')}` : proofs[proof.by],
        signed: parts,
        toleranceSeconds: time?.toleranceSeconds ?? 0,
        isKept: proof.by !== 'secret',
        ...guides[slug],
      };
    })
    .sort((one, other) => Number(one.isGeneral) - Number(other.isGeneral) || one.name.localeCompare(other.name, 'en'));
}

/** Each service's name by its slug, and whether the proof in its calls is stored. */
const proofNames = async () =>
  Object.fromEntries((await proofFacts()).map(({ slug, name, isKept }) => [slug, { name, isKept }]));

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
}
interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: object[];
  parameters?: { name: string; in: string; required: boolean; description?: string }[];
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> };
  responses: Record<string, { $ref?: string; content?: Record<string, { example?: unknown }> }>;
}
interface Document {
  info: { version: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** The contents of the OpenAPI document that the API reference shows. */
async function apiFacts() {
  const { openApiDocument } = await load<{ openApiDocument: () => Document }>('lambdas/contract/openapi/document.ts');
  const { problems } = await load<typeof import('../../lambdas/contract/problems.ts')>('lambdas/contract/problems.ts');
  const document = openApiDocument();
  const resolve = (schema: Schema | undefined): Schema =>
    schema?.$ref ? (document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : (schema ?? {});
  const typeOf = (schema: Schema): string => {
    const { type, enum: values, items } = resolve(schema);
    if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
    if (type === 'array') return `list of ${typeOf(items ?? {})}`;
    return Array.isArray(type) ? type.join(' | ') : (type ?? 'any');
  };
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const body = operation.requestBody?.content['application/json'];
      const { properties = {}, required = [] } = resolve(body?.schema);
      const [status = '', answer] = Object.entries(operation.responses).find(([code]) => code.startsWith('2')) ?? [];
      const example = answer?.content?.['application/json']?.example;
      const security = Object.keys(operation.security[0] ?? {})[0];
      return {
        id: operation.operationId,
        chapter: operation.tags[0] ?? '',
        method: method.toUpperCase(),
        path,
        access: security === 'accessToken' ? 'token' : security === 'session' ? 'cookie' : 'public',
        summary: operation.summary,
        description: operation.description,
        parameters: (operation.parameters ?? []).map(({ name, in: place, required: needed, description = '' }) => ({
          name,
          place,
          needed,
          description,
        })),
        fields: Object.entries(properties).map(([name, schema]) => ({
          name,
          type: typeOf(schema),
          needed: required.includes(name),
          description: schema.description ?? '',
        })),
        ...(body?.example !== undefined && { request: JSON.stringify(body.example, null, 2) }),
        status,
        ...(example !== undefined &&
          JSON.stringify(example).length < 4000 && { answer: JSON.stringify(example, null, 2) }),
        errors: Object.keys(operation.responses).filter((code) => !code.startsWith('2')),
      };
    }),
  );
  return {
    version: document.info.version,
    chapters: document.tags.map(({ name, description }) => ({
      name,
      description,
      calls: calls.filter(({ chapter }) => chapter === name),
    })),
    problems: Object.entries(problems).map(([code, { status, title, description }]) => ({
      code,
      status,
      title,
      description,
    })),
  };
}

const modules: Readonly<Record<string, () => Promise<object>>> = {
  'virtual:docs-language': languageFacts,
  'virtual:docs-product': productFacts,
  'virtual:docs-api': apiFacts,
  'virtual:docs-testing': testingFacts,
  'virtual:senders': senderGallery,
  'virtual:proofs': proofFacts,
  'virtual:proof-names': proofNames,
};

/**
 * Virtual modules with facts for the docs, read from the product's code when the pages are built. So no number or list
 * is written twice, and none of that code reaches the browser.
 */
export function docsFacts(): Plugin {
  return {
    name: 'tellhook-docs-facts',
    resolveId: (id) => (Object.hasOwn(modules, id) ? `\0${id}` : undefined),
    load: async (id) => {
      const facts = id.startsWith('\0') ? modules[id.slice(1)] : undefined;
      return facts && `export default ${JSON.stringify(await facts())};`;
    },
  };
}
