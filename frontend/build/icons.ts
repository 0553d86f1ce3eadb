import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const NAME = 'virtual:icons';
const RESOLVED = `\0${NAME}/`;
const component = fileURLToPath(new URL('../src/ui/icon.ts', import.meta.url));

interface IconSet {
  icons: Record<string, { body: string }>;
  aliases: Record<string, { parent: string }>;
}

let known: IconSet | undefined;
const set = (): IconSet => {
  known ??= JSON.parse(
    readFileSync(fileURLToPath(import.meta.resolve('@iconify-json/lucide/icons.json')), 'utf8'),
  ) as IconSet;
  return known;
};

/** `Table2` is `table-2` in the set. */
const fileOf = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z\d])/g, '-').toLowerCase();

/** Attributes that every shape inherits from its `<svg>`. */
const INHERITED = /^(?:fill|stroke|stroke-linecap|stroke-linejoin|stroke-width)="(?:none|currentColor|round|2)"$/;

type Shape = [tag: string, attributes: Record<string, string>];

/** The shapes of an icon, as elements, because the page's Trusted Types allow no markup. */
const shapesOf = (name: string): Shape[] => {
  const { icons, aliases } = set();
  const body = icons[aliases[name]?.parent ?? name]?.body;
  if (body === undefined) throw new Error(`There is no Lucide icon with the name ${name}`);
  const isDot = /<circle [^>]*fill="currentColor"/;
  return [...body.matchAll(/<(\w+) ([^>]*?)\/>/g)].map(([element, tag = '', attributes = '']) => [
    tag,
    Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].flatMap(([text, key = '', value = '']) =>
        INHERITED.test(text) && !(key === 'fill' && isDot.test(element)) ? [] : [[key, value]],
      ),
    ),
  ]);
};

/** The code of an icon's module. */
const iconModule = (name: string): string =>
  `import { icon } from ${JSON.stringify(component)};
export default /* @__PURE__ */ icon(${JSON.stringify(name)}, ${JSON.stringify(shapesOf(name))});`;

/** One import for each name, all in one line, followed by the lines that the original took. */
const separately = (names: string, original: string): string =>
  names
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
    .map((each) => {
      const [name = '', local = name] = each.split(' as ');
      return `import ${local} from '${NAME}/${fileOf(name)}';`;
    })
    .join(' ') + original.replace(/[^\n]/g, '');

/**
 * The module `virtual:icons`: Lucide's icons as components. Each is a separate module, so a page loads only its icons. A
 * new name is declared in `src/env.d.ts`.
 */
export function icons(): Plugin {
  return {
    name: 'tellhook-icons',
    enforce: 'pre',
    transform: (code) =>
      code.includes(`'${NAME}'`)
        ? code.replace(/import \{([^}]*)\} from 'virtual:icons';/g, (original, names: string) =>
            separately(names, original),
          )
        : undefined,
    resolveId: (id) => (id.startsWith(`${NAME}/`) ? `\0${id}` : undefined),
    load: (id) =>
      id.startsWith(RESOLVED) ? { code: iconModule(id.slice(RESOLVED.length)), moduleSideEffects: false } : undefined,
  };
}
