/**
 * Parses the JSON that `oxlint --format=json` prints about one file into hits with rule, line and byte offset, or says that the file
 * could not be parsed. Never throws. Called by oxlint.ts.
 */
import { asFields, asList, asText, readJson } from '../../protocol/text/json-object.ts';

export interface OxlintHit {
  /** As settings name it: `eslint/no-const-assign`. */
  readonly rule: string;
  readonly line: number;
  /** Bytes of UTF-8, from the beginning of the text. */
  readonly offset: number;
  readonly length: number;
}

export type OxlintOutput =
  | { readonly kind: 'linted'; readonly hits: readonly OxlintHit[] }
  /** The text is neither JavaScript nor TypeScript, so no rule was tried. */
  | { readonly kind: 'unparsed' }
  | { readonly kind: 'unusable' };

const CODE = /^([\w-]+)\(([\w-]+)\)$/u;

export function parseOxlintResults(text: string): OxlintOutput {
  const { diagnostics, number_of_files: files } = asFields(readJson(text));
  if (!Array.isArray(diagnostics) || files !== 1) return { kind: 'unusable' };
  if (diagnostics.some((entry) => asText(asFields(entry).code) === '')) return { kind: 'unparsed' };
  return { kind: 'linted', hits: diagnostics.flatMap((entry) => readHit(entry) ?? []) };
}

function readHit(entry: unknown): OxlintHit | null {
  const { code, labels } = asFields(entry);
  const [, plugin = '', rule = ''] = CODE.exec(asText(code)) ?? [];
  const { line, offset, length } = findPlace(asList(labels).map(asFields));
  if (rule === '' || !isCount(line) || line === 0 || !isCount(offset) || !isCount(length)) return null;
  return { rule: `${plugin}/${rule}`, line, offset, length };
}

/** A place without words is the fault itself; where all have words, the last is, and the others say what it has to do with. */
const findPlace = (labels: readonly Readonly<Record<string, unknown>>[]): Readonly<Record<string, unknown>> =>
  asFields((labels.find(({ label }) => label === undefined) ?? labels.at(-1))?.span);

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
