import { MessageSquare } from 'virtual:icons';
import { memo } from 'react';
import { useTargetKinds } from '../data/targets.ts';
import type { TargetKind } from '../lib/wire.ts';

const sizes = { small: ['size-6', 13], normal: ['size-9', 19], large: ['size-11', 23] } as const;

/** A kind's mark in its brand colour on a tinted square; a type without a kind shows a message icon. */
export function KindTile({
  kind,
  size = 'normal',
  waiting = false,
}: {
  kind: Pick<TargetKind, 'icon'> | undefined;
  size?: keyof typeof sizes;
  /** True while the kinds are loading; an empty tile then keeps the space. */
  waiting?: boolean;
}) {
  const [box, mark] = sizes[size];
  return (
    <span
      aria-hidden
      ref={(element) => {
        // Set the colour in code, because the content security policy forbids style attributes.
        if (element && kind) element.style.setProperty('--kind', kind.icon.colour);
      }}
      className={`type-tile grid shrink-0 place-items-center rounded-[28%] ${box}`}
    >
      {kind ? <KindMark paths={kind.icon.paths} size={mark} /> : !waiting && <MessageSquare size={mark} />}
    </span>
  );
}

export function KindMark({ paths, size }: { paths: readonly string[]; size: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}

/** A target’s tile, found by its type. */
export const TypeTile = memo(function TypeTile({ type, size }: { type: string; size?: keyof typeof sizes }) {
  const kinds = useTargetKinds();
  const kind = kinds.data?.find(({ slug }) => slug === type);
  return <KindTile kind={kind} waiting={kinds.isPending} {...(size ? { size } : {})} />;
});

/** A target kind's name; its slug if this deployment does not offer it. */
export const TypeName = memo(function TypeName({ type }: { type: string }) {
  const { data, isPending } = useTargetKinds();
  const kind = data?.find(({ slug }) => slug === type);
  return kind?.name ?? (isPending ? ' ' : type);
});
