/** The Adaptive Card of a message to a workflow; undefined when the workflow would not find one. */
export const adaptiveCard = (body: Record<string, unknown> | undefined): Record<string, unknown> | undefined => {
  const attachments = body?.attachments;
  if (body?.type !== 'message' || !Array.isArray(attachments)) return undefined;
  for (const attachment of attachments as unknown[]) {
    const { contentType, content } = (attachment ?? {}) as { contentType?: unknown; content?: unknown };
    if (contentType !== 'application/vnd.microsoft.card.adaptive') continue;
    if (typeof content !== 'object' || content === null) continue;
    const card = content as Record<string, unknown>;
    if (card.type === 'AdaptiveCard' && Array.isArray(card.body)) return card;
  }
  return undefined;
};

/** The words of a card, one line per block, for lists and for reading aloud. */
export const plainTextOf = (element: unknown): string => {
  if (Array.isArray(element))
    return element
      .map(plainTextOf)
      .filter((text) => text !== '')
      .join('\n');
  if (typeof element !== 'object' || element === null) return '';
  const { type, text, inlines, body, items, columns, facts, title, value } = element as Record<string, unknown>;
  if (type === 'RichTextBlock' && Array.isArray(inlines)) {
    return inlines
      .map((inline: unknown) =>
        typeof inline === 'string' ? inline : String((inline as { text?: unknown }).text ?? ''),
      )
      .join('');
  }
  if (typeof text === 'string') return text;
  if (typeof title === 'string' && typeof value === 'string') return `${title}: ${value}`;
  return plainTextOf(body ?? items ?? columns ?? facts ?? []);
};
