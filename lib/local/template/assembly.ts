import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A resource of a CloudFormation template, as synthesized. */
export interface Resource {
  Type: string;
  Properties?: Record<string, unknown>;
  Metadata?: Record<string, unknown>;
  DependsOn?: unknown;
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
  UpdatePolicy?: unknown;
  Condition?: string;
}

export interface Template {
  Resources: Record<string, Resource>;
  Parameters?: Record<string, { Type: string; Default?: unknown }>;
  Outputs?: Record<string, { Value: unknown; Export?: { Name: unknown } }>;
}

export interface Stack {
  name: string;
  template: Template;
}

/** A synthesized CDK app. */
export interface Assembly {
  stacks: Stack[];
  /** The region of most stacks. The firewall's can differ, because CloudFront requires us-east-1. */
  region: string;
  /** Absolute folder or file of each asset, by its hash in the templates. */
  assets: Map<string, string>;
}

interface Manifest {
  artifacts?: Record<
    string,
    {
      type: string;
      /** The stack's environment, `aws://account/region`; either part can be unknown. */
      environment?: string;
      properties?: { templateFile?: string; stackName?: string; file?: string };
    }
  >;
}

interface AssetManifest {
  files?: Record<string, { source: { path: string } }>;
}

/**
 * Reads a cloud assembly (`manifest.json` and the files that it lists) in the format of aws-cdk-lib 2.276.0.
 * @param rewrite applied to the text of each template before it is parsed
 */
export const readAssembly = (folder: string, rewrite: (template: string) => string = (text) => text): Assembly => {
  const readText = (file: string) => readFileSync(join(folder, file), 'utf8');
  const manifest = JSON.parse(readText('manifest.json')) as Manifest;
  const assembly: Assembly = { stacks: [], region: 'us-east-1', assets: new Map() };
  const regions = new Map<string, number>();
  for (const [id, artifact] of Object.entries(manifest.artifacts ?? {})) {
    if (artifact.type === 'aws:cloudformation:stack' && artifact.properties?.templateFile) {
      const region = artifact.environment?.split('/').pop();
      if (region && !region.startsWith('unknown')) regions.set(region, (regions.get(region) ?? 0) + 1);
      assembly.stacks.push({
        name: artifact.properties.stackName ?? id,
        template: JSON.parse(rewrite(readText(artifact.properties.templateFile))) as Template,
      });
    }
    if (artifact.type === 'cdk:asset-manifest' && artifact.properties?.file) {
      const { files = {} } = JSON.parse(readText(artifact.properties.file)) as AssetManifest;
      for (const [hash, { source }] of Object.entries(files)) assembly.assets.set(hash, join(folder, source.path));
    }
  }
  const [most] = [...regions].sort(([, a], [, b]) => b - a);
  if (most) assembly.region = most[0];
  if (assembly.stacks.length === 0) throw new Error(`${folder} holds no synthesized stack.`);
  return assembly;
};
