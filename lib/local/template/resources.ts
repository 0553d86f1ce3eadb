import * as z from 'zod';
import type { Assembly, Stack } from './assembly.ts';
import { UnsupportedTemplate } from './problems.ts';
import type { Resolve } from './resolver.ts';

/** A resource whose properties are resolved and have the shape that the local machine understands. */
interface Found<Properties> {
  stack: Stack;
  logicalId: string;
  properties: Properties;
  /** The value of its `Ref`. */
  ref: string;
}

export interface Resources {
  /**
   * All resources of a type.
   * @throws UnsupportedTemplate naming the resource and the property that is not understood
   */
  all<Schema extends z.ZodType>(type: string, schema: Schema): Found<z.output<Schema>>[];
  /** The attribute of a resource, as `Fn::GetAtt` gives it. */
  attribute(found: { stack: Stack; logicalId: string }, name: string): string;
}

/** Properties that change nothing here: names for the console, logging. */
export const ignored = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, z.unknown().optional()])) as Record<Name, z.ZodOptional<z.ZodUnknown>>;

/** A property of which only this value is understood. */
export const only = <Value extends string | number | boolean>(value: Value) => z.literal(value).optional();

export const createResources = (assembly: Assembly, resolve: Resolve): Resources => ({
  all: (type, schema) =>
    assembly.stacks.flatMap((stack) =>
      Object.entries(stack.template.Resources)
        .filter(([, resource]) => resource.Type === type)
        .map(([logicalId, resource]) => {
          // No permission here depends on tags, which every resource has.
          const { Tags: _, ...properties } = resource.Properties ?? {};
          const parsed = schema.safeParse(resolve(stack, properties));
          if (!parsed.success) {
            throw new UnsupportedTemplate(
              `${stack.name}: ${logicalId} (${type}) is not understood by the local machine:\n${z.prettifyError(parsed.error)}`,
            );
          }
          return { stack, logicalId, properties: parsed.data, ref: String(resolve(stack, { Ref: logicalId })) };
        }),
    ),
  attribute: ({ stack, logicalId }, name) => String(resolve(stack, { 'Fn::GetAtt': [logicalId, name] })),
});
