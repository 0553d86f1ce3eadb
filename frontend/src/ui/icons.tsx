import { CircleCheck, CircleDashed, CircleX, Clock, RotateCw, Trash2, TriangleAlert } from 'virtual:icons';
import type { StatusIcon as Name } from '../lib/status.ts';

const icons = {
  check: CircleCheck,
  alert: TriangleAlert,
  cross: CircleX,
  retry: RotateCw,
  clock: Clock,
  dashed: CircleDashed,
  trash: Trash2,
} as const;

/** The icon of a status, next to its word; hidden from screen readers. */
export function StatusIcon({ name, size = 14 }: { name: Name; size?: number }) {
  const Icon = icons[name];
  return <Icon aria-hidden size={size} className="shrink-0" />;
}

/** The product's mark: a hook in a speech bubble. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className="shrink-0">
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <path
        d="M8.5 8h15a1.5 1.5 0 0 1 1.5 1.500v10a1.5 1.5 0 0 1-1.5 1.500h-6.700L12 25.200V21H8.500A1.5 1.5 0 0 1 7 19.500v-10A1.5 1.5 0 0 1 8.5 8Z"
        fill="none"
        className="stroke-white"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path
        d="M18.5 11v4.600a2.5 2.5 0 1 1-5 0"
        fill="none"
        className="stroke-white"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  );
}
