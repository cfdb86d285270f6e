/**
 * Renames fields between camelCase (in code) and snake_case (in JSON documents): single names, the keys of an object, and both as
 * types. Used by protocol/report/, protocol/signals/signal.ts and wiring/config.ts.
 */

export type CamelCase<Text extends string> = Text extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Text;

export type SnakeCase<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Text;

export type CamelKeys<Fields> = { readonly [Key in keyof Fields as CamelCase<Key & string>]: Fields[Key] };
export type SnakeKeys<Fields> = { readonly [Key in keyof Fields as SnakeCase<Key & string>]: Fields[Key] };

export const toCamel = (name: string): string =>
  name.replace(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase());
export const toSnake = (name: string): string => name.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);

const rename = (fields: object, nameOf: (name: string) => string): unknown =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [nameOf(name), value]));

export const toCamelKeys = <Fields extends object>(fields: Fields): CamelKeys<Fields> =>
  rename(fields, toCamel) as CamelKeys<Fields>;

export const toSnakeKeys = <Fields extends object>(fields: Fields): SnakeKeys<Fields> =>
  rename(fields, toSnake) as SnakeKeys<Fields>;
