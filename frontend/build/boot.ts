/** The routes whose code the browser should fetch beside the entry file: first path segments → module files. */
export type ModuleMap = readonly (readonly [pattern: string, files: readonly string[]])[];

/**
 * The inline script of every page, as source text: chooses the colour scheme before the first paint and asks for the
 * code of the route at once, instead of after the entry file was read. Its hash stands in the policy (`csp.json`).
 */
export function bootScript(modules: ModuleMap): string {
  const body = (routeModules: ModuleMap) => {
    const chosen = localStorage.getItem('scheme');
    const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
    document.documentElement.dataset.scheme = dark ? 'dark' : 'light';
    const found = routeModules.find(([pattern]) => new RegExp(pattern).test(location.pathname));
    for (const href of found?.[1] ?? []) {
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      link.href = href;
      document.head.append(link);
    }
  };
  return `(${body.toString()})(${JSON.stringify(modules)})`;
}
