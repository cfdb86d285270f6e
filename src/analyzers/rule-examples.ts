/**
 * Returns a bad and a good code example for the id of a shipped rule, read from the test cases of the rule (files *.cases.yml below rules/): the
 * first positive and the first negative case, null where there is none. Used by describe-rule.ts, scripts/rule-pages.ts and
 * wiring/try-own-rules.ts; a review reads none.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, sep } from 'node:path';
import { parse } from 'yaml';
import { RULES_FOLDER } from './rule-tables/rules-folder.ts';

export interface RuleExamples {
  /** Code that the rule finds; null where no case shows it. */
  readonly bad: string | null;
  /** Code that it is silent on. */
  readonly good: string | null;
}

interface Cases {
  readonly positive?: unknown;
  readonly negative?: unknown;
}

/** Of cases as they are written: of each kind the first. */
export const toExamples = ({ positive, negative }: Cases): RuleExamples => ({
  bad: firstText(positive),
  good: firstText(negative),
});

const firstText = (cases: unknown): string | null => {
  const [first] = [cases].flat();
  return typeof first === 'string' ? first.trimEnd() : null;
};

const NONE: RuleExamples = { bad: null, good: null };

/** Looks them up for the rules that come with the product. */
export function openExamples(): (id: string) => RuleExamples {
  const names = readdirSync(RULES_FOLDER, { recursive: true })
    .map((name) => String(name).split(sep).join('/'))
    .filter((name) => name.endsWith('.cases.yml'));
  const read = (name: string): unknown => parse(readFileSync(new URL(name, RULES_FOLDER), 'utf8'));
  const ofFile = new Map(names.map((name) => [basename(name, '.cases.yml'), name]));
  let ofTables: ReadonlyMap<string, RuleExamples> | null = null;
  return (id) => {
    const file = ofFile.get(id);
    if (file !== undefined) return toExamples((read(file) ?? {}) as Cases);
    ofTables ??= readTables(names.map(read));
    return ofTables.get(id) ?? NONE;
  };
}

/** Cases of tables are lists: each names the rule that it is for in `finds`, followed by a line and a severity. */
function readTables(files: readonly unknown[]): ReadonlyMap<string, RuleExamples> {
  const examples = new Map<string, RuleExamples>();
  for (const row of files.flatMap((cases) => (Array.isArray(cases) ? (cases as readonly unknown[]) : []))) {
    const { finds, ...cases } = row as Cases & { readonly finds?: unknown };
    const id = String([finds].flat()[0] ?? '').split(' ')[0] ?? '';
    if (!examples.has(id)) examples.set(id, toExamples(cases));
  }
  return examples;
}
