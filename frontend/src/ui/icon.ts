import { createElement, type SVGProps } from 'react';

export type Icon = (props: SVGProps<SVGSVGElement> & { size?: number }) => React.ReactElement;

/** The component of an icon of 24 by 24 units. It is hidden from screen readers unless it has a label. */
export const icon =
  (name: string, shapes: [tag: string, attributes: Record<string, string>][]): Icon =>
  ({ size = 24, className = '', ...others }) =>
    createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': others['aria-label'] === undefined || undefined,
        className: `lucide lucide-${name} ${className}`,
        ...others,
      },
      ...shapes.map(([tag, attributes]) => createElement(tag, attributes)),
    );
