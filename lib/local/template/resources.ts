import * as z from 'zod';
import type { Assembly, Stack } from './assembly.ts';
import { UnsupportedTemplate } from './problems.ts';
import type { Resolve } from './resolver.ts';

/** A resource whose properties are resolved and supported by the local machine. */
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
   * @throws UnsupportedTemplate for an unsupported property; the message contains the resource and the property
   */
  all<Schema extends z.ZodType>(type: string, schema: Schema): Found<z.output<Schema>>[];
  /** The attribute of a resource, as returned by `Fn::GetAtt`. */
  attribute(found: { stack: Stack; logicalId: string }, name: string): string;
}

/** Properties that have no effect on this machine, such as descriptions and logging. */
export const ignored = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, z.unknown().optional()])) as Record<Name, z.ZodOptional<z.ZodUnknown>>;

/** A property for which only this value is supported. */
export const only = <Value extends string | number | boolean>(value: Value) => z.literal(value).optional();

export const createResources = (assembly: Assembly, resolve: Resolve): Resources => ({
  all: (type, schema) =>
    assembly.stacks.flatMap((stack) =>
      Object.entries(stack.template.Resources)
        .filter(([, resource]) => resource.Type === type)
        .map(([logicalId, resource]) => {
          // Every resource has tags, but no permission depends on them.
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
