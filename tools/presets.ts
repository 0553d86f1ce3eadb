import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { targetKind } from '../lambdas/contract/target.ts';
import { page, readYaml } from './read-yaml.ts';
import { rows } from './rows.ts';

const text = z.string().min(1);

const preset = z
  .strictObject({
    name: text,
    docs: page,
    about: text,
    fields: targetKind.shape.fields.element.strict().array().min(1),
    url: text,
    headers: z.record(text, text).optional(),
    basic: text.optional(),
    values: z.record(text, text).optional(),
    body: text,
    content_type: text.optional(),
    success: z.array(z.int().min(200).max(299)).min(1).optional(),
    rejected: z.array(z.int().min(400).max(499)).min(1).optional(),
    success_text: text.optional(),
    limit: targetKind.shape.limit,
  })
  .superRefine(({ fields, url, basic = '', headers = {}, values = {} }, { addIssue }) => {
    const texts = { url, basic, ...headers, ...values };
    const used = new Set(
      Object.values(texts).flatMap((each) => [...each.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)),
    );
    const names = fields.map(({ name }) => name);
    for (const name of used)
      if (!names.includes(name ?? '')) addIssue({ code: 'custom', path: ['fields'], message: `${name} is missing` });
    for (const name of names)
      if (!used.has(name)) addIssue({ code: 'custom', path: ['fields'], message: `${name} is not used` });
  });

/** The generated module with all presets, by their names, by its path in the project. */
export const presetIndices = (shelf: string): Record<string, string> => {
  const presets = readdirSync(shelf)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => readYaml(preset, readFileSync(path.join(shelf, file), 'utf8'), `integrations/presets/${file}`))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
  return {
    'frontend/src/features/targets/presets.gen.ts': `import type { Preset } from './fill-preset.ts';

/** The target kind of all presets. */
export const presetKind = 'http';

/** Services with a preset instead of a kind. */
export const presets: readonly Preset[] = ${rows(presets)};
`,
  };
};
