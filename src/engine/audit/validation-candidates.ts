/**
 * What Phase 4 has to decide: findings of all agents, analyzers and Semgrep, merged before anybody validates (FACT-09,
 * AUD-22, AUD-27). Every finding is a member of exactly one candidate.
 */
import type { KnownFinding } from '../../ports/auditor.ts';
import { AUDIT_RULES, mergeFindings } from '../../protocol/findings/merge.ts';
import { type Mergeable, subjectsOf } from '../../protocol/findings/mergeable.ts';
import { type AuditRecon, waysOf } from '../../protocol/rounds/audit-recon.ts';
import type { ValidationCandidate } from '../../protocol/rounds/validation-plan.ts';
import { type AuditFinding, type AuditState, listCounted, listRefused } from './audit-state.ts';
import { BASELINE_AGENT, listBaseline, listSemgrep, SEMGREP_AGENT } from './scanned-findings.ts';

export interface Candidate extends ValidationCandidate {
  readonly lead: AuditFinding;
  readonly members: readonly AuditFinding[];
  readonly line: number;
  readonly endLine: number;
  /** True where only Semgrep reports it: it is checked on track 4a. */
  readonly isSemgrepOnly: boolean;
}

export function listCandidates(state: AuditState): readonly Candidate[] {
  const handlers = listHandlers(state.recon);
  const voices = [...listCounted(state), ...listBaseline(state), ...listSemgrep(state)].map((finding) =>
    toVoice(finding, handlers),
  );
  return mergeFindings(voices, AUDIT_RULES).map(({ representative, members, severity, line, endLine }) => {
    const all = members.map(({ finding }) => finding);
    const lead = representative.finding;
    return {
      id: [...all].sort(compareIds)[0]?.id ?? lead.id,
      agent: lead.agent,
      severity,
      selfCheck: all.some(({ claim }) => claim.originallyTruncated) ? 'skip' : lead.selfCheck,
      lead,
      members: all,
      line: line ?? lead.claim.line,
      endLine: Math.max(line ?? lead.claim.line, endLine ?? lead.claim.endLine),
      isSemgrepOnly: all.every(({ agent }) => agent === SEMGREP_AGENT),
    };
  });
}

/** What the host itself turned down: at the place of a known false positive, or not in the code. Each stays on its own. */
export function listSetAside(state: Pick<AuditState, 'hunts' | 'survey'>): readonly Candidate[] {
  const paths = new Set(state.survey.files.map(({ path }) => path));
  return listRefused(state)
    .filter(({ claim }) => paths.has(claim.file))
    .map((lead) => ({
      id: lead.id,
      agent: lead.agent,
      severity: lead.claim.severity,
      selfCheck: lead.selfCheck,
      lead,
      members: [lead],
      line: lead.claim.line,
      endLine: lead.claim.endLine,
      isSemgrepOnly: false,
    }));
}

/** Findings that name no file of the scope: there is no place to show them at. */
export function countHomeless(state: Pick<AuditState, 'hunts' | 'survey'>): number {
  const paths = new Set(state.survey.files.map(({ path }) => path));
  return listRefused(state).filter(({ claim }) => !paths.has(claim.file)).length;
}

/** Agents' numbers before those of scanners, then by number. */
const compareIds = (a: AuditFinding, b: AuditFinding): number => rankId(a) - rankId(b) || (a.id < b.id ? -1 : 1);
const rankId = ({ agent }: AuditFinding): number => (agent === SEMGREP_AGENT ? 2 : agent === BASELINE_AGENT ? 1 : 0);

interface Voice extends Mergeable {
  readonly finding: AuditFinding;
}

/** Lines at which a handler begins, by file. */
type Handlers = ReadonlyMap<string, readonly number[]>;

/** Lines between a route or decorator and the function that answers it. */
const HEAD_LINES = 5;

function listHandlers(recon: AuditRecon): Handlers {
  const places = waysOf(recon).endpoints.flatMap(({ file, line, handler }) => {
    const isHead = handler?.file === file && handler.line >= line && handler.line - line <= HEAD_LINES;
    return handler === null || isHead ? [{ file, line }] : [{ file, line }, handler];
  });
  const byFile = Map.groupBy(places, ({ file }) => file);
  return new Map(
    [...byFile].map(([file, own]) => [file, [...new Set(own.map(({ line }) => line))].sort((a, b) => a - b)]),
  );
}

const partOf = ({ claim }: AuditFinding, handlers: Handlers): string =>
  `after ${handlers.get(claim.file)?.findLast((line) => line <= claim.line) ?? 0}`;

const toVoice = (finding: AuditFinding, handlers: Handlers): Voice => ({
  ...finding.claim,
  part: partOf(finding, handlers),
  subjects: subjectsOf(finding.claim.extra),
  id: finding.id,
  agent: finding.agent,
  line: finding.claim.isPlaced ? finding.claim.line : null,
  endLine: finding.claim.isPlaced ? finding.claim.endLine : null,
  finding,
});

/** The candidate as a validator sees it: under its own id, at its merged place, with the rule of an analyzer that found it too. */
export const toValidated = ({ id, severity, lead, members, line, endLine }: Candidate): KnownFinding => ({
  ...lead.claim,
  rule: lead.claim.rule ?? members.find(({ agent }) => agent === BASELINE_AGENT)?.claim.rule ?? null,
  id,
  severity,
  line,
  endLine,
  agent: lead.agent,
  round: lead.round,
});
