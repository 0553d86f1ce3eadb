import type { Plugin } from 'vite';

const NAME = 'virtual:target-kinds';
const RESOLVED = `\0${NAME}`;
const source = new URL('../../integrations/targets/kinds.gen.ts', import.meta.url).href;

interface Documented {
  slug: string;
  name: string;
  guide: readonly string[];
}

/**
 * The module `virtual:target-kinds`: the documentation's facts about every kind of target. They are read from the kinds
 * themselves when the pages are built, so none of their code reaches the browser.
 */
export function targetKinds(): Plugin {
  return {
    name: 'tellhook-target-kinds',
    resolveId: (id) => (id === NAME ? RESOLVED : undefined),
    load: async (id) => {
      if (id !== RESOLVED) return undefined;
      const { targetKinds: kinds } = (await import(source)) as { targetKinds: readonly Documented[] };
      return `export default ${JSON.stringify(kinds.map(({ slug, name, guide }) => ({ slug, name, guide })))};`;
    },
  };
}
