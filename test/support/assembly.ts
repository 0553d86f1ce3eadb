import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readAssembly, type Template } from '../../lib/local/template/assembly.ts';
import { readDeployment } from '../../lib/local/template/deployment.ts';
import { temporaryFolder } from './temporary-folder.ts';

const BUILD = `
const { ensureAssembly } = await import('./lib/local/build/assembly.ts');
console.log(await ensureAssembly({ settingsPath: undefined, onBuild: () => undefined }));
`;

/**
 * The folder of this checkout's stage `local`, synthesized on first use. This happens in a separate process, because
 * the test runner's environment would change the front end.
 */
export const localAssembly = async (): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', BUILD], {
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH: process.env.PATH },
  });
  return stdout.trim();
};

/** A copy of an assembly whose templates are changed by `edit`. It shares the bundles with the original. */
export const editAssembly = (original: string, edit: (templates: Template[]) => void): string => {
  const path = temporaryFolder();
  const templates = new Map<string, Template>();
  for (const name of readdirSync(original)) {
    if (name.endsWith('.template.json')) {
      templates.set(name, JSON.parse(readFileSync(join(original, name), 'utf8')) as Template);
    } else symlinkSync(join(original, name), join(path, name));
  }
  edit([...templates.values()]);
  for (const [name, template] of templates) writeFileSync(join(path, name), JSON.stringify(template));
  return path;
};

/** A copy of an assembly with an edited variable of its functions, which is faster than synthesizing it again. */
export const withVariable = (original: string, name: string, edit: (value: string) => string): string =>
  editAssembly(original, (templates) => {
    let found = 0;
    for (const { Properties } of templates.flatMap(({ Resources }) => Object.values(Resources))) {
      const { Variables } = (Properties?.Environment ?? {}) as { Variables?: Record<string, string> };
      const value = Variables?.[name];
      if (!Variables || value === undefined) continue;
      Variables[name] = edit(value);
      found += 1;
    }
    if (found === 0) throw new Error(`No function has the variable ${name}`);
  });

/** A copy of the assembly without some actions in its functions' roles. @throws Error if no role grants them */
export const withoutGrants = (original: string, grants: [functionName: string, action: string][]): string => {
  const roles = readDeployment(readAssembly(original)).functions;
  const missing = new Set(grants.map(String));
  const edited = editAssembly(original, (templates) => {
    for (const { Type, Properties } of templates.flatMap(({ Resources }) => Object.values(Resources))) {
      if (Type !== 'AWS::IAM::Policy') continue;
      const { Roles, PolicyDocument } = Properties as {
        Roles: { Ref: string }[];
        PolicyDocument: { Statement: { Action: string | string[] }[] };
      };
      for (const [functionName, action] of grants) {
        const role = roles.find(({ spec }) => spec.name === functionName)?.roleName;
        if (!Roles.some(({ Ref }) => role?.endsWith(`-${Ref}`))) continue;
        for (const statement of PolicyDocument.Statement) {
          const actions = [statement.Action].flat();
          if (actions.includes(action)) missing.delete(String([functionName, action]));
          statement.Action = actions.filter((name) => name !== action);
        }
      }
    }
  });
  if (missing.size > 0) throw new Error(`No such grant: ${[...missing].join('; ')}`);
  return edited;
};
