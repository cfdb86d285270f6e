/**
 * Scans files with the rules of the reviewed project, by ast-grep/ast-grep.ts, and returns only added findings: it silences none, and
 * project-flow does not continue its flows. A file that a broken rule was meant for is unfinished, with the fault as reason. Loaded by
 * declaration.ts.
 */
import type { AnalyzerOutcome, SourceFile } from '../../ports/analyzer.ts';
import { createRuleScan, findMatcherFault } from '../ast-grep/ast-grep.ts';
import { ownRulePack } from '../ast-grep/rule-pack.ts';
import { findInnerLanguage } from '../ast-grep/ruled-languages.ts';
import type { FreeMemory, Scan } from '../declaration.ts';
import { loadParser, type Parse } from '../syntax/languages.ts';
import { isTextTooDeep } from '../syntax/limits.ts';
import { RULE_FAMILIES } from '../syntax/rule-families.ts';
import { describeFault, type OwnRule, type OwnRuleSet, parseOwnRules, type RuleFault } from './own-rule-set.ts';

interface OpenRules {
  readonly scan: Scan;
  readonly faults: readonly RuleFault[];
}

export function createOwnRuleScan({ compiled }: OwnRuleSet, relieve?: FreeMemory): Scan {
  let opening: Promise<OpenRules> | null = null;
  return async (files, snapshot, signal, begin) => {
    const [first] = files;
    if (first === undefined) return { status: 'completed', reason: null, findings: [], unfinished: [] };
    // What it costs to open the rules is charged to a file: a rule that cannot be opened at all ends this scan, not the pool.
    begin?.(first.path);
    opening ??= openRules(compiled, relieve);
    const { scan, faults } = await opening;
    const { flows: _flows, open: _open, ...outcome } = await scan(files, snapshot, signal, begin);
    return leaveFaulty(outcome, files, faults);
  };
}

async function openRules(compiled: string, relieve: FreeMemory | undefined): Promise<OpenRules> {
  const { rules, faults } = parseOwnRules(compiled);
  const parse = await loadParser();
  const judged = rules.map((own) => ({ own, fault: findFault(own, parse) }));
  const sound = judged.flatMap(({ own, fault }) => (fault === null ? [own.rule] : []));
  return {
    scan: createRuleScan(relieve, (family) => ({
      rules: sound.filter(({ language }) => language.some((name) => RULE_FAMILIES[name] === family)),
      vocabulary: ownRulePack(family).vocabulary,
    })),
    faults: [...faults, ...judged.flatMap(({ fault }) => fault ?? [])],
  };
}

/** Sources that need no words of the vocabulary. */
const ASSUMED: readonly string[] = ['parameter', 'exported', 'value'];

/** What is wrong with a rule that only its grammar and its vocabulary can tell; null where nothing is. */
function findFault({ rule, path, ruleLine, taintLine }: OwnRule, parse: Parse): RuleFault | null {
  const { reviewer, language: languages, taint, matchers, constraints, utils } = rule;
  const faultAt = (line: number, message: string): RuleFault => ({ path, line, message, reviewer, languages });
  if (isTextTooDeep(JSON.stringify([matchers, constraints, utils])))
    return faultAt(ruleLine, 'rule: nested too deeply');
  for (const language of languages) {
    const fault = findMatcherFault(rule, parse(language, ''));
    if (fault !== null) return faultAt(ruleLine, `rule: ${fault} (${language})`);
    const { vocabulary } = ownRulePack(RULE_FAMILIES[language]);
    if (taint && vocabulary === null) return faultAt(taintLine, `taint: data flow is not followed in ${language}`);
    const known = [
      ...ASSUMED,
      ...Object.keys(vocabulary?.sources ?? {}),
      ...Object.values(vocabulary?.roles ?? {}).map(({ source }) => source),
    ];
    const unknown = taint?.sources.find((name) => !known.includes(name));
    if (unknown !== undefined)
      return faultAt(
        taintLine,
        `taint.sources: ${unknown} is not a source of ${language}; known are ${[...new Set(known)].sort().join(', ')}`,
      );
  }
  return null;
}

/** A file that a broken rule was meant for keeps what the others found, and is not finished. */
function leaveFaulty(
  outcome: AnalyzerOutcome,
  files: readonly SourceFile[],
  faults: readonly RuleFault[],
): AnalyzerOutcome {
  const reasons = new Map<string, string>(
    outcome.unfinished.map((path) => [path, outcome.reasons?.[path] ?? outcome.reason ?? '']),
  );
  for (const { path, language } of files) {
    const inner = findInnerLanguage(path, language) ?? language ?? '';
    const [fault, ...others] = faults.filter(({ languages }) => languages.includes(inner));
    if (fault === undefined) continue;
    const more =
      others.length === 0 ? '' : `, and ${others.length} more broken ${others.length === 1 ? 'rule' : 'rules'}`;
    // A semicolon parts what several analyzers say of one file.
    const told = describeFault(fault).replaceAll('; ', ', ');
    reasons.set(path, [`${told}${more}`, reasons.get(path) ?? ''].filter(Boolean).join('; '));
  }
  if (reasons.size === 0) return outcome;
  return {
    ...outcome,
    status: 'partial',
    reason: [...new Set(reasons.values())].join('; '),
    unfinished: [...reasons.keys()],
    reasons: Object.fromEntries(reasons),
  };
}
