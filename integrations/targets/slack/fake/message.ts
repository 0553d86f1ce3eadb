import * as z from 'zod';
import { isAddress } from '../../../../lib/local/fakes/fake.ts';

/*
 * The messages that an incoming webhook accepts, with the limits of Block Kit (docs.slack.dev, reference/block-kit;
 * @slack/types). The objects are strict, because Slack rejects a block with an unknown property.
 */

const blockId = { block_id: z.string().max(255).optional() };
const address = z.string().max(3000).refine(isAddress);

const plainText = (max: number) =>
  z.strictObject({ type: z.literal('plain_text'), text: z.string().min(1).max(max), emoji: z.boolean().optional() });
const anyText = (max: number) =>
  z.discriminatedUnion('type', [
    plainText(max),
    z.strictObject({
      type: z.literal('mrkdwn'),
      text: z.string().min(1).max(max),
      verbatim: z.boolean().optional(),
    }),
  ]);

const style = z
  .strictObject({
    bold: z.boolean().optional(),
    italic: z.boolean().optional(),
    strike: z.boolean().optional(),
    code: z.boolean().optional(),
    underline: z.boolean().optional(),
  })
  .optional();

const richWords = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string().min(1), style }),
  z.strictObject({
    type: z.literal('link'),
    url: address,
    text: z.string().optional(),
    unsafe: z.boolean().optional(),
    style,
  }),
  z.strictObject({ type: z.literal('emoji'), name: z.string().min(1), unicode: z.string().optional(), style }),
  z.strictObject({ type: z.literal('user'), user_id: z.string().min(1), style }),
  z.strictObject({ type: z.literal('usergroup'), usergroup_id: z.string().min(1), style }),
  z.strictObject({ type: z.literal('channel'), channel_id: z.string().min(1), style }),
  z.strictObject({ type: z.literal('broadcast'), range: z.enum(['here', 'channel', 'everyone']), style }),
  z.strictObject({
    type: z.literal('date'),
    timestamp: z.int(),
    format: z.string().min(1),
    url: z.string().optional(),
    fallback: z.string().optional(),
    style,
  }),
  z.strictObject({ type: z.literal('color'), value: z.string(), style }),
]);
export type RichWords = z.infer<typeof richWords>;

const border = { border: z.union([z.literal(0), z.literal(1)]).optional() };
const richSection = z.strictObject({ type: z.literal('rich_text_section'), elements: z.array(richWords) });
const richPart = z.discriminatedUnion('type', [
  richSection,
  z.strictObject({
    type: z.literal('rich_text_preformatted'),
    elements: z.array(richWords).refine((words) => words.every(({ type }) => type === 'text' || type === 'link')),
    language: z.string().optional(),
    ...border,
  }),
  z.strictObject({ type: z.literal('rich_text_quote'), elements: z.array(richWords), ...border }),
  z.strictObject({
    type: z.literal('rich_text_list'),
    style: z.enum(['bullet', 'ordered']),
    indent: z.int().min(0).max(8).optional(),
    offset: z.int().min(0).optional(),
    elements: z.array(richSection).min(1),
    ...border,
  }),
]);
export type RichPart = z.infer<typeof richPart>;

const image = { image_url: address, alt_text: z.string().min(1).max(2000) };
const button = z.strictObject({
  type: z.literal('button'),
  text: plainText(75),
  url: address.optional(),
  action_id: z.string().max(255).optional(),
  value: z.string().max(2000).optional(),
  style: z.enum(['primary', 'danger']).optional(),
  accessibility_label: z.string().max(75).optional(),
});

const block = z.discriminatedUnion('type', [
  z
    .strictObject({
      type: z.literal('section'),
      text: anyText(3000).optional(),
      fields: z.array(anyText(2000)).min(1).max(10).optional(),
      accessory: z.union([button, z.strictObject({ type: z.literal('image'), ...image })]).optional(),
      expand: z.boolean().optional(),
      ...blockId,
    })
    .refine(({ text, fields }) => text !== undefined || fields !== undefined),
  z.strictObject({ type: z.literal('header'), text: plainText(150), ...blockId }),
  z.strictObject({
    type: z.literal('context'),
    elements: z
      .array(z.union([anyText(3000), z.strictObject({ type: z.literal('image'), ...image })]))
      .min(1)
      .max(10),
    ...blockId,
  }),
  z.strictObject({ type: z.literal('divider'), ...blockId }),
  z.strictObject({ type: z.literal('image'), ...image, title: plainText(2000).optional(), ...blockId }),
  z.strictObject({ type: z.literal('actions'), elements: z.array(button).min(1).max(25), ...blockId }),
  z.strictObject({ type: z.literal('markdown'), text: z.string().min(1).max(12_000), ...blockId }),
  z.strictObject({ type: z.literal('rich_text'), elements: z.array(richPart).min(1), ...blockId }),
]);
export type SlackBlock = z.infer<typeof block>;

/** Blocks with unique ids, of a message or attachment. */
export const slackBlocks = z
  .array(block)
  .max(50)
  .refine((blocks) => {
    const ids = blocks.flatMap(({ block_id }) => (block_id === undefined ? [] : [block_id]));
    return new Set(ids).size === ids.length;
  });

/** An attachment, the predecessor of blocks. Slack ignores its unknown fields. */
const attachment = z.object({
  color: z.string().optional(),
  fallback: z.string().optional(),
  pretext: z.string().optional(),
  author_name: z.string().optional(),
  title: z.string().optional(),
  title_link: address.optional(),
  text: z.string().optional(),
  fields: z
    .array(z.object({ title: z.string().optional(), value: z.string().optional(), short: z.boolean().optional() }))
    .optional(),
  footer: z.string().optional(),
  blocks: slackBlocks.optional(),
});
export type SlackAttachment = z.infer<typeof attachment>;

export const slackAttachments = z.array(attachment).max(100);

/** The message that the page shows, without the parts that Slack would reject. */
export const slackMessage = z.object({
  text: z.string().optional().catch(undefined),
  mrkdwn: z.boolean().optional().catch(undefined),
  blocks: slackBlocks.optional().catch(undefined),
  attachments: slackAttachments.optional().catch(undefined),
});
