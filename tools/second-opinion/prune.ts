import { writeFileSync } from 'node:fs';
import { ACCOUNT, type Resource, type Template, templatesOf } from './assemblies.ts';

/** Keeps a stack valid if it would otherwise be empty. */
const PLACEHOLDER = { SecondOpinionPlaceholder: { Type: 'AWS::CloudFormation::WaitConditionHandle' } };

/** Properties that ministack rejects in a type that it supports. */
const REFUSED: Record<string, string> = { 'AWS::CloudWatch::Alarm': 'Metrics' };

/** Programs of the CDK that need more than an emulated Lambda provides: the AWS command line tool as a layer. */
const UNRUNNABLE = ['Custom::CDKBucketDeployment'];

/** The name of a removed resource type, such as `AWS::CloudWatch::Alarm with Metrics`. */
const leftOutAs = ({ Type, Properties = {} }: Resource, known: Set<string>): string | undefined => {
  const refused = REFUSED[Type];
  if (refused !== undefined && Properties[refused] !== undefined) return `${Type} with ${refused}`;
  const makes = known.has(Type) || Type.startsWith('Custom::') || Type.startsWith('AWS::CloudFormation::');
  return makes && !UNRUNNABLE.includes(Type) ? undefined : Type;
};

const withoutReferences = (value: unknown, gone: Set<string>): unknown => {
  if (Array.isArray(value)) return value.map((item) => withoutReferences(item, gone));
  if (typeof value !== 'object' || value === null) return value;
  const { Ref: reference, 'Fn::GetAtt': attribute } = value as { Ref?: string; 'Fn::GetAtt'?: [string, string] };
  const id = reference ?? attribute?.[0] ?? '';
  if (gone.has(id))
    return attribute?.[1].endsWith('Arn') ? `arn:aws:left-out:eu-central-1:${ACCOUNT}:${id}` : `left-out-${id}`;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutReferences(item, gone)]));
};

/**
 * The template without the resources that ministack cannot create, and their number by type. References to them become
 * made-up values; the rest is unchanged.
 */
export const pruned = (template: Template, known: Set<string>): { template: Template; left: Map<string, number> } => {
  const left = new Map<string, number>();
  const gone = new Set<string>();
  const kept: Record<string, Resource> = {};
  for (const [id, resource] of Object.entries(template.Resources)) {
    const name = leftOutAs(resource, known);
    if (name === undefined) kept[id] = { ...resource };
    else {
      gone.add(id);
      left.set(name, (left.get(name) ?? 0) + 1);
    }
  }
  for (const resource of Object.values(kept)) {
    if (resource.DependsOn === undefined) continue;
    const dependsOn = [resource.DependsOn].flat().filter((id) => !gone.has(id));
    if (dependsOn.length > 0) resource.DependsOn = dependsOn;
    else delete resource.DependsOn;
  }
  const clean = withoutReferences({ ...template, Resources: kept }, gone) as Template;
  if (Object.keys(kept).length === 0) clean.Resources = PLACEHOLDER;
  return { template: clean, left };
};

/**
 * Prunes every template of an assembly in place.
 * @returns the number of removed resources of each type, and of remaining ones
 */
export const pruneAssembly = (
  folder: string,
  known: Set<string>,
): { left: Map<string, number>; kept: Map<string, number> } => {
  const left = new Map<string, number>();
  const kept = new Map<string, number>();
  for (const [file, original] of templatesOf(folder)) {
    const result = pruned(original, known);
    writeFileSync(file, JSON.stringify(result.template));
    for (const [type, count] of result.left) left.set(type, (left.get(type) ?? 0) + count);
    for (const { Type } of Object.values(result.template.Resources)) kept.set(Type, (kept.get(Type) ?? 0) + 1);
  }
  return { left, kept };
};
