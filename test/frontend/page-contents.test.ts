import { expect, it } from 'vitest';
import { withoutDrivers } from '../../frontend/build/target-kinds.ts';

/** Runs the build's check on pages that contain these modules. */
const check = (moduleIds: string[]) => {
  const { generateBundle } = withoutDrivers() as unknown as {
    generateBundle(this: { error(text: string): never }, options: object, bundle: object): void;
  };
  const error = (text: string): never => {
    throw new Error(text);
  };
  generateBundle.call({ error }, {}, { 'page.js': { type: 'chunk', moduleIds }, 'a.css': { type: 'asset' } });
};
const of = (file: string) => `/project/integrations/targets/any/${file}`;

it('no page can contain code for sending, code for classification, or a fake', () => {
  check(['/project/frontend/src/main.tsx', of('look.tsx'), of('rich-look.tsx'), of('name.ts')]);
  for (const file of ['driver.ts', 'classify.ts', 'kind.ts', 'fake.ts', 'fake/message.ts'])
    expect(() => check([of('look.tsx'), of(file)])).toThrow(file);
});
