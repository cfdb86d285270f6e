/**
 * Limits the findings of one analyzer in one file to 5,000: keeps the gravest and marks the file as unfinished, with the number left
 * out. Every wave goes through all findings of a file, so tens of thousands would take minutes. Called by scan-cache.ts.
 */
import type { AnalyzerFinding } from '../../ports/analyzer.ts';
import { compareSeverity } from '../../protocol/findings/severity.ts';

const MAX_FINDINGS = 5_000;

interface Scanned {
  readonly state: string;
  readonly findings: readonly AnalyzerFinding[];
  readonly reason: string | null;
}

export function boundFindings<Scan extends Scanned>(scan: Scan): Scan | (Scan & { readonly state: 'unfinished' }) {
  const { findings } = scan;
  if (findings.length <= MAX_FINDINGS) return scan;
  const gravest = findings.toSorted((a, b) => compareSeverity(a.severity, b.severity)).slice(0, MAX_FINDINGS);
  const kept = new Set(gravest);
  const rest = `${findings.length - MAX_FINDINGS} of ${findings.length} findings left out, the least grave ones`;
  return {
    ...scan,
    state: 'unfinished',
    findings: findings.filter((finding) => kept.has(finding)),
    reason: scan.reason === null || scan.state === 'ended' ? rest : `${scan.reason}; ${rest}`,
  };
}
