import { access } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { acknowledgeChoice, escalationStep } from '../../lambdas/contract/acknowledge.ts';
import { ESCALATION } from '../../lambdas/contract/bounds.ts';
import { newRule } from '../../lambdas/contract/routing.ts';
import { targetChange } from '../../lambdas/contract/target.ts';
import { verificationChange } from '../../lambdas/contract/verification.ts';
import { webhookSettings } from '../../lambdas/contract/webhook-settings.ts';
import { Failure } from './command.ts';
import { linesOf, parseDocumentText } from './document-text.ts';
import { type Reach, readNamed, readText } from './samples.ts';
import { VARIABLE } from './variables.ts';

const texts = z.array(z.string().min(1)).min(1);

/** A test's expectations about the message, which must all hold. */
const expectation = z.strictObject({
  equals: z.string().optional(),
  contains: texts.optional(),
  lacks: texts.optional(),
  /** The expected number of parts for the target with the lowest limit. */
  parts: z.int().min(1).optional(),
});
export type Expectation = z.infer<typeof expectation>;

const test = z
  .strictObject({
    name: z.string().optional(),
    /** The path of a file with a call (from `show --save` or `listen --record`), or with any body. */
    call: z.string().optional(),
    sample: z.string().optional(),
    expect: expectation,
  })
  .refine(({ call, sample }) => (call === undefined) !== (sample === undefined), 'needs either `call` or `sample`');

const calling = verificationChange.shape;

// In a document, name, targets, template, routing and acknowledge have their own form.
const {
  name: _name,
  target_ids: _ids,
  use_template: _use,
  template: _template,
  routing: _routing,
  acknowledge: _acknowledge,
  intake,
  ...rest
} = webhookSettings.shape;
const settings = z.object(rest).partial().shape;

const { target_id: _target, ...ruleShape } = newRule.shape;

/** A webhook in a document. Omitted fields are neither compared nor changed. */
const webhook = z.strictObject({
  /** The names of the webhook's targets. */
  targets: z.array(z.string().min(1)).min(1).optional(),
  /** The template, its file, or `null` for no template. */
  template: z.union([z.string(), z.strictObject({ file: z.string().min(1) }), z.null()]).optional(),
  ...settings,
  intake: z.strictObject(intake.shape).partial().optional(),
  /** Routing rules by target name. Targets without a rule receive every call. */
  routing: z.record(z.string().min(1), z.strictObject(ruleShape)).optional(),
  /** The calls that a person has to acknowledge; the steps have names of targets. */
  acknowledge: z
    .strictObject({
      from: acknowledgeChoice.shape.from,
      steps: z
        .array(z.strictObject({ after_minutes: escalationStep.shape.after_minutes, targets: texts }))
        .min(1)
        .max(ESCALATION.steps),
    })
    .nullable()
    .optional(),
  verification: z
    .strictObject({
      mode: calling.mode.optional(),
      sender: calling.sender.unwrap().optional(),
      own: z.strictObject(calling.own.unwrap().shape).optional(),
      allow_ips: calling.allow_ips.unwrap().optional(),
      secret: z
        .string()
        .regex(VARIABLE, `must be an environment variable, such as \${GITHUB_SECRET}, to keep secrets out of the file`)
        .optional(),
    })
    .optional(),
  tests: z.array(test).optional(),
});
export type DescribedWebhook = z.infer<typeof webhook>;

const target = z.strictObject({
  type: z.string().min(1),
  enabled: z.boolean().optional(),
  /**
   * Options are required only to create the target. They are not compared later, because the server does not return
   * secrets.
   */
  options: z.record(z.string(), z.unknown()).optional(),
  /** Name of another target, which also gets messages that are not delivered in time; `null` for none. */
  fallback_target: z.string().min(1).nullable().optional(),
  fallback_after_minutes: targetChange.shape.fallback_after_minutes,
});
export type DescribedTarget = z.infer<typeof target>;

/** The content of `tellhook.json` or `tellhook.yaml`: a project's webhooks and targets by name, with template tests. */
const document = z.strictObject({
  tellhook: z.literal(1),
  targets: z.record(z.string().min(1), target).optional(),
  webhooks: z.record(z.string().min(1), webhook),
});
export type Document = z.infer<typeof document>;

const FILES = ['tellhook.json', 'tellhook.yaml', 'tellhook.yml'];

/**
 * Returns the named file, or else the config file in the current folder.
 * @throws Failure if there are several
 */
export const documentFile = async (named: string | undefined, cwd: string): Promise<string> => {
  if (named !== undefined) return named;
  const here = await Promise.all(
    FILES.map((file) =>
      access(path.resolve(cwd, file)).then(
        () => [file],
        () => [],
      ),
    ),
  );
  const [found = FILES[0] as string, ...others] = here.flat();
  if (others.length > 0) throw new Failure(`There are ${[found, ...others].join(' and ')}.`, 'Pass one of them.');
  return found;
};

/**
 * Reads and checks a document.
 * @throws Failure with the positions of all mistakes
 */
export const readDocument = async (file: string, cwd: string): Promise<Document> => {
  const text = await readText(file, cwd, 'To start from the current account: tellhook export > tellhook.json');
  const parsed = document.safeParse(await parseDocumentText(text, file));
  if (parsed.success) return parsed.data;
  const lineOf = await linesOf(text);
  const problems = parsed.error.issues.map(
    ({ path: at, message }) => `  ${file}:${lineOf(at)} ${at.join('.') || '(whole)'}: ${message}`,
  );
  throw new Failure(
    `${file} does not have the expected format:\n${problems.join('\n')}`,
    'For an example, run: tellhook export',
  );
};

/**
 * Returns a webhook’s template: null if it has none, undefined if none is given. File names are relative to the
 * document.
 */
export const templateOf = async (
  { template }: Pick<DescribedWebhook, 'template'>,
  reach: Reach,
): Promise<string | null | undefined> => {
  if (typeof template !== 'object' || template === null) return template;
  const text = await readNamed(template.file, reach);
  // Editors end a file with a line break, which a message must not contain.
  return text.replace(/\r?\n$/, '');
};

export const folderOf = (file: string, cwd: string): string => path.dirname(path.resolve(cwd, file));
