/** Path patterns of routes, each with the module files to fetch in parallel with the entry file. */
export type ModuleMap = readonly (readonly [pattern: string, files: readonly string[]])[];

const schemeScript = () => {
  const chosen = localStorage.getItem('scheme');
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.scheme = dark ? 'dark' : 'light';
};

const preloadScript = (routeModules: ModuleMap) => {
  const found = routeModules.find(([pattern]) => new RegExp(pattern).test(location.pathname));
  for (const href of found?.[1] ?? []) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
};

const laterScript = (entry: string) => {
  let started = false;
  const start = () => {
    if (started) return;
    started = true;
    void import(entry);
  };
  for (const type of ['pointerdown', 'keydown', 'focusin', 'touchstart'])
    addEventListener(type, start, { once: true, passive: true });
  // Signed-in users get their navigation bar only from the app's code, and a URL's search parameters are read only there.
  if (location.search !== '' || /"logged_in":true/.test(localStorage.getItem('credentials-store') ?? '')) start();
  else addEventListener('load', () => setTimeout(start, 1_500));
};

const skeletonScript = () => {
  const signedIn = String(/"logged_in":true/.test(localStorage.getItem('credentials-store') ?? ''));
  const drawn = [...document.querySelectorAll<HTMLTemplateElement>('template[data-paths]')];
  const fits = ({ dataset }: HTMLElement) =>
    dataset.signedIn === signedIn && new RegExp(dataset.paths ?? '').test(location.pathname);
  document.getElementById('root')?.append(drawn.find(fits)?.content ?? '');
  for (const each of drawn) each.remove();
  // The app opens the palette when it renders; see `shell/layout.tsx`.
  const { dataset } = document.documentElement;
  const keepKey = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    dataset.palette = 'wanted';
  };
  if (signedIn === 'true') addEventListener('keydown', keepKey);
  addEventListener('app', () => removeEventListener('keydown', keepKey), { once: true });
};

const call = (script: (...given: never[]) => void, ...given: unknown[]) =>
  `(${script.toString()})(${given.map((each) => JSON.stringify(each)).join(',')});`;

/**
 * The inline script of the app's document, as source text. It chooses the colour scheme before the first paint and
 * requests the route's code without waiting for the entry file. The policy contains its hash.
 */
export const appScript = (modules: ModuleMap): string => call(schemeScript) + call(preloadScript, modules);

/** The inline script of `app.html` that shows the skeleton for the path before the first paint. */
export const skeletonChoice = (): string => call(skeletonScript);

/**
 * The inline script of a prerendered page. It sets the colour scheme, and loads the app's code after a moment or on the
 * first interaction, so no code delays the first paint.
 */
export const publicScript = (entry: string): string => call(schemeScript) + call(laterScript, entry);

/** The inline script of the tool pages, which only sets the colour scheme. */
export const schemeChoice = (): string => call(schemeScript);
