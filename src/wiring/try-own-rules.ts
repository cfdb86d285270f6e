/**
 * Tries the rules of a project on their cases, for `rules test`: as they lie on disk, in the processes and under the limits of a
 * review, and returns the status of each. A case is a piece of code that a rule must find (`positive`) or must be silent on
 * (`negative`). `explain` reads the cases as examples. Called by cli/commands/rules-command.ts and explain-command.ts.
 */
import { BARE_HOST } from '../analyzers/declaration.ts';
import { openAnalyzer } from '../analyzers/open-analyzer.ts';
import { ownRules } from '../analyzers/own-rules/declaration.ts';
import {
  createRuleSet,
  describeFault,
  type OwnRule,
  type OwnRuleSet,
  parseOwnRules,
} from '../analyzers/own-rules/own-rule-set.ts';
import { type RuleExamples, toExamples } from '../analyzers/rule-examples.ts';
import type { AnalyzerOutcome, SourceFile } from '../ports/analyzer.ts';
import { mapAtOnce } from '../ports/map-at-once.ts';
import type { SettingsFile, Snapshot } from '../ports/repository.ts';
import { parseYamlData } from '../repository/yaml-data.ts';
import { openPool } from './embedded-reviewers.ts';

export interface TriedRule {
  /** Null where it could not be read. */
  readonly id: string | null;
  readonly path: string;
  readonly status: 'passed' | 'failed' | 'broken' | 'no-cases';
  readonly cases: number;
  /** What failed, each with its place. */
  readonly faults: readonly string[];
}

interface Case {
  readonly kind: 'positive' | 'negative';
  readonly text: string;
  readonly line: number;
}

/** Rules that are tried at the same time. */
const AT_ONCE = 4;

const casesPath = (path: string): string => path.replace(/\.ya?ml$/u, '.cases.yml');

/** `files`: everything in the folder of rules, cases included. */
export async function tryOwnRules(
  { compiled }: OwnRuleSet,
  files: readonly SettingsFile[],
  signal: AbortSignal,
): Promise<readonly TriedRule[]> {
  const { rules, faults } = parseOwnRules(compiled);
  const tried = await mapAtOnce(rules, AT_ONCE, async (own) => {
    const cases = readCases(own, files);
    const { id, yieldsTo } = own.rule;
    if (typeof cases === 'string')
      return { id, path: own.path, status: 'broken', cases: 0, faults: [cases] } satisfies TriedRule;
    const others = rules.filter(({ rule }) => yieldsTo.includes(rule.id));
    return judgeRule(own, cases, await scanCases([own, ...others], cases, signal));
  });
  const broken = faults.map(
    (fault): TriedRule => ({
      id: null,
      path: fault.path,
      status: 'broken',
      cases: 0,
      faults: [describeFault(fault)],
    }),
  );
  return [...tried, ...broken].toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function readCases({ path }: OwnRule, files: readonly SettingsFile[]): readonly Case[] | string {
  const file = files.find(
    (each) => each.path === casesPath(path) || each.path === casesPath(path).replace(/yml$/u, 'yaml'),
  );
  if (file === undefined) return [];
  if (file.fault !== undefined) return file.fault;
  const data = parseYamlData(file.text);
  if (data.kind === 'fault') return `${file.path}:${data.line}: ${data.message}`;
  const value = (data.value ?? {}) as Readonly<Record<string, unknown>>;
  const stranger = Object.keys(value).find((key) => key !== 'positive' && key !== 'negative');
  if (stranger !== undefined)
    return `${file.path}:${data.lineOf([stranger])}: ${stranger}: write \`positive\` and \`negative\`, each a list of code`;
  const cases: Case[] = [];
  for (const kind of ['positive', 'negative'] as const)
    for (const [at, text] of [value[kind] ?? []].flat().entries()) {
      const line = data.lineOf([kind, at]);
      if (typeof text !== 'string')
        return `${file.path}:${line}: ${kind}: not a text; begin the case with \`|\` and write the code on the lines below`;
      cases.push({ kind, text, line });
    }
  return cases;
}

/** For whoever explains the rule; broken cases show nothing. */
export function readExamples(own: OwnRule, files: readonly SettingsFile[]): RuleExamples {
  const cases = readCases(own, files);
  const textsOf = (kind: Case['kind']): readonly string[] =>
    typeof cases === 'string' ? [] : cases.filter((each) => each.kind === kind).map(({ text }) => text);
  return toExamples({ positive: textsOf('positive'), negative: textsOf('negative') });
}

const nameCase = ({ rule }: OwnRule, language: string, at: number): string => `src/${rule.id}/${language}/${at}`;

/** Each rule alone with those that it gives way to: what another one does is not its fault. */
async function scanCases(
  [own, ...others]: readonly [OwnRule, ...OwnRule[]],
  cases: readonly Case[],
  signal: AbortSignal,
): Promise<AnalyzerOutcome> {
  // A rule without cases is opened all the same: that tells whether its matchers are valid.
  const texts = cases.length === 0 ? [''] : cases.map(({ text }) => text);
  const sources = own.rule.language.flatMap((language) =>
    texts.map((text, at): SourceFile => ({ path: nameCase(own, language, at), language, text, changed: null })),
  );
  const host = { ...BARE_HOST, ownRules: createRuleSet([], own.rule.id, { rules: [own, ...others], faults: [] }) };
  const { wrap } = await openPool();
  return wrap(openAnalyzer(ownRules, host), host, true).scan(sources, { ...EMPTY }, signal);
}

function judgeRule(own: OwnRule, cases: readonly Case[], outcome: AnalyzerOutcome): TriedRule {
  const { rule, path } = own;
  const reasonOf = (name: string): string => outcome.reasons?.[name] ?? outcome.reason ?? '';
  const invalid = outcome.unfinished.map(reasonOf).find((reason) => reason.startsWith(`${path}:`));
  if (invalid !== undefined) return { id: rule.id, path, status: 'broken', cases: cases.length, faults: [invalid] };
  const faults = cases.flatMap(({ kind, line }, at) =>
    rule.language.flatMap((language) => {
      const place = `${casesPath(path)}:${line}`;
      const name = nameCase(own, language, at);
      const isFound = outcome.findings.some((each) => each.rule === rule.id && each.file === name);
      if (outcome.unfinished.includes(name)) return [`${place}: not finished in ${language}: ${reasonOf(name)}`];
      if (isFound === (kind === 'positive')) return [];
      return [`${place}: ${kind === 'positive' ? 'not found' : 'found, but must not be'} in ${language}`];
    }),
  );
  const passed = cases.length === 0 ? 'no-cases' : 'passed';
  return { id: rule.id, path, status: faults.length > 0 ? 'failed' : passed, cases: cases.length, faults };
}

/** A case is a file alone. */
const EMPTY: Snapshot = {
  selection: 'cases',
  branch: null,
  isChange: false,
  warnings: [],
  entries: async function* () {
    // A case reads nothing else.
  },
  read: async () => ({ kind: 'unusable', reason: 'unreadable' }),
  readBase: async () => null,
  paths: async () => new Set(),
};
