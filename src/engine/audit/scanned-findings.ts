/**
 * What scanners found, as findings of the audit: the embedded analyzers' own, and Semgrep's hits (FACT-06, AUD-30). Only what
 * lies in the dimensions and cells that were asked for; what lies beside them is counted.
 */

import type { IndexedFile } from '../../ports/file-index.ts';
import { findCweFamily } from '../../protocol/findings/cwe-family.ts';
import { DIMENSIONS, type Dimension } from '../../protocol/findings/dimension.ts';
import type { ClaimedFinding } from '../../protocol/findings/finding.ts';
import { CONFIDENCE, claimFinding } from '../../protocol/findings/finding.ts';
import type { SemgrepFinding } from '../../protocol/findings/semgrep-results.ts';
import type { Severity } from '../../protocol/findings/severity.ts';
import { type AcceptedFinding, isTouched } from '../review/accept-finding.ts';
import { type AuditFinding, type AuditState, listCounted } from './audit-state.ts';
import { isAskedCell } from './plan-audit.ts';

export const BASELINE_AGENT = 'baseline';
export const SEMGREP_AGENT = 'semgrep';

/** What the analyzers found and no agent reported: no model can talk it away. */
export function listBaseline(state: AuditState): readonly AuditFinding[] {
  const reported = new Set(
    listCounted(state).flatMap(({ claim }) => (claim.rule === null ? [] : [keyOf(claim.rule, claim.file, claim.line)])),
  );
  const files = filesByPath(state);
  const own = (state.baseline?.embedded.findings ?? []).filter(
    ({ rule, file, line, dimension }) =>
      file !== null &&
      line !== null &&
      files.has(file) &&
      dimension !== null &&
      isAskedCell(state.plan, dimension, file) &&
      !reported.has(keyOf(rule ?? '', file, line)),
  );
  return own.map((claim, i) => toAuditFinding(claim, `B${String(i + 1).padStart(3, '0')}`, BASELINE_AGENT, files));
}

const keyOf = (rule: string, file: string, line: number): string => `${rule}\0${file}\0${line}`;

const SEVERITY_OF: Readonly<Record<SemgrepFinding['severity'], Severity>> = {
  ERROR: 'HIGH',
  WARNING: 'MEDIUM',
  INFO: 'LOW',
  UNKNOWN: 'LOW',
};

/** A hit by its class of weakness: what has none that is known belongs to no dimension. */
const dimensionOf = ({ cwe }: SemgrepFinding): Dimension | null => findCweFamily(cwe ?? null)?.dimension ?? null;

/** Hits in the files of the scope; where only some dimensions or cells were asked for, those that lie in them. */
export function listAskedHits(state: Pick<AuditState, 'baseline' | 'survey' | 'plan'>): readonly SemgrepFinding[] {
  const { plan } = state;
  const wanted = [...plan.dimensions, ...plan.notApplicable];
  const isWhole = plan.cellPaths === null && wanted.length === DIMENSIONS.length;
  return listHits(state).filter((hit) => {
    const dimension = dimensionOf(hit);
    if (isWhole) return true;
    return dimension !== null && isAskedCell({ ...plan, dimensions: wanted }, dimension, hit.path);
  });
}

function listHits({ baseline, survey }: Pick<AuditState, 'baseline' | 'survey'>): readonly SemgrepFinding[] {
  const paths = new Set(survey.files.map(({ path }) => path));
  return (baseline?.semgrep.findings ?? []).filter(({ path }) => paths.has(path));
}

export function listSemgrep(state: AuditState): readonly AuditFinding[] {
  const files = filesByPath(state);
  return listAskedHits(state).map((hit) =>
    toAuditFinding(
      claimFinding({
        severity: SEVERITY_OF[hit.severity],
        title: hit.check_id,
        issue: hit.message ?? hit.check_id,
        dimension: dimensionOf(hit),
        cwe: hit.cwe ?? null,
        file: hit.path,
        line: hit.start_line,
        endLine: hit.end_line,
        confidence: CONFIDENCE.medium,
        rule: hit.check_id,
      }),
      hit.finding_id,
      SEMGREP_AGENT,
      files,
    ),
  );
}

/** What scanners saw in the files of the scope beside what was asked for: not reported, never unsaid. */
export function countUnasked(state: AuditState): { readonly semgrep: number; readonly embedded: number } {
  const paths = new Set(state.survey.files.map(({ path }) => path));
  const embedded = (state.baseline?.embedded.findings ?? []).filter(
    ({ file, dimension }) =>
      file !== null && paths.has(file) && dimension !== null && !isAskedCell(state.plan, dimension, file),
  );
  return { semgrep: listHits(state).length - listAskedHits(state).length, embedded: embedded.length };
}

type Files = ReadonlyMap<string, Pick<IndexedFile, 'path' | 'changed'>>;

const filesByPath = ({ survey }: Pick<AuditState, 'survey'>): Files =>
  new Map(survey.files.map((file) => [file.path, file]));

const toAuditFinding = (claim: ClaimedFinding, id: string, agent: string, files: Files): AuditFinding => ({
  id,
  agent,
  round: 1,
  claim: acceptScanned(claim, files.get(claim.file ?? '')),
  selfCheck: 'skip',
  isFlagged: false,
});

/** A scanner's place is the scanner's word: it read the file itself. */
const acceptScanned = (
  claim: ClaimedFinding,
  file: Pick<IndexedFile, 'path' | 'changed'> | undefined,
): AcceptedFinding => {
  const line = Math.max(1, claim.line ?? 1);
  const endLine = Math.max(line, claim.endLine ?? line);
  return {
    ...claim,
    file: claim.file ?? 'unknown',
    line,
    endLine,
    status: 'confirmed',
    introduced: file === undefined || isTouched(file, claim, { start: line, end: endLine }),
    doubt: null,
    depth: 'full',
    isPlaced: claim.line !== null,
    model: null,
    quote: claim.evidence,
  };
};
