import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ACCOUNT, type Resource, type Template, templatesOf } from './assemblies.ts';

/** Keeps a stack valid if moto supports none of it. */
const PLACEHOLDER = { SecondOpinionPlaceholder: { Type: 'AWS::CloudFormation::WaitConditionHandle' } };

/** moto knows tables by their older type; the product's table has one replica, so both say the same. */
const asTable = ({ Properties = {}, ...rest }: Resource): Resource => {
  const { Replicas, SSESpecification: _, WarmThroughput: __, ...table } = Properties as Record<string, unknown>;
  const [{ TableName } = { TableName: undefined }] = (Replicas ?? []) as { TableName?: unknown }[];
  return {
    ...rest,
    Type: 'AWS::DynamoDB::Table',
    Properties: { ...table, ...(TableName !== undefined && { TableName }) },
  };
};

/** Properties of known types that break moto, and why. */
export const UNREADABLE: Record<string, { property: string; why: string }> = {
  'AWS::KMS::Key': {
    property: 'Tags',
    why: 'moto reads tags of the service’s own form only, and fails at CloudFormation’s',
  },
};

const withoutUnreadable = (resource: Resource): Resource => {
  const { property } = UNREADABLE[resource.Type] ?? {};
  if (!property || !resource.Properties) return resource;
  const { [property]: _, ...Properties } = resource.Properties;
  return { ...resource, Properties };
};

/** Types whose reference is an ARN. */
const REFERENCE_IS_ARN = ['AWS::SecretsManager::Secret'];

/** The replacement for a reference to something that moto does not make. */
const standIn = (id: string, type: string, attribute?: string): string =>
  attribute?.endsWith('Arn') || (attribute === undefined && REFERENCE_IS_ARN.includes(type))
    ? `arn:aws:moto:eu-central-1:${ACCOUNT}:${id}`
    : `moto-${id}`.toLowerCase();

const withoutReferences = (value: unknown, gone: Map<string, string>): unknown => {
  if (Array.isArray(value)) return value.map((item) => withoutReferences(item, gone));
  if (typeof value !== 'object' || value === null) return value;
  const { Ref: reference, 'Fn::GetAtt': attribute } = value as { Ref?: string; 'Fn::GetAtt'?: [string, string] };
  const type = gone.get(reference ?? attribute?.[0] ?? '');
  if (type) return standIn(reference ?? attribute?.[0] ?? '', type, attribute?.[1]);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutReferences(item, gone)]));
};

/**
 * The template without the resources that moto does not know, and their number by type. References to them become
 * made-up values; the rest is unchanged.
 */
export const pruned = (template: Template, known: Set<string>): { template: Template; left: Map<string, number> } => {
  const left = new Map<string, number>();
  const gone = new Map<string, string>();
  const kept: Record<string, Resource> = {};
  for (const [id, original] of Object.entries(template.Resources)) {
    const resource = original.Type === 'AWS::DynamoDB::GlobalTable' ? asTable(original) : original;
    if (known.has(resource.Type)) kept[id] = withoutUnreadable(resource);
    else {
      gone.set(id, resource.Type);
      left.set(resource.Type, (left.get(resource.Type) ?? 0) + 1);
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
 * Prunes every template of an assembly in place. @returns the number of removed resources of each type, and of
 * remaining ones
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
  const manifestFile = path.join(folder, 'manifest.json');
  // moto has no UpdateTerminationProtection.
  writeFileSync(
    manifestFile,
    readFileSync(manifestFile, 'utf8').replaceAll('"terminationProtection": true', '"terminationProtection": false'),
  );
  return { left, kept };
};
