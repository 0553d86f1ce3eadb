import type { RichMessage } from '../../../../lambdas/templates/rich/tree.ts';
import { useTargetKind } from '../../data/targets.ts';
import { RichLook } from '../../ui/rich-look.tsx';
import { PartsList } from './parts-list.tsx';
import { richPartsFor } from './rich-parts.ts';

/** A rich message in a target kind's layout, split into parts. */
export function RichParts({
  message,
  slug,
  webhookName,
  split,
}: {
  message: RichMessage;
  slug: string;
  webhookName: string;
  split: boolean;
}) {
  const limit = useTargetKind(slug)?.limit;
  const { parts, truncated } = richPartsFor(message, limit, split);
  return (
    <PartsList parts={parts} truncated={truncated} limit={limit}>
      {({ rich, text }, part) => (
        <RichLook slug={slug} shown={{ rich, text, part, parts: parts.length, webhookName }} />
      )}
    </PartsList>
  );
}
