import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import { tellhookApp } from '../../lib/build/app.ts';
import { type FunctionName, functionNames } from '../../lib/build/functions.ts';
import { allStages } from '../../lib/local/settings.ts';
import { loadSettings, type Settings } from '../../lib/settings.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A CloudFormation resource as synthesized. */
export interface Resource {
  Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: a template is what CloudFormation makes of it; tests reach into it.
  Properties: any;
}

/** Hashes of inline code, in the format of the front end's build. */
const csp = { script: ['sha256-c2NyaXB0'], style: ['sha256-c3R5bGU='] };

/** A folder with stand-ins for the built functions and pages. The templates do not depend on their content. */
export const builtFolder = () => {
  const folder = temporaryFolder();
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  for (const name of functionNames) write(`functions/${name}/index.mjs`, `export const handler = () => '${name}';`);
  for (const page of ['index.html', 'app.html', 'docs/index.html', 'docs/targets/index.html'])
    write(`web/${page}`, page);
  write('web/assets/vendor-1a2b.js', '');
  write('web/csp.json', JSON.stringify(csp));
  return {
    functionsDir: path.join(folder, 'functions'),
    webDir: path.join(folder, 'web'),
    outDir: path.join(folder, 'out'),
  };
};

const certificate = (region: string, digit: number) =>
  `arn:aws:acm:${region}:111111111111:certificate/00000000-0000-0000-0000-00000000000${digit}`;

/** Certificates for CloudFront in front of both hosts. */
export const certificatesOfCloudFront = { app: certificate('us-east-1', 3), invoke: certificate('us-east-1', 4) };

/** Custom domain names whose DNS records are published elsewhere. */
const ownNames = {
  appUrl: 'https://tellhook.example',
  invokeUrl: 'https://in.tellhook.example',
  certificates: { app: certificate('us-east-1', 3), invoke: certificate('eu-central-1', 4) },
  mail: { from: 'hello@tellhook.example', operator: 'operator@tellhook.example' },
};

/**
 * Synthesizes a stage's app with its templates; `prod` has custom domain names by default. Synthesis takes seconds, so
 * call it once per file. CloudFormation's own rules take most of that time, so one test checks them for a stage with
 * all parts.
 */
export const synthesized = (stage: string, change: Partial<Settings> = {}, byRulesOfCloudFormation = false) => {
  const folder = builtFolder();
  const settings = { ...loadSettings(stage, { stages: allStages() }), ...(stage === 'prod' && ownNames), ...change };
  const { app, certificates, data, base, delivery, web, operations, firewalls } = tellhookApp({
    settings,
    ...folder,
    app: { outdir: folder.outDir, builtinCloudFormationValidation: byRulesOfCloudFormation },
  });
  const templates = {
    data: Template.fromStack(data),
    base: Template.fromStack(base),
    delivery: Template.fromStack(delivery),
    web: Template.fromStack(web),
    operations: Template.fromStack(operations),
  };
  const stacks = [data, base, delivery, web, operations, ...firewalls, ...(certificates ? [certificates] : [])];
  return { app, settings, templates, firewalls, certificates, stacks };
};

/** All resources of one type. */
export const resourcesOf = (template: Template, type: string): Resource[] =>
  Object.values(template.findResources(type)) as Resource[];

export const functionNamed = (template: Template, name: FunctionName) => {
  const found = Object.entries(template.findResources('AWS::Lambda::Function')).find(([, { Properties }]) =>
    String(Properties.FunctionName).endsWith(`-${name}`),
  );
  if (!found) throw new Error(`no function ${name}`);
  return { logicalId: found[0], properties: found[1].Properties };
};

/** The grants of a function's role: action → resources as JSON. */
export const grantsOf = (template: Template, name: FunctionName): Record<string, string> => {
  const role = functionNamed(template, name).properties.Role['Fn::GetAtt'][0];
  const grants: Record<string, string> = {};
  for (const { Properties } of resourcesOf(template, 'AWS::IAM::Policy')) {
    if (!Properties.Roles.some((it: { Ref: string }) => it.Ref === role)) continue;
    for (const { Action, Resource } of Properties.PolicyDocument.Statement)
      for (const action of [Action].flat()) grants[action] = `${grants[action] ?? ''}${JSON.stringify(Resource)}`;
  }
  return grants;
};
