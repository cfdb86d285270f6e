/**
 * Computes the base score of a CVSS 3 vector by the published formula (null for any other text) and the severity of a score or a
 * word (FACT-12). Called by analyzers/advisories/osv-advisory.ts and analyzers/npm-audit/npm-audit-results.ts.
 */
import type { Severity } from './severity.ts';

/** The words of advisories, in any case. */
const WORDS: Readonly<Record<string, Severity>> = {
  critical: 'CRITICAL',
  high: 'HIGH',
  moderate: 'MEDIUM',
  medium: 'MEDIUM',
  low: 'LOW',
  info: 'LOW',
};

export const severityOfWord = (word: string): Severity | null => WORDS[word.toLowerCase()] ?? null;

export function severityOfScore(score: number): Severity {
  if (score >= 9) return 'CRITICAL';
  if (score >= 7) return 'HIGH';
  return score >= 4 ? 'MEDIUM' : 'LOW';
}

const WEIGHTS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  AV: { N: 0.85, A: 0.62, L: 0.55, P: 0.2 },
  AC: { L: 0.77, H: 0.44 },
  UI: { N: 0.85, R: 0.62 },
  C: { H: 0.56, L: 0.22, N: 0 },
  I: { H: 0.56, L: 0.22, N: 0 },
  A: { H: 0.56, L: 0.22, N: 0 },
};
const PRIVILEGES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  U: { N: 0.85, L: 0.62, H: 0.27 },
  C: { N: 0.85, L: 0.68, H: 0.5 },
};

/** Score of `CVSS:3.0/…` or `CVSS:3.1/…`; null for anything else. */
export function scoreCvss(vector: string): number | null {
  if (!/^CVSS:3\.[01]\//u.test(vector)) return null;
  const metrics = new Map(vector.split('/').map((part) => part.split(':', 2) as [string, string]));
  const weigh = (name: string): number | undefined => WEIGHTS[name]?.[metrics.get(name) ?? ''];
  const scope = metrics.get('S') ?? '';
  const parts = [weigh('AV'), weigh('AC'), weigh('UI'), PRIVILEGES[scope]?.[metrics.get('PR') ?? '']];
  const impacts = [weigh('C'), weigh('I'), weigh('A')];
  if ([...parts, ...impacts].some((weight) => weight === undefined)) return null;
  const exploitability = parts.reduce<number>((product, weight) => product * (weight ?? 0), 8.22);
  return combine(
    1 - impacts.reduce<number>((rest, weight) => rest * (1 - (weight ?? 0)), 1),
    exploitability,
    scope === 'C',
  );
}

function combine(base: number, exploitability: number, isChanged: boolean): number {
  const impact = isChanged ? 7.52 * (base - 0.029) - 3.25 * (base - 0.02) ** 15 : 6.42 * base;
  if (impact <= 0) return 0;
  return roundUp(Math.min((isChanged ? 1.08 : 1) * (impact + exploitability), 10));
}

/** To one decimal, upwards, free of the noise of floating point. */
function roundUp(score: number): number {
  const whole = Math.round(score * 100_000);
  return whole % 10_000 === 0 ? whole / 100_000 : (Math.floor(whole / 10_000) + 1) / 10;
}
