/**
 * Checks a plain value against a shape in a small part of JSON Schema and returns the first mismatch, or null. The shapes are
 * compiled from zod by `npm run schemas`, so that a start loads no schema library. Called by protocol/config/config-keys.ts and
 * protocol/findings/suppression-file.ts.
 */

export type ValueShape = {
  readonly description?: string;
  readonly default?: unknown;
} & (
  | {
      readonly type: 'string';
      readonly minLength?: number;
      readonly pattern?: string;
      readonly enum?: readonly string[];
    }
  | {
      readonly type: 'integer' | 'number';
      readonly minimum?: number;
      readonly exclusiveMinimum?: number;
      readonly maximum?: number;
    }
  | { readonly type: 'boolean' | 'null' }
  | { readonly type: 'array'; readonly items: ValueShape; readonly minItems?: number }
  | {
      readonly type: 'object';
      readonly properties?: Readonly<Record<string, ValueShape>>;
      readonly required?: readonly string[];
      /** False closes the object; a shape is that of every key without one of its own. */
      readonly additionalProperties?: false | ValueShape;
      /** What every key has to look like. */
      readonly propertyNames?: ValueShape;
    }
  | { readonly anyOf: readonly ValueShape[] }
);

/** Where a value first differs from its shape. `unknownKey` where the object has no such key but `knownKeys`. */
export type Mismatch =
  | { readonly path: readonly PropertyKey[]; readonly unknownKey: null }
  | {
      readonly path: readonly PropertyKey[];
      readonly unknownKey: string;
      readonly knownKeys: readonly string[];
    };

type ShapeOf<T extends string> = Extract<ValueShape, { readonly type: T | 'integer' | 'number' }>;

const fitsText = (value: unknown, shape: Extract<ValueShape, { type: 'string' }>): boolean =>
  typeof value === 'string' &&
  value.length >= (shape.minLength ?? 0) &&
  (shape.pattern === undefined || new RegExp(shape.pattern, 'u').test(value)) &&
  (shape.enum === undefined || shape.enum.includes(value));

const fitsNumber = (value: unknown, shape: ShapeOf<'number'>): boolean =>
  typeof value === 'number' &&
  Number.isFinite(value) &&
  (shape.type === 'number' || Number.isSafeInteger(value)) &&
  value >= (shape.minimum ?? Number.NEGATIVE_INFINITY) &&
  value > (shape.exclusiveMinimum ?? Number.NEGATIVE_INFINITY) &&
  value <= (shape.maximum ?? Number.POSITIVE_INFINITY);

function findInList(
  value: unknown,
  shape: Extract<ValueShape, { type: 'array' }>,
  path: readonly PropertyKey[],
): Mismatch | null {
  if (!Array.isArray(value) || value.length < (shape.minItems ?? 0)) return { path, unknownKey: null };
  for (const [at, item] of value.entries()) {
    const found = findMismatch(item, shape.items, [...path, at]);
    if (found !== null) return found;
  }
  return null;
}

function findInObject(
  value: unknown,
  shape: Extract<ValueShape, { type: 'object' }>,
  path: readonly PropertyKey[],
): Mismatch | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { path, unknownKey: null };
  const { properties = {}, required = [], additionalProperties, propertyNames } = shape;
  const missing = required.find((key) => !Object.hasOwn(value, key));
  if (missing !== undefined) return { path: [...path, missing], unknownKey: null };
  for (const [key, item] of Object.entries(value)) {
    if (propertyNames !== undefined && findMismatch(key, propertyNames) !== null)
      return { path: [...path, key], unknownKey: null };
    const known = Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
    if (known === false) return { path, unknownKey: key, knownKeys: Object.keys(properties) };
    const found = known === undefined ? null : findMismatch(item, known, [...path, key]);
    if (found !== null) return found;
  }
  return null;
}

/** Null where the value has the shape. */
export function findMismatch(value: unknown, shape: ValueShape, path: readonly PropertyKey[] = []): Mismatch | null {
  const judge = (fits: boolean): Mismatch | null => (fits ? null : { path, unknownKey: null });
  if ('anyOf' in shape) return judge(shape.anyOf.some((each) => findMismatch(value, each) === null));
  switch (shape.type) {
    case 'string':
      return judge(fitsText(value, shape));
    case 'integer':
    case 'number':
      return judge(fitsNumber(value, shape));
    case 'boolean':
      return judge(typeof value === 'boolean');
    case 'null':
      return judge(value === null);
    case 'array':
      return findInList(value, shape, path);
    case 'object':
      return findInObject(value, shape, path);
  }
}
