import type { Template } from '../../../../lambdas/templates/ready-made/ready-made.ts';

/** A function per sender that loads its messages. */
const loaders = import.meta.glob<Template[]>('../../../../lambdas/templates/ready-made/messages/*.gen.json', {
  import: 'default',
});
const loaded = new Map<string, Template[]>();

/** Loads senders' messages, so a render can read them. */
export const loadMessages = async (slugs: readonly string[]): Promise<void> => {
  const load = async (slug: string) => {
    const messages = await loaders[`../../../../lambdas/templates/ready-made/messages/${slug}.gen.json`]?.();
    if (messages) loaded.set(slug, messages);
  };
  await Promise.all(slugs.filter((slug) => !loaded.has(slug)).map(load));
};

/** Returns a sender's messages. @throws Error if they are not loaded */
export const messagesOf = (slug: string): Template[] => {
  const messages = loaded.get(slug);
  if (!messages) throw new Error(`the messages of ${slug} are not loaded`);
  return messages;
};
