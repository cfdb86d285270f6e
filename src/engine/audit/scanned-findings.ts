/**
 * Turns what scanners found into findings of the audit, the hits of embedded analyzers and of Semgrep (FACT-06, AUD-30), for the
 * dimensions and cells that were asked for; the others are counted. Called by validation-candidates.ts, deep-dive-phase.ts and
 * compose-audit*.ts.
 */

import type { IndexedFile } from '../../ports/file-index.ts';
import { DIMENSIONS } from '../../protocol/findings/dimension.ts';
import type { ClaimedFinding, Finding } from '../../protocol/findings/finding.ts';
import { compareSeverity } from '../../protocol/findings/severity.ts';
import { compareText } from '../../protocol/text/compare-text.ts';
import { trustClaim } from '../accept-claim.ts';
import { type AuditState, listCounted } from './audit-state.ts';
import { isAskedCell } from './plan-audit.ts';

export const BASELINE_AGENT = 'baseline';
export const SEMGREP_AGENT = 'semgrep';

/** What the analyzers found and no agent reported: no model can talk it away. */
export function listBaseline(state: AuditState): readonly Finding[] {
  const reported = new Set(
    listCounted(state).flatMap(({ rule, file, line }) => (rule === null ? [] : [keyOf(rule, file, line)])),
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
  return own.map((claim, i) => trustScanner(claim, `B${String(i + 1).padStart(3, '0')}`, BASELINE_AGENT, files));
}

/** What the analyzers assumed from one file and then saw refuted by its callers. */
export function listRefuted(state: Pick<AuditState, 'baseline' | 'survey' | 'plan'>): readonly Finding[] {
  const files = filesByPath(state);
  const own = (state.baseline?.embedded.refuted ?? []).filter(
    ({ claim: { file, dimension } }) =>
      file !== null && files.has(file) && dimension !== null && isAskedCell(state.plan, dimension, file),
  );
  return own.map(({ claim, reason }, i) => ({
    ...trustScanner(claim, `R${String(i + 1).padStart(3, '0')}`, BASELINE_AGENT, files),
    status: 'rejected',
    doubt: reason,
  }));
}

const keyOf = (rule: string, file: string, line: number): string => `${rule}\0${file}\0${line}`;

/** What Semgrep found in the files of the scope; where only some dimensions or cells were asked for, what lies in them. */
export function listSemgrep(state: Pick<AuditState, 'baseline' | 'survey' | 'plan'>): readonly Finding[] {
  const { plan } = state;
  const wanted = [...plan.dimensions, ...plan.notApplicable];
  const isWhole = plan.cellPaths === null && wanted.length === DIMENSIONS.length;
  return listHits(state).filter(({ dimension, file }) => {
    if (isWhole) return true;
    // What has no known class of weakness belongs to no dimension.
    return dimension !== null && isAskedCell({ ...plan, dimensions: wanted }, dimension, file);
  });
}

/** The gravest first, under the numbers of Semgrep's own list (FACT-06). */
function listHits({ baseline, survey }: Pick<AuditState, 'baseline' | 'survey'>): readonly Finding[] {
  const files = filesByPath({ survey });
  return (baseline?.semgrep.findings ?? [])
    .toSorted(compareHits)
    .map((claim, i) => trustScanner(claim, `SG-${String(i + 1).padStart(3, '0')}`, SEMGREP_AGENT, files))
    .filter(({ file }) => files.has(file));
}

const compareHits = (a: ClaimedFinding, b: ClaimedFinding): number =>
  compareSeverity(a.severity, b.severity) ||
  compareText(a.file ?? '', b.file ?? '') ||
  (a.line ?? 0) - (b.line ?? 0) ||
  compareText(a.rule ?? '', b.rule ?? '');

/** What scanners saw in the files of the scope beside what was asked for: not reported, never unsaid. */
export function countUnasked(state: AuditState): { readonly semgrep: number; readonly embedded: number } {
  const paths = new Set(state.survey.files.map(({ path }) => path));
  const embedded = (state.baseline?.embedded.findings ?? []).filter(
    ({ file, dimension }) =>
      file !== null && paths.has(file) && dimension !== null && !isAskedCell(state.plan, dimension, file),
  );
  return { semgrep: listHits(state).length - listSemgrep(state).length, embedded: embedded.length };
}

type Files = ReadonlyMap<string, Pick<IndexedFile, 'path' | 'changed'>>;

const filesByPath = ({ survey }: Pick<AuditState, 'survey'>): Files =>
  new Map(survey.files.map((file) => [file.path, file]));

const trustScanner = (claim: ClaimedFinding, id: string, agent: string, files: Files): Finding =>
  trustClaim(claim, { id, agent, round: 1, model: null }, files.get(claim.file ?? '') ?? null);
