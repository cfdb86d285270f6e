/**
 * Collects while a file is scanned the sinks whose data comes from its parameters or from functions of other files, and returns them as
 * FileFlows, for project-flow to continue. Also says which files, rules and texts are followed that way. Used by ast-grep.ts and
 * project-flow/join-project.ts.
 */
import type { SgNode } from '@ast-grep/napi';
import type { AnalyzerFinding, SourceFile } from '../../ports/analyzer.ts';
import type { FileFlows, OpenEnd, OpenSink } from '../../ports/open-flow.ts';
import { isTestPath } from '../../protocol/source/test-path.ts';
import type { FileFlow } from '../flow/flow.ts';
import { listLinks, listWords } from '../project-flow/file-links.ts';
import { RULE_FAMILIES, type RuleFamily, type RuleLanguage } from '../syntax/rule-families.ts';
import { toFinding } from './ast-grep-findings.ts';
import type { Rule, Taint, Vocabulary } from './rule-schema.ts';

/** Families whose files name each other in a way that is understood. */
const LINKED: ReadonlySet<RuleFamily> = new Set([
  'javascript',
  'python',
  'go',
  'java',
  'ruby',
  'php',
  'csharp',
  'kotlin',
  'rust',
]);

/** Sources that an outsider fills. */
const OUTSIDE: ReadonlySet<string> = new Set(['http', 'cli', 'network', 'remote', 'dom', 'input']);

const MAX_SINKS = 200;

/** Whether other files may continue what this one leaves open. Tests call everything, and nobody calls them. */
export const isLinked = (path: string, language: RuleLanguage): boolean =>
  LINKED.has(RULE_FAMILIES[language]) && !isTestPath(path);

/** Milder than grave, and yet worth a search: redirects and headers. */
const ALSO_FOLLOWED: ReadonlySet<string | null> = new Set(['CWE-601', 'CWE-113', 'CWE-93']);

/** Whether flows of the rule are followed into other files: grave ones that begin with an outsider and end at the sink. */
export const isFollowed = ({ taint, template, severity, cwe }: Rule): boolean =>
  taint !== undefined &&
  template === undefined &&
  taint.place === 'sink' &&
  (severity === 'CRITICAL' || severity === 'HIGH' || ALSO_FOLLOWED.has(cwe)) &&
  taint.sources.some((name) => OUTSIDE.has(name));

/** Whether untrusted data may enter in this text. */
export const mayBegin = (text: string, { mentions, entries }: Vocabulary): boolean =>
  entries?.test(text) === true || [...OUTSIDE].some((name) => mentions[name]?.test(text) === true);

/** Collects what is left open while a file is scanned. */
export class OpenSinks {
  readonly #file: SourceFile;
  readonly #sinks = new Map<string, OpenSink>();
  readonly #begins: boolean;

  constructor(file: SourceFile, begins: boolean) {
    this.#file = file;
    this.#begins = begins;
  }

  /** A match that no source of its own file reaches for sure. */
  add(rule: Rule, node: SgNode, flow: FileFlow, assumed: AnalyzerFinding | null): void {
    if (!rule.taint || this.#sinks.size >= MAX_SINKS || !isFollowed(rule)) return;
    const ends = findEnds(node, rule.taint, flow);
    if (ends.length === 0) return;
    const finding = toFinding(rule, this.#file, { node, trace: null, project: null });
    const key = `${rule.id} ${finding.line}`;
    const known = this.#sinks.get(key);
    const isAssumed = assumed !== null || known?.isAssumed === true;
    this.#sinks.set(key, { rule: rule.id, finding, isAssumed, ends: [...(known?.ends ?? []), ...ends] });
  }

  finish(language: RuleLanguage, findings: readonly AnalyzerFinding[]): FileFlows {
    const { path } = this.#file;
    const family = RULE_FAMILIES[language];
    const certain = findings.filter(({ source, extra }) => source !== null && extra.assumed_source !== true);
    return {
      path,
      language,
      words: listWords(this.#file.text, family),
      links: listLinks(this.#file.text, family),
      sinks: [...this.#sinks.values()],
      begins: this.#begins,
      reported: certain.map(({ cwe, line }) => `${cwe} ${line}`),
    };
  }
}

function findEnds(node: SgNode, taint: Taint, flow: FileFlow): readonly OpenEnd[] {
  const focused = taint.focus.flatMap((name) => node.getMatch(name) ?? node.getMultipleMatches(name));
  return focused.flatMap((focus) => flow.openEnds(focus, taint));
}
