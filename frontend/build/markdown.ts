import { compile } from '@mdx-js/mdx';
import gfm from 'remark-gfm';
import type { Plugin } from 'vite';

/** A node of a Markdown tree, with the fields that this plugin reads. */
interface Node {
  type: string;
  depth?: number;
  value?: string;
  meta?: string | null;
  children?: Node[];
  [written: string]: unknown;
}

/** Compiles MDX files, which are Markdown with components and values from the code. */
export const markdown = (): Plugin => ({
  name: 'tellhook-markdown',
  transform: async (value, path) =>
    path.endsWith('.mdx') ? String(await compile({ value, path }, { remarkPlugins: [gfm, inSections] })) : undefined,
});

/** A heading with its anchors and additional search terms: `Sign in [#sign-in #log-in session]`. */
const HEADING = /^(.*) \[(#[^\]]+)\]$/;

/** Reads a section's attributes from its heading. */
function attributesOf(heading: Node) {
  const [, title = '', marks = ''] = HEADING.exec(heading.children?.[0]?.value ?? '') ?? [];
  const { true: anchors = [], false: words = [] } = Object.groupBy(marks.split(' '), (mark) =>
    String(mark.startsWith('#')),
  );
  const [id, ...also] = anchors.map((anchor) => anchor.slice(1));
  if (!id) throw new Error(`A heading has no anchor: ${JSON.stringify(heading.children)}`);
  return { id, title, also: also.join(' '), keywords: words.join(' ') };
}

/** Labels a table with its section's title, and a code block's copy button with the words after its language. */
const labelled = (node: Node, section: string): Node => {
  const label = node.type === 'table' ? section : node.type === 'code' ? node.meta : undefined;
  return label ? { ...node, data: { hProperties: { label } } } : node;
};

/** Makes a Section of each second-level heading with the text below it, and a Subsection of each third-level one. */
const inSections = () => (tree: Node) => {
  tree.children = nested(nested(tree.children ?? [], 3), 2);
};

/** A section ends at the next heading of its level or above, or at a line of three hyphens, which is not shown. */
function nested(nodes: readonly Node[], depth: number): Node[] {
  const result: Node[] = [];
  let open = result;
  let section = '';
  for (const node of nodes) {
    const isBreak = node.type === 'thematicBreak';
    if (isBreak || (node.type === 'heading' && (node.depth ?? 1) <= depth)) [open, section] = [result, ''];
    if (node.type === 'heading' && node.depth === depth) {
      const attributes = attributesOf(node);
      [open, section] = [[], attributes.title];
      result.push({
        type: 'mdxJsxFlowElement',
        name: depth === 2 ? 'Section' : 'Subsection',
        attributes: Object.entries(attributes)
          .filter(([, value]) => value !== '')
          .map(([name, value]) => ({ type: 'mdxJsxAttribute', name, value })),
        children: open,
      });
    } else if (!isBreak || depth === 3) open.push(labelled(node, section));
  }
  return result;
}
