/** The verdict, from findings and what agents said, with a line for every rule that decided (HOST-06, REV-12). */
import type { FindingStatus } from '../findings/finding.ts';
import { countSeverities, SEVERITIES, type Severity, type Verdict } from '../findings/severity.ts';

export interface CountableFinding {
  readonly severity: Severity;
  readonly status: FindingStatus;
  /** False where a change scope did not touch its lines. */
  readonly introduced: boolean;
}

/** A finding counts unless it was rejected or suppressed, or was there before the change (HOST-09). */
export const isCounted = ({ status, introduced }: CountableFinding): boolean =>
  introduced && status !== 'rejected' && status !== 'suppressed';

export interface JudgedFinding extends CountableFinding {
  readonly id: string;
  readonly vetoReason: string | null;
  readonly reportedBy: readonly { readonly agent: string }[];
}

export interface JudgedAgent {
  readonly agent: string;
  /** What people call it, where one agent speaks with several voices. */
  readonly label?: string;
  /** Its own words; null where it gave none. */
  readonly verdict: Verdict | null;
  readonly vetoReasons: readonly string[];
  readonly canVeto: boolean;
}

export interface VerdictDecision {
  readonly verdict: Verdict;
  readonly trace: readonly string[];
  readonly warnings: readonly string[];
}

/** The verdict of one agent alone: what it said, no milder than its findings demand, no stricter than its right allows. */
export function agentVerdict(
  agent: JudgedAgent,
  ownFindings: readonly (CountableFinding & { readonly vetoReason: string | null })[],
): { readonly verdict: Verdict; readonly vetoReasons: readonly string[] } {
  const counted = ownFindings.filter(isCounted);
  const grounds = counted.flatMap(({ vetoReason }) => (vetoReason === null ? [] : [vetoReason]));
  const vetoReasons = agent.canVeto ? [...new Set([...agent.vetoReasons, ...grounds])] : [];
  if (agent.verdict === 'VETO' || grounds.length > 0) return { verdict: agent.canVeto ? 'VETO' : 'WARN', vetoReasons };
  return { verdict: agent.verdict ?? (counted.some(isSerious) ? 'WARN' : 'OK'), vetoReasons };
}

export function decideVerdict(input: {
  readonly findings: readonly JudgedFinding[];
  readonly agents: readonly JudgedAgent[];
  readonly ignoreVetoes: boolean;
  /** Where nobody has looked at anything, nobody can say OK: whoever reads the verdict alone must not take it for one. */
  readonly hasReviewed?: boolean;
  /** What there is instead; `nothing was reviewed` where nobody says it. */
  readonly nothing?: string;
}): VerdictDecision {
  const counted = input.findings.filter(isCounted);
  const older = input.findings.filter((finding) => !finding.introduced && isCounted({ ...finding, introduced: true }));
  const aside = older.length === 0 ? [] : [`not counted: ${older.length} on lines that the change did not touch`];
  const vetoes = [...vetoesOfFindings(counted, input.agents), ...vetoesOfAgents(input.agents)];
  const warnings = [
    ...warnOfReasonless(input.agents),
    ...(input.ignoreVetoes ? vetoes.map((veto) => `⚠️ Ignored veto: ${veto}`) : []),
  ];
  if (vetoes.length > 0 && !input.ignoreVetoes) {
    return { verdict: 'VETO', trace: [...vetoes.map((veto) => `VETO: ${veto}`), ...aside], warnings };
  }
  const concerns = [...countConcerns(counted), ...objections(input.agents)];
  if (concerns.length > 0)
    return { verdict: 'WARN', trace: [...concerns.map((concern) => `WARN: ${concern}`), ...aside], warnings };
  if (input.hasReviewed === false)
    return {
      verdict: 'WARN',
      trace: [`WARN: ${input.nothing ?? 'nothing was reviewed'}, so the verdict is not OK`],
      warnings,
    };
  return { verdict: 'OK', trace: ['OK: no CRITICAL, HIGH or MEDIUM finding and no objection', ...aside], warnings };
}

const isSerious = ({ severity }: CountableFinding): boolean => severity !== 'LOW';

/** Everybody may veto unless the roster says otherwise. */
function vetoesOfFindings(findings: readonly JudgedFinding[], agents: readonly JudgedAgent[]): readonly string[] {
  const barred = new Set(agents.filter(({ canVeto }) => !canVeto).map(({ agent }) => agent));
  return findings.flatMap(({ id, vetoReason, reportedBy }) => {
    const by = [...new Set(reportedBy.map(({ agent }) => agent))].filter((agent) => !barred.has(agent));
    return vetoReason === null || by.length === 0 ? [] : [`${id} by ${by.join(', ')}, ${vetoReason}`];
  });
}

const vetoesOfAgents = (agents: readonly JudgedAgent[]): readonly string[] =>
  agents
    .filter(({ verdict, canVeto }) => verdict === 'VETO' && canVeto)
    .map(
      ({ agent, label = agent, vetoReasons }) =>
        `${label} said VETO, ${vetoReasons.length === 0 ? 'no reason given' : vetoReasons.join('; ')}`,
    );

const warnOfReasonless = (agents: readonly JudgedAgent[]): readonly string[] =>
  agents
    .filter(({ verdict, canVeto, vetoReasons }) => verdict === 'VETO' && canVeto && vetoReasons.length === 0)
    .map(({ agent, label = agent }) => `⚠️ ${label} vetoed without giving a reason`);

function countConcerns(findings: readonly CountableFinding[]): readonly string[] {
  const counts = countSeverities(findings.filter(isSerious));
  const parts = SEVERITIES.filter((severity) => counts[severity] > 0).map(
    (severity) => `${counts[severity]} ${severity}`,
  );
  return parts.length === 0
    ? []
    : [`${parts.join(', ')} ${findings.filter(isSerious).length === 1 ? 'remains' : 'remain'}`];
}

/** WARN as said, and a VETO that was ignored or that its agent has no right to. */
const objections = (agents: readonly JudgedAgent[]): readonly string[] =>
  agents
    .filter(({ verdict }) => verdict === 'WARN' || verdict === 'VETO')
    .map(
      ({ agent, label = agent, verdict, canVeto }) =>
        `${label} said ${verdict}${verdict === 'VETO' && !canVeto ? ' without the right to veto' : ''}`,
    );
