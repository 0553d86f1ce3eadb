/** Converts a name to camel case: `split_message` → `splitMessage`, `premium-until` → `premiumUntil`. */
type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name extends `${infer Head}-${infer Tail}`
    ? `${Head}${Capitalize<Camel<Tail>>}`
    : Name;

/** Converts a name to snake case: `splitMessage` → `split_message`. */
type Snake<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${Snake<Tail>}`
  : Name;

/** A wire message with camel-case field names. A target's `options` are free-form and keep their names. */
export type Model<Wire> = Wire extends readonly (infer Item)[]
  ? Model<Item>[]
  : Wire extends object
    ? {
        [Key in keyof Wire as Key extends string ? Camel<Key> : Key]: Key extends 'options'
          ? Wire[Key]
          : Model<Wire[Key]>;
      }
    : Wire;

/** An object with the field names of the wire and the table. */
type Wired<Inside> = Inside extends readonly (infer Item)[]
  ? Wired<Item>[]
  : Inside extends object
    ? {
        [Key in keyof Inside as Key extends string ? Snake<Key> : Key]: Key extends 'options'
          ? Inside[Key]
          : Wired<Inside[Key]>;
      }
    : Inside;

export const camel = (name: string): string =>
  name.replace(/[_-]([a-z])/g, (_, letter: string) => letter.toUpperCase());
export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Renames an object's fields, but not those of nested objects. */
export const renamed = (rename: (name: string) => string, value: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).map(([name, field]) => [rename(name), field]));

const deep = (rename: (name: string) => string, value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((item) => deep(rename, item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [rename(name), name === 'options' ? field : deep(rename, field)]),
  );
};

/** Renames a message’s fields from the wire, at every depth. */
export const toModel = <Wire>(wire: Wire): Model<Wire> => deep(camel, wire) as Model<Wire>;

/** Renames fields for the wire, at every depth. */
export const toWire = <Inside>(inside: Inside): Wired<Inside> => deep(snake, inside) as Wired<Inside>;
