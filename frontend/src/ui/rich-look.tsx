import type { ReactNode } from 'react';
import { looks } from '../../../integrations/targets/looks.gen.tsx';
import { richLooks } from '../../../integrations/targets/rich-looks.gen.tsx';
import { severityColours } from '../../../lambdas/templates/rich/severity-looks.ts';
import type { RichMessage, Run, Block as TreeBlock } from '../../../lambdas/templates/rich/tree.ts';
import { lookTexts, type RichShown } from './look.ts';
import { MessageBlocks } from './message-blocks.tsx';
import { blockOf, tableOf, titleOf } from './rich-look-parts.ts';
import { Time } from './time.tsx';

/** A rich message as a target kind shows it. Kinds without a separate layout show the general one. */
export function RichLook({ slug, shown }: { slug: string; shown: RichShown }): ReactNode {
  const time = shown.at === undefined ? lookTexts.now : <Time date={shown.at} relative={false} />;
  const said = <PlainRich rich={shown.rich} />;
  return richLooks[slug]?.(shown, time) ?? looks[slug]?.plain(shown, said, time) ?? said;
}

/** Shortens a message's blocks to this number of characters in total, and keeps all its facts. */
export function beginningOf(message: RichMessage, characters: number): RichMessage {
  let left = characters;
  const take = (text: string): string => {
    const taken = text.slice(0, left);
    left -= taken.length;
    return taken;
  };
  const runsOf = (runs: readonly Run[]): Run[] =>
    runs.flatMap((run) => (left > 0 ? [{ ...run, text: take(run.text) }] : []));
  const blocks = message.blocks.flatMap((block): TreeBlock[] => {
    if (left <= 0) return [];
    switch (block.kind) {
      case 'rule':
        return [block];
      case 'code':
        return [{ ...block, text: take(block.text) }];
      case 'list': {
        const items = block.items.flatMap((item) => (left > 0 ? [{ ...item, runs: runsOf(item.runs) }] : []));
        return [{ ...block, items }];
      }
      default:
        return [{ ...block, runs: runsOf(block.runs) }];
    }
  });
  return { ...message, blocks };
}

/** A rich message in a neutral look, for comparison. */
export function PlainRich({ rich }: { rich: RichMessage }): ReactNode {
  const { severity = 'info', blocks, facts = [], buttons = [] } = rich;
  const of = [
    ...titleOf(rich, { withPlace: true }),
    ...blocks.map(blockOf),
    ...tableOf(facts, 'rows'),
    { kind: 'buttons', buttons } as const,
  ];
  return <MessageBlocks blocks={[{ kind: 'bar', colour: severityColours[severity], framed: false, of }]} />;
}
