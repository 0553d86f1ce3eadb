/** The bars of a page. Scores are 0 to 100, times are milliseconds. */
interface Bars {
  performance: number;
  accessibility: number;
  'best-practices': number;
  /** Only for pages that search engines read. */
  seo?: number;
  /** Largest contentful paint on the simulated phone. */
  lcp?: number;
  /** Cumulative layout shift. */
  cls: number;
}

export type Device = 'mobile' | 'desktop';

export interface Measured {
  performance: number;
  accessibility: number;
  'best-practices': number;
  seo: number;
  lcp: number;
  cls: number;
  /** Total blocking time. */
  tbt: number;
  /** Bytes that came over the wire. */
  bytes: number;
}

/** Ids of one webhook and one target of a used account. */
interface Looked {
  webhook: number;
  target: number;
}

interface AuditedPage {
  name: string;
  path(looked: Looked): string;
  signedIn: boolean;
  mobile: Bars;
}

const always = { accessibility: 100, 'best-practices': 100 } as const;
const publicPage: Bars = { ...always, performance: 99, seo: 100, lcp: 1300, cls: 0.05 };
const appPage: Bars = { ...always, performance: 97, lcp: 2000, cls: 0.05 };

export const pages: readonly AuditedPage[] = [
  { name: 'home', path: () => '/', signedIn: false, mobile: publicPage },
  { name: 'docs', path: () => '/docs', signedIn: false, mobile: publicPage },
  { name: 'login', path: () => '/login', signedIn: false, mobile: appPage },
  { name: 'dashboard', path: () => '/dashboard', signedIn: true, mobile: appPage },
  { name: 'webhooks', path: () => '/webhooks', signedIn: true, mobile: appPage },
  {
    name: 'webhook',
    path: ({ webhook }) => `/webhooks/${webhook}`,
    signedIn: true,
    mobile: { ...appPage, performance: 95, lcp: 2400 },
  },
  { name: 'targets', path: () => '/targets', signedIn: true, mobile: appPage },
  {
    name: 'target',
    path: ({ target }) => `/targets/${target}`,
    signedIn: true,
    mobile: { ...appPage, performance: 95, lcp: 2400 },
  },
  {
    name: 'new webhook',
    path: () => '/webhooks/new',
    signedIn: true,
    mobile: { ...appPage, performance: 95, lcp: 2400 },
  },
  {
    name: 'settings',
    path: () => '/user/settings',
    signedIn: true,
    mobile: { ...appPage, performance: 95, lcp: 2400 },
  },
  { name: 'editor', path: () => '/editor', signedIn: true, mobile: { ...appPage, performance: 92, lcp: 2400 } },
];

/** On a desktop every page reaches the same. */
export const barsOf = ({ mobile }: AuditedPage, device: Device): Bars => {
  if (device === 'mobile') return mobile;
  const { lcp: _phone, ...rest } = mobile;
  return { ...rest, performance: 99, cls: 0.01 };
};

/** The bars that a page misses, in words. */
export const missed = (bars: Bars, measured: Measured): string[] => {
  const scores = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
  return [
    ...scores.flatMap((name) => {
      const bar = bars[name];
      return bar !== undefined && measured[name] < bar ? [`${name} ${measured[name]} of ${bar}`] : [];
    }),
    ...(bars.lcp !== undefined && measured.lcp > bars.lcp
      ? [`LCP ${Math.round(measured.lcp)} ms, not ${bars.lcp}`]
      : []),
    ...(measured.cls > bars.cls ? [`CLS ${measured.cls.toFixed(3)}, not ${bars.cls}`] : []),
  ];
};

/** The middle one of several runs, by their performance. */
export const median = (runs: readonly Measured[]): Measured => {
  const middle = [...runs].sort((a, b) => a.performance - b.performance)[Math.floor(runs.length / 2)];
  if (!middle) throw new Error('nothing was measured');
  return middle;
};
