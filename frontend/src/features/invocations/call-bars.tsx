import { type SVGProps, useId } from 'react';
import type { Standing } from '#contract/standing';

/** Stacked bars, oldest first. A bar's height shows the number of calls; labels contain the numbers. */
export function CallBars({
  values,
  label,
  chosen,
  ...pointer
}: {
  values: readonly Record<Standing, number>[];
  label: string;
  /** The first and the last selected bar. */
  chosen?: readonly [number, number] | undefined;
} & Pick<SVGProps<SVGSVGElement>, 'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel'>) {
  const hatch = useId();
  const most = Math.max(1, ...values.map(({ arrived, attention, waiting }) => arrived + attention + waiting));
  const width = 100 / values.length;
  const height = (count: number) => (count / most) * 38;
  const [first, last] = chosen ? chosen.toSorted((one, other) => one - other) : [];
  return (
    <svg
      viewBox="0 0 100 40"
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      className="h-9 min-w-0 flex-1 cursor-pointer touch-none"
      {...pointer}
    >
      <pattern id={hatch} width="100" height="2.4" patternUnits="userSpaceOnUse">
        <rect width="100" height="2.4" className="fill-warn-soft" />
        <rect width="100" height="1.2" className="fill-warn-fill" />
      </pattern>
      {/* Makes the space between the bars clickable too. */}
      <rect width="100" height="40" fillOpacity="0" />
      {first !== undefined && last !== undefined && (
        <rect x={first * width} width={(last - first + 1) * width} height="40" className="fill-accent-soft" />
      )}
      {values.map(({ arrived, attention, waiting }, index) => {
        const place = { x: index * width + width * 0.08, width: width * 0.84 };
        const key = `bar-${index}`;
        return (
          <g key={key}>
            <rect {...place} y={39.2} height={0.8} className="fill-line" />
            <rect {...place} y={40 - height(arrived)} height={height(arrived)} className="fill-ok-fill" />
            <rect
              {...place}
              y={40 - height(arrived + attention)}
              height={height(attention)}
              className="fill-err-fill"
            />
            <rect
              {...place}
              y={40 - height(arrived + attention + waiting)}
              height={height(waiting)}
              fill={`url(#${hatch})`}
            />
          </g>
        );
      })}
    </svg>
  );
}
