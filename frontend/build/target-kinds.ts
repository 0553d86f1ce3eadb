import type { Plugin } from 'vite';

const NAME = 'virtual:target-kinds';
const RESOLVED = `\0${NAME}`;
const source = new URL('../../integrations/targets/kinds.gen.ts', import.meta.url).href;

interface Documented {
  slug: string;
  name: string;
  guide: readonly string[];
  keywords: string;
}

/**
 * The module `virtual:target-kinds`: facts about every target kind for the docs. They are read from the kinds when the
 * pages are built, so none of their code reaches the browser.
 */
export function targetKinds(): Plugin {
  return {
    name: 'tellhook-target-kinds',
    resolveId: (id) => (id === NAME ? RESOLVED : undefined),
    load: async (id) => {
      if (id !== RESOLVED) return undefined;
      const { targetKinds: kinds } = (await import(source)) as { targetKinds: readonly Documented[] };
      return `export default ${JSON.stringify(kinds.map(({ slug, name, guide, keywords }) => ({ slug, name, guide, keywords })))};`;
    },
  };
}

/** The files of a kind's folder that pages can contain: `.tsx` files, and pure rules that the driver uses too. */
const OF_A_PAGE = /\.tsx$|[\\/](?:name|subject)\.ts$/;

/** Fails the build if a page would include a driver or a fake. */
export function withoutDrivers(): Plugin {
  return {
    name: 'tellhook-without-drivers',
    apply: 'build',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
      const wrong = modules.filter((id) => /[\\/]integrations[\\/]/.test(id) && !OF_A_PAGE.test(id));
      if (wrong.length > 0) this.error(`The pages must not hold ${wrong.join(', ')}`);
    },
  };
}
