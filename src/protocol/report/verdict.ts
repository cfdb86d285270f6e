/**
 * Decides the verdict (VETO, WARN, OK) of one agent and of the whole run from findings and the agents' own verdicts, with a line
 * for every rule that decided (HOST-06, REV-12, REV-26). Called by engine/review/compose-report.ts, engine/audit/compose-audit.ts
 * and engine/collect.ts.
 */
import type { FindingStatus } from '../findings/finding.ts';
import { countSeverities, SEVERITIES, type Severity, type Verdict } from '../findings/severity.ts';

export interface CountableFinding {
  readonly severity: Severity;
  readonly status: FindingStatus;
  /** False where a change scope did not touch its lines. */
  readonly introduced: boolean;
}

/** A finding counts for the verdict unless it was rejected or suppressed, or was there before the change (HOST-06). */
export const isCounted = ({ status, introduced }: CountableFinding): boolean =>
  introduced && status !== 'rejected' && status !== 'suppressed';

/** Why nothing is confirmed in a report from outputs alone. */
export const WITHOUT_CODE = 'collected without the code';

export interface JudgedFinding extends CountableFinding {
  readonly id: string;
  /** Of a report that was checked and stands. */
  readonly vetoReason: string | null;
  /** Of one that does not: it warns. */
  readonly unverifiedVeto?: string | null;
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
  /** Whether a finding of its own was checked and stands: without one, its VETO is a WARN (REV-26). */
  readonly stands: boolean;
  /** Whether it does not stand because what its VETO rests on is suppressed, or was lowered by an override. */
  readonly isSetAside?: boolean;
}

export interface VerdictDecision {
  readonly verdict: Verdict;
  readonly trace: readonly string[];
  readonly warnings: readonly string[];
}

/**
 * The verdict of one agent alone, as its row shows it: what it said, no milder than its findings demand, no stricter than its
 * right allows. Whether a VETO counts for the run is decided below.
 */
export function agentVerdict(
  agent: Omit<JudgedAgent, 'stands'>,
  ownFindings: readonly (CountableFinding & { readonly vetoReason: string | null })[],
): { readonly verdict: Verdict; readonly vetoReasons: readonly string[] } {
  const counted = ownFindings.filter(isCounted);
  const vetoing = counted.filter(({ vetoReason }) => vetoReason !== null);
  const grounds = vetoing.flatMap(({ vetoReason, status }) =>
    vetoReason === null || status === 'unverified' ? [] : [vetoReason],
  );
  const vetoReasons = agent.canVeto ? [...new Set([...agent.vetoReasons, ...grounds])] : [];
  if (agent.verdict === 'VETO' || grounds.length > 0) return { verdict: agent.canVeto ? 'VETO' : 'WARN', vetoReasons };
  if (vetoing.length > 0) return { verdict: 'WARN', vetoReasons };
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
  const unverified = [...unverifiedVetoes(counted), ...input.agents.filter(isBare).map(describeBare)];
  const warnings = [
    ...warnOfReasonless(input.agents),
    ...(input.ignoreVetoes ? vetoes.map((veto) => `⚠️ Ignored veto: ${veto}`) : []),
  ];
  const trace = (verdict: Verdict, lines: readonly string[]): readonly string[] =>
    lines.map((line) => `${verdict}: ${line}`);
  if (vetoes.length > 0 && !input.ignoreVetoes) {
    return { verdict: 'VETO', trace: [...trace('VETO', vetoes), ...trace('WARN', unverified), ...aside], warnings };
  }
  const concerns = [...countConcerns(counted), ...objections(input.agents), ...unverified];
  if (concerns.length > 0) return { verdict: 'WARN', trace: [...trace('WARN', concerns), ...aside], warnings };
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

/** A VETO that counts. */
const isVeto = ({ verdict, canVeto, stands }: JudgedAgent): boolean => verdict === 'VETO' && canVeto && stands;

/** A VETO with nothing behind it that was checked. */
const isBare = ({ verdict, canVeto, stands }: JudgedAgent): boolean => verdict === 'VETO' && canVeto && !stands;

const describeVeto = ({ agent, label = agent, vetoReasons }: JudgedAgent): string =>
  `${label} said VETO, ${vetoReasons.length === 0 ? 'no reason given' : vetoReasons.join('; ')}`;

const vetoesOfAgents = (agents: readonly JudgedAgent[]): readonly string[] => agents.filter(isVeto).map(describeVeto);

const describeBare = (agent: JudgedAgent): string =>
  `${describeVeto(agent)}; no veto, since ${agent.isSetAside === true ? 'the findings it rests on are suppressed or lowered by an override' : 'no finding of its own was verified'}`;

const unverifiedVetoes = (findings: readonly JudgedFinding[]): readonly string[] =>
  findings.flatMap(({ id, vetoReason, unverifiedVeto = null }) =>
    vetoReason === null && unverifiedVeto !== null
      ? [`${id} is not verified, so it is no veto: ${unverifiedVeto}`]
      : [],
  );

const warnOfReasonless = (agents: readonly JudgedAgent[]): readonly string[] =>
  agents
    .filter((agent) => isVeto(agent) && agent.vetoReasons.length === 0)
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
    .filter((agent) => (agent.verdict === 'WARN' || agent.verdict === 'VETO') && !isBare(agent))
    .map(
      ({ agent, label = agent, verdict, canVeto }) =>
        `${label} said ${verdict}${verdict === 'VETO' && !canVeto ? ' without the right to veto' : ''}`,
    );

/** Whether there was nothing to review: it is complete, and nobody was sent out. */
export const hadNothing = ({
  agents,
  complete,
}: {
  readonly agents: readonly unknown[];
  readonly complete: boolean;
}): boolean => complete && agents.length === 0;
