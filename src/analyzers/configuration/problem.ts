/**
 * What the checks of configuration files say. A check only sights a rule at a line; the words, the CWE and the weight of
 * each rule stand in a catalog. `{what}` in the words is replaced by what was sighted.
 */
import type { Dimension } from '../../protocol/findings/dimension.ts';
import { CONFIDENCE } from '../../protocol/findings/finding.ts';
import type { Severity } from '../../protocol/findings/severity.ts';
import type { Observation } from '../source-text/project-scan.ts';
import type { TextDocument } from '../source-text/text-document.ts';
import { maskSecrets } from './mask-secrets.ts';

export interface Problem {
  readonly severity: Severity;
  readonly category: 'injection' | 'auth' | 'secrets' | 'supply-chain' | 'owasp';
  /** Null where it is a matter of maintenance. */
  readonly cwe: string | null;
  readonly dimension: Dimension;
  readonly title: string;
  readonly issue: string;
  readonly recommendation: string;
  readonly confidence?: keyof typeof CONFIDENCE;
}

export type Catalog = Readonly<Record<string, Problem>>;

export interface Sighting {
  readonly rule: string;
  readonly line: number;
  readonly endLine?: number;
  /** Stands for `{what}` in the words of the rule. */
  readonly what?: string;
  /** Where this case weighs more or less than the rule. */
  readonly severity?: Severity;
  readonly confidence?: keyof typeof CONFIDENCE;
}

const WHAT_CHARACTERS = 120;

export function describeSighting(document: TextDocument, sighting: Sighting, problem: Problem): Observation {
  const what = maskSecrets((sighting.what ?? '').replace(/\s+/gu, ' ').trim()).slice(0, WHAT_CHARACTERS);
  const fill = (words: string): string => words.replaceAll('{what}', () => what);
  return {
    document,
    line: sighting.line,
    ...(sighting.endLine === undefined ? {} : { endLine: sighting.endLine }),
    rule: sighting.rule,
    severity: sighting.severity ?? problem.severity,
    category: problem.category,
    ...(problem.cwe === null ? {} : { cwe: problem.cwe }),
    dimension: problem.dimension,
    title: fill(problem.title),
    issue: fill(problem.issue),
    recommendation: fill(problem.recommendation),
    confidence: CONFIDENCE[sighting.confidence ?? problem.confidence ?? 'high'],
  };
}
