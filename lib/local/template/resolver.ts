import type { Assembly, Stack } from './assembly.ts';
import { UnsupportedTemplate, unsupported } from './problems.ts';

export interface Pseudo {
  region: string;
  account: string;
}

/**
 * Returns the value of a resource's `Ref`, or of `Fn::GetAtt` if there is an attribute. Returns undefined if this
 * machine doesn't know the attribute.
 */
export type PhysicalId = (stack: Stack, logicalId: string, attribute?: string) => string | undefined;

/** Replaces all CloudFormation functions in a part of a stack's template with their values. */
export type Resolve = (stack: Stack, value: unknown) => unknown;

type Arguments = { stack: Stack; place: string; resolve: (value: unknown) => unknown };

/**
 * Supports Ref, Fn::GetAtt, Join, Sub, Select and Split, and ImportValue between the assembly's stacks.
 * @throws UnsupportedTemplate for all other functions, including conditions, and for names that don't exist
 */
export const createResolver = (assembly: Assembly, pseudo: Pseudo, physicalId: PhysicalId): Resolve => {
  const pseudoValues = (stack: Stack): Record<string, string> => ({
    'AWS::Region': pseudo.region,
    'AWS::AccountId': pseudo.account,
    'AWS::Partition': 'aws',
    'AWS::URLSuffix': 'amazonaws.com',
    'AWS::StackName': stack.name,
    'AWS::StackId': `arn:aws:cloudformation:${pseudo.region}:${pseudo.account}:stack/${stack.name}/local`,
  });

  const ref = (stack: Stack, name: string): unknown => {
    const known = pseudoValues(stack)[name];
    if (known !== undefined) return known;
    const parameter = stack.template.Parameters?.[name];
    if (parameter?.Default !== undefined) return parameter.Default;
    return physicalId(stack, name) ?? unsupported(`${stack.name}`, `Ref to ${name}`);
  };

  const getAtt = (stack: Stack, target: unknown): unknown => {
    const [logicalId = '', attribute = ''] = Array.isArray(target)
      ? target.map(String)
      : String(target).split(/\.(.*)/, 2);
    return (
      physicalId(stack, logicalId, attribute) ?? unsupported(stack.name, `the attribute ${logicalId}.${attribute}`)
    );
  };

  const sub = ({ stack, resolve, place }: Arguments, target: unknown): string => {
    const [text, variables] = Array.isArray(target) ? target : [target, {}];
    if (typeof text !== 'string') return unsupported(place, 'Fn::Sub without a text');
    const own = resolve(variables ?? {}) as Record<string, unknown>;
    return text.replace(/\$\{(!?)([^}]+)\}/g, (_, literal: string, name: string) => {
      if (literal) return `\${${name}}`;
      if (name in own) return String(own[name]);
      return String(name.includes('.') ? getAtt(stack, name) : ref(stack, name));
    });
  };

  const importValue = (name: unknown): unknown => {
    for (const stack of assembly.stacks) {
      for (const output of Object.values(stack.template.Outputs ?? {})) {
        if (output.Export && resolve(stack, output.Export.Name) === name) return resolve(stack, output.Value);
      }
    }
    throw new UnsupportedTemplate(`No stack exports ${name}`);
  };

  const functions: Record<string, (argumentsOf: Arguments, target: unknown) => unknown> = {
    Ref: ({ stack }, target) => ref(stack, String(target)),
    'Fn::GetAtt': ({ stack }, target) => getAtt(stack, target),
    'Fn::Sub': sub,
    'Fn::Join': ({ resolve }, target) => {
      const [separator, parts] = resolve(target) as [string, unknown[]];
      return parts.join(separator);
    },
    'Fn::Select': ({ resolve, place }, target) => {
      const [index, list] = resolve(target) as [number | string, unknown[]];
      return list[Number(index)] ?? unsupported(place, `Fn::Select of item ${index}`);
    },
    'Fn::Split': ({ resolve }, target) => {
      const [separator, text] = resolve(target) as [string, string];
      return text.split(separator);
    },
    'Fn::ImportValue': ({ resolve }, target) => importValue(resolve(target)),
  };

  const isNoValue = (value: unknown) =>
    typeof value === 'object' && value !== null && 'Ref' in value && value.Ref === 'AWS::NoValue';

  const resolve = (stack: Stack, value: unknown): unknown => {
    if (Array.isArray(value)) return value.filter((item) => !isNoValue(item)).map((item) => resolve(stack, item));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).filter(([, item]) => !isNoValue(item));
    const [name = '', target] = entries[0] ?? [];
    if (entries.length === 1 && (name === 'Ref' || name.startsWith('Fn::'))) {
      const apply = functions[name] ?? unsupported(stack.name, name);
      return apply({ stack, place: `${stack.name}: ${name}`, resolve: (item) => resolve(stack, item) }, target);
    }
    return Object.fromEntries(entries.map(([key, item]) => [key, resolve(stack, item)]));
  };
  return resolve;
};
