/** Tables of fields for docs/, read from the JSON Schema of a document: name, type and meaning. */

import { z } from 'zod';
import type { ConfigKey } from '../src/protocol/config/config-schema.ts';
import { KEY_TRUST } from '../src/protocol/config/config-trust.ts';
import { DIMENSIONS } from '../src/protocol/findings/dimension.ts';
import { toCode, toTable } from '../src/report/markdown/markdown-text.ts';

interface Shape {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: Shape | boolean;
  readonly required?: readonly string[];
}

const shapeOf = (schema: z.ZodType): Shape =>
  z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input', reused: 'inline' }) as Shape;

const isNull = ({ type }: Shape): boolean => type === 'null';

/** A nullable value, without its null. */
function unwrap(shape: Shape): Shape {
  const rest = shape.anyOf?.filter((each) => !isNull(each)) ?? [];
  return rest.length === 1 && rest[0] !== undefined ? rest[0] : shape;
}

const NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'integer',
  number: 'number',
  boolean: 'true, false',
};

/** Kept short in tables: the glossary lists them. */
const isDimension = (values: readonly unknown[]): boolean => values.includes(DIMENSIONS.at(-1));

function nameType(shape: Shape): string {
  if (Array.isArray(shape.type)) return shape.type.map((type) => NAMES[type] ?? type).join(' or ');
  if (shape.const !== undefined) return toCode(String(shape.const));
  if (shape.enum !== undefined && isDimension(shape.enum)) return `\`${DIMENSIONS[0]}\` to \`${DIMENSIONS.at(-1)}\``;
  if (shape.enum !== undefined) return shape.enum.map((value) => toCode(String(value))).join(', ');
  if (shape.anyOf !== undefined)
    return shape.anyOf.map((each) => (isNull(each) ? 'null' : nameType(each))).join(' or ');
  if (shape.type === 'array') return shape.items?.type === 'object' ? 'list' : `list of ${nameType(shape.items ?? {})}`;
  if (shape.type === 'object')
    return typeof shape.additionalProperties === 'object' && !shape.properties
      ? `map to ${nameType(shape.additionalProperties)}`
      : 'object';
  return NAMES[String(shape.type)] ?? 'any';
}

const rowOf = (name: string, shape: Shape): readonly string[] => [
  toCode(name),
  nameType(shape),
  shape.description ?? '',
];

/** Fields of an object or of each entry of a list, which `[]` stands for. */
function fieldsOf(name: string, shape: Shape): readonly [path: string, fields: readonly (readonly [string, Shape])[]] {
  const inner = unwrap(shape);
  const isList = inner.type === 'array';
  return [isList ? `${name}[]` : name, Object.entries((isList ? inner.items : inner)?.properties ?? {})];
}

/** A field, and those inside it under a dotted name. */
function listRows(name: string, shape: Shape): readonly (readonly string[])[] {
  const [path, fields] = fieldsOf(name, shape);
  return [rowOf(name, shape), ...fields.flatMap(([key, field]) => listRows(`${path}.${key}`, field))];
}

const tabulate = (rows: readonly (readonly string[])[]): string =>
  toTable(['field', 'type', 'meaning'], 'lll', rows).join('\n');

/** One table of all keys, then one for each that has fields of its own. */
export function tabulateDocument(schema: z.ZodType): string {
  const keys = Object.entries(shapeOf(schema).properties ?? {});
  const parts = keys.flatMap(([name, shape]) => {
    const [path, fields] = fieldsOf(name, shape);
    return fields.length === 0
      ? []
      : [`### ${toCode(path)}`, tabulate(fields.flatMap(([key, field]) => listRows(key, field)))];
  });
  return [tabulate(keys.map(([name, shape]) => rowOf(name, shape))), ...parts].join('\n\n');
}

const EVERY_LINE: readonly string[] = ['event', 'schema', 'seq', 'at'];

export function tabulateEvents(schema: z.ZodType): string {
  const rows = (shapeOf(schema).oneOf ?? []).map(({ properties = {}, description = '', required = [] }) => {
    const fields = Object.keys(properties).filter((name) => !EVERY_LINE.includes(name));
    const named = fields.map((name) => `${toCode(name)}${required.includes(name) ? '' : ' (audits)'}`);
    return [toCode(String(properties.event?.const)), description, named.join(', ')];
  });
  return toTable(['event', 'when', 'fields'], 'lll', rows).join('\n');
}

/** Guides with more about a key. */
const GUIDES: Readonly<Partial<Record<ConfigKey, string>>> = {
  reviewers: 'reviewers.md',
  model: 'models.md',
  panel: 'reviewers.md#consensus',
  protocol: 'reviewers.md#consensus',
  journal: 'runs.md#resume-an-interrupted-run',
  external_analyzers: 'analyzers.md',
  progressive_summarization: '#thresholds',
};

/** Footnotes of the table: who may set a key. */
const NOTES = { anyone: '', base: ' ¹', user: ' ²' } as const;

export interface ConfigTable {
  readonly properties: Readonly<Record<ConfigKey, Shape & { readonly expects: string }>>;
}

export function tabulateConfig({ properties }: ConfigTable): string {
  const keys = (Object.keys(properties) as ConfigKey[]).filter((key) => key !== '$schema');
  const rows = keys.map((key) => {
    const { description = '', default: value, expects } = properties[key];
    const guide = GUIDES[key] === undefined ? '' : ` ([more](${GUIDES[key]}))`;
    const shown = value === undefined ? '' : toCode(JSON.stringify(value));
    return [toCode(key), expects, shown, `${description}${guide}${NOTES[KEY_TRUST[key]]}`];
  });
  return toTable(['key', 'value', 'default', 'meaning'], 'llll', rows).join('\n');
}
