import * as z from 'zod';
import { isAddress } from '../../../../lib/local/fakes/fake.ts';

/*
 * The messages that a Discord webhook accepts, with their limits (discord.com/developers, "Execute Webhook" and "Embed
 * Limits"). Discord ignores unknown fields.
 */

const NOT_WELL_FORMED = 'Not a well formed URL.';
/** Discord does not accept hosts without a dot. */
const address = z
  .string()
  .max(2048)
  .refine((text) => /^https?:\/\/(?:\[|[^/?#]*\.)/i.test(text) && isAddress(text), NOT_WELL_FORMED);
const words = (max: number) => z.string().max(max);
const needed = (max: number) => z.string().trim().min(1).max(max);

const embed = z.object({
  title: words(256).optional(),
  description: words(4096).optional(),
  url: address.optional(),
  timestamp: z.iso.datetime({ offset: true }).optional(),
  color: z.int().min(0).max(0xff_ff_ff).optional(),
  footer: z.object({ text: needed(2048), icon_url: address.optional() }).optional(),
  author: z.object({ name: needed(256), url: address.optional(), icon_url: address.optional() }).optional(),
  fields: z
    .array(z.object({ name: needed(256), value: needed(1024), inline: z.boolean().optional() }))
    .max(25)
    .optional(),
});
export type DiscordEmbed = z.infer<typeof embed>;

/** Rows of link buttons, the only components that a webhook made by a member can send. */
const buttons = z
  .array(
    z.object({
      type: z.literal(1),
      components: z
        .array(z.object({ type: z.literal(2), style: z.literal(5), label: needed(80), url: address.max(512) }))
        .min(1)
        .max(5),
    }),
  )
  .max(5);

/** Returns the characters of an embed that count towards the limit of 6,000 for all embeds of a message. */
const sizeOf = ({ title, description, footer, author, fields = [] }: DiscordEmbed): number =>
  [title, description, footer?.text, author?.name, ...fields.flatMap(({ name, value }) => [name, value])].reduce(
    (sum, text = '') => sum + text.length,
    0,
  );

const TOTAL = 6000;

const snowflakes = z.array(z.string().regex(/^\d{15,20}$/)).max(100);

const allowedMentions = z
  .object({
    parse: z.array(z.enum(['roles', 'users', 'everyone'])).optional(),
    users: snowflakes.optional(),
    roles: snowflakes.optional(),
  })
  .refine(
    ({ parse = [], users = [], roles = [] }) =>
      !(parse.includes('users') && users.length > 0) && !(parse.includes('roles') && roles.length > 0),
    'parse and the list of the same kind are mutually exclusive.',
  );

/**
 * Returns the people that a message notifies: those in its content that `allowed_mentions` permits, or all of them if
 * it is unset. A backslash before a mention changes its style, but still notifies. Embeds notify no one.
 */
export const callsOf = ({ content = '', allowed_mentions: allowed }: DiscordMessage) => {
  const named = (pattern: RegExp) => [...content.matchAll(pattern)].map(([, id = '']) => id);
  const lets = (kind: 'users' | 'roles', id: string) =>
    allowed === undefined || allowed.parse?.includes(kind) === true || allowed[kind]?.includes(id) === true;
  return {
    everyone:
      /@(?:everyone|here)/.test(content) && (allowed === undefined || allowed.parse?.includes('everyone') === true),
    users: named(/<@!?(\d+)>/g).filter((id) => lets('users', id)),
    roles: named(/<@&(\d+)>/g).filter((id) => lets('roles', id)),
  };
};

export const discordMessage = z.object({
  content: z.string().optional(),
  username: z
    .string()
    .trim()
    .min(1)
    .max(80)
    .refine((name) => !/discord|clyde/i.test(name), 'Username cannot contain "discord" or "clyde"')
    .optional(),
  avatar_url: address.optional(),
  components: buttons.optional(),
  flags: z.int().optional(),
  allowed_mentions: allowedMentions.optional(),
  embeds: z
    .array(embed)
    .max(10)
    .refine((embeds) => embeds.reduce((sum, one) => sum + sizeOf(one), 0) <= TOTAL, {
      message: `Embed size exceeds maximum size of ${TOTAL}`,
      abort: true,
    })
    .optional(),
});
type DiscordMessage = z.infer<typeof discordMessage>;

/** The bit of `flags` that hides embeds, including the sender's own. */
export const SUPPRESS_EMBEDS = 4;

/** Converts an issue to one of Discord's errors. */
const complaint = (issue: z.core.$ZodIssue): { code: string; message: string } => {
  switch (issue.code) {
    case 'too_big':
      return issue.origin === 'string'
        ? { code: 'BASE_TYPE_MAX_LENGTH', message: `Must be ${issue.maximum} or fewer in length.` }
        : issue.origin === 'array'
          ? { code: 'BASE_TYPE_BAD_LENGTH', message: `Must be between 0 and ${issue.maximum} in length.` }
          : { code: 'NUMBER_TYPE_MAX', message: `int value should be less than or equal to ${issue.maximum}.` };
    case 'too_small':
      return { code: 'BASE_TYPE_REQUIRED', message: 'This field is required' };
    case 'invalid_format':
      return { code: 'DATE_TIME_TYPE_PARSE', message: 'Could not parse. Should be ISO8601.' };
    case 'custom':
      if (issue.message === NOT_WELL_FORMED) return { code: 'URL_TYPE_INVALID_URL', message: issue.message };
      return {
        code: issue.path[0] === 'embeds' ? 'MAX_EMBED_SIZE_EXCEEDED' : 'USERNAME_INVALID_CONTAINS',
        message: issue.message,
      };
    default:
      return issue.code === 'invalid_type' && issue.input === undefined
        ? { code: 'BASE_TYPE_REQUIRED', message: 'This field is required' }
        : { code: 'BASE_TYPE_INVALID', message: 'The value has a wrong type.' };
  }
};

/** Returns errors in Discord's form: a tree of the fields, each with its `_errors`. */
export const formErrors = ({ issues }: z.ZodError): Record<string, unknown> => {
  const root: Record<string, unknown> = {};
  for (const issue of issues) {
    let node = root;
    for (const key of issue.path) {
      node[String(key)] ??= {};
      node = node[String(key)] as Record<string, unknown>;
    }
    node._errors = [...((node._errors as unknown[] | undefined) ?? []), complaint(issue)];
  }
  return root;
};
