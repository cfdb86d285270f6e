/**
 * Lists what phase 4 has to decide: the findings of agents, analyzers and Semgrep, merged, each a member of exactly one candidate
 * (FACT-09, AUD-22, AUD-27). Lists those that were set aside (rejected or refuted) separately. Called by validation-phase.ts,
 * validation-queue.ts and compose-audit*.ts.
 */
import type { ClaimedFinding, Finding, MergedFinding } from '../../protocol/findings/finding.ts';
import { AUDIT_RULES } from '../../protocol/findings/merge.ts';
import { pickTelling } from '../../protocol/findings/mergeable.ts';
import { isMeasured } from '../../protocol/findings/standing.ts';
import { type AuditRecon, accessOf } from '../../protocol/rounds/audit-recon.ts';
import type { ValidationCandidate } from '../../protocol/rounds/validation-plan.ts';
import { mergeFindings, mergeNone } from '../merge-findings.ts';
import { type AuditState, listCounted, listRefused, selfCheckOf } from './audit-state.ts';
import { BASELINE_AGENT, listBaseline, listRefuted, listSemgrep, SEMGREP_AGENT } from './scanned-findings.ts';

/** True where only Semgrep reports it: it is checked on track 4a. */
export const isSemgrepOnly = ({ members }: MergedFinding): boolean =>
  members.every(({ agent }) => agent === SEMGREP_AGENT);

export function listCandidates(state: AuditState): readonly MergedFinding[] {
  const handlers = listHandlers(state.recon);
  const findings = [...listCounted(state), ...listBaseline(state), ...listSemgrep(state)];
  const rules = { ...AUDIT_RULES, partOf: (finding: Place): string => partOf(finding, handlers) };
  return mergeFindings(findings, rules).map((candidate) => ({
    ...candidate,
    id: [...candidate.members].sort(compareIds)[0]?.id ?? candidate.id,
  }));
}

/** What the plan of the validation asks of a candidate. */
export const toPlanned = (candidate: MergedFinding): ValidationCandidate => ({
  id: candidate.id,
  agent: candidate.agent,
  severity: candidate.severity,
  selfCheck: candidate.originallyTruncated ? 'skip' : selfCheckOf(candidate),
});

/** What does not stand: at the place of a known false positive, not in the code, or refuted by the project. Each stays on its own. */
export function listSetAside(
  state: Pick<AuditState, 'hunts' | 'survey' | 'baseline' | 'plan'>,
): readonly MergedFinding[] {
  const paths = new Set(state.survey.files.map(({ path }) => path));
  return [...listRefused(state).filter(({ file }) => paths.has(file)), ...listRefuted(state)].map(mergeNone);
}

/** Findings that name no file of the scope: there is no place to show them at. */
export function countUnplaced(state: Pick<AuditState, 'hunts' | 'survey'>): number {
  const paths = new Set(state.survey.files.map(({ path }) => path));
  return listRefused(state).filter(({ file }) => !paths.has(file)).length;
}

/** Agents' numbers before those of scanners, then by number. */
const compareIds = (a: Finding, b: Finding): number => rankId(a) - rankId(b) || (a.id < b.id ? -1 : 1);
const rankId = ({ agent }: Finding): number => (agent === SEMGREP_AGENT ? 2 : agent === BASELINE_AGENT ? 1 : 0);

/** Lines at which a handler begins, by file. */
type Handlers = ReadonlyMap<string, readonly number[]>;

/** Lines between a route or decorator and the function that answers it. */
const HEAD_LINES = 5;

function listHandlers(recon: AuditRecon): Handlers {
  const places = accessOf(recon).endpoints.flatMap(({ file, line, handler }) => {
    const isHead = handler?.file === file && handler.line >= line && handler.line - line <= HEAD_LINES;
    return handler === null || isHead ? [{ file, line }] : [{ file, line }, handler];
  });
  const byFile = Map.groupBy(places, ({ file }) => file);
  return new Map(
    [...byFile].map(([file, own]) => [file, [...new Set(own.map(({ line }) => line))].sort((a, b) => a - b)]),
  );
}

type Place = Pick<ClaimedFinding, 'file' | 'line'>;

const partOf = ({ file, line }: Place, handlers: Handlers): string =>
  `after ${handlers.get(file ?? '')?.findLast((head) => head <= (line ?? 1)) ?? 0}`;

/** The candidate as a validator sees it: as an analyzer tells it where one found it, so that no claim decides how it is checked. */
export function toValidated({ lead, members, ...candidate }: MergedFinding): Finding {
  const measured = members.filter(isMeasured);
  return {
    ...(measured.length > 0 ? pickTelling(measured) : lead),
    id: candidate.id,
    severity: candidate.severity,
    line: candidate.line,
    endLine: candidate.endLine,
  };
}
