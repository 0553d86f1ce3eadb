import { compile } from '@mdx-js/mdx';
import gfm from 'remark-gfm';
import type { Plugin } from 'vite';

/** A node of a Markdown tree, as far as this step reads it. */
interface Node {
  type: string;
  depth?: number;
  value?: string;
  meta?: string | null;
  children?: Node[];
  [written: string]: unknown;
}

/** Reads MDX files, which are Markdown with components and values of the code. */
export const markdown = (): Plugin => ({
  name: 'tellhook-markdown',
  transform: async (value, path) =>
    path.endsWith('.mdx') ? String(await compile({ value, path }, { remarkPlugins: [gfm, inSections] })) : undefined,
});

/** `Sign in [#sign-in login session]`: the title, the anchor, and search terms that the text does not contain. */
const HEADING = /^(.*) \[#(\S+) ?([^\]]*)\]$/;

/** A table is named after its section, and a code block's copy button by the words after its language. */
const labelled = (node: Node, section: string): Node => {
  const label = node.type === 'table' ? section : node.type === 'code' ? node.meta : undefined;
  return label ? { ...node, data: { hProperties: { label } } } : node;
};

/** Makes a Section of each second-level heading with the text below it, and a Subsection of each third-level one. */
const inSections = () => (tree: Node) => {
  tree.children = nested(tree.children ?? [], 2);
};

/** A line of three hyphens ends a section without beginning another. */
function nested(nodes: readonly Node[], depth: number): Node[] {
  const result: Node[] = [];
  let open: Node[] = result;
  let section = '';
  for (const node of nodes) {
    if (node.type === 'thematicBreak') open = result;
    else if (node.type === 'heading' && node.depth === depth) {
      const [, title, id, keywords] = HEADING.exec(node.children?.[0]?.value ?? '') ?? [];
      if (!title || !id) throw new Error(`A heading has no anchor: ${JSON.stringify(node.children)}`);
      open = [];
      section = title;
      const attributes = Object.entries({ id, title, ...(keywords && { keywords }) }).map(([name, value]) => ({
        type: 'mdxJsxAttribute',
        name,
        value,
      }));
      result.push({
        type: 'mdxJsxFlowElement',
        name: depth === 2 ? 'Section' : 'Subsection',
        attributes,
        children: open,
      });
    } else open.push(labelled(node, section));
  }
  if (depth === 2)
    for (const { name, children } of result)
      if (name === 'Section') children?.splice(0, Infinity, ...nested(children, 3));
  return result;
}
