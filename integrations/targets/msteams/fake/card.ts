import * as z from 'zod';
import { isAddress } from '../../../../lib/local/fakes/fake.ts';

/*
 * The Adaptive Cards that Teams shows in a channel (adaptivecards.io, schema 1.5, and Teams' documentation of cards).
 * Style names are case-insensitive, as in the schema.
 */

const oneOf = <const Names extends readonly string[]>(names: Names) =>
  z
    .string()
    .transform((name) => name.toLowerCase())
    .pipe(z.enum(names))
    .optional();

const textLook = {
  weight: oneOf(['lighter', 'default', 'bolder']),
  size: oneOf(['small', 'default', 'medium', 'large', 'extralarge']),
  color: oneOf(['default', 'dark', 'light', 'accent', 'good', 'warning', 'attention']),
  fontType: oneOf(['default', 'monospace']),
  isSubtle: z.boolean().optional(),
};
const place = {
  separator: z.boolean().optional(),
  spacing: oneOf(['none', 'small', 'default', 'medium', 'large', 'extralarge', 'padding']),
};
const boxStyle = oneOf(['default', 'emphasis', 'good', 'attention', 'warning', 'accent']);

const address = z.string().refine(isAddress, 'Invalid URL');
const openUrl = z.object({ type: z.literal('Action.OpenUrl'), title: z.string().optional(), url: address });
export type CardAction = z.infer<typeof openUrl>;

const textRun = z.object({
  type: z.literal('TextRun'),
  text: z.string(),
  ...textLook,
  italic: z.boolean().optional(),
  strikethrough: z.boolean().optional(),
  underline: z.boolean().optional(),
  highlight: z.boolean().optional(),
  selectAction: openUrl.optional(),
});
export type TextRun = z.infer<typeof textRun>;

const leaf = z.discriminatedUnion('type', [
  z.object({ type: z.literal('TextBlock'), text: z.string(), wrap: z.boolean().optional(), ...textLook, ...place }),
  z.object({ type: z.literal('RichTextBlock'), inlines: z.array(z.union([z.string(), textRun])), ...place }),
  z.object({
    type: z.literal('FactSet'),
    facts: z.array(z.object({ title: z.string(), value: z.string() })).min(1),
    ...place,
  }),
  z.object({ type: z.literal('CodeBlock'), codeSnippet: z.string(), language: z.string().optional(), ...place }),
  z.object({ type: z.literal('ActionSet'), actions: z.array(openUrl).min(1), ...place }),
  z.object({ type: z.literal('Image'), url: address, altText: z.string().optional(), ...place }),
]);
type Leaf = z.infer<typeof leaf>;

type Place = Pick<Leaf, 'separator' | 'spacing'>;

export type CardElement =
  | Leaf
  | ({ type: 'Container'; items: CardElement[]; style?: z.infer<typeof boxStyle> } & Place)
  | ({ type: 'ColumnSet'; columns: { items: CardElement[] }[] } & Place);

const element: z.ZodType<CardElement> = z.lazy(() =>
  z.union([
    leaf,
    z.object({ type: z.literal('Container'), items: z.array(element), style: boxStyle, ...place }),
    z.object({
      type: z.literal('ColumnSet'),
      columns: z.array(z.object({ type: z.literal('Column').optional(), items: z.array(element) })),
      ...place,
    }),
  ]),
);

export const adaptiveCard = z.object({
  type: z.literal('AdaptiveCard'),
  // Teams supports versions up to 1.5. It shows only the fallback text of later ones.
  version: z.string().regex(/^1\.[0-5]$/),
  body: z.array(element),
  // Teams shows up to six buttons.
  actions: z.array(openUrl).max(6).optional(),
});
export type AdaptiveCard = z.infer<typeof adaptiveCard>;

/** Returns the card in a message to a workflow; undefined if the workflow would find none. */
export const cardIn = (body: Record<string, unknown> | undefined): unknown => {
  const attachments = body?.attachments;
  if (body?.type !== 'message' || !Array.isArray(attachments)) return undefined;
  for (const attachment of attachments as unknown[]) {
    const { contentType, content } = (attachment ?? {}) as { contentType?: unknown; content?: unknown };
    if (contentType === 'application/vnd.microsoft.card.adaptive' && typeof content === 'object') return content;
  }
  return undefined;
};

/** Explains why Teams would not show a card. Returns undefined if it would. */
export const cardProblem = (card: unknown): string | undefined => {
  if (!card) return 'there is no Adaptive Card in the attachments';
  const [issue] = adaptiveCard.safeParse(card).error?.issues ?? [];
  return issue && `its card is not valid at ${issue.path.join('.') || 'its top'}: ${issue.message}`;
};
