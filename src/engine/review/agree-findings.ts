/**
 * Decides whether a merged finding stands by the votes of the review: who could have reported it, who did, who confirmed or refuted it
 * (FACT-14, REV-14). Returns agreement, confidence and status; drops nothing. Called by compose-findings.ts.
 */

import { coverageWeight } from '../../protocol/coverage/coverage.ts';
import { type Agreement, countAgreement, voiceOf, weighConfidence } from '../../protocol/findings/agreement.ts';
import { certaintyOf } from '../../protocol/findings/claim-check.ts';
import {
  agreementShare,
  decideIssue,
  type Issue,
  isExempt,
  resolveConflict,
  type Voter,
} from '../../protocol/findings/consensus.ts';
import type { ConsensusProtocol } from '../../protocol/findings/consensus-protocol.ts';
import type { Attribution, Finding, FindingStatus, MergedFinding } from '../../protocol/findings/finding.ts';
import type { Vote } from '../../protocol/findings/merge.ts';
import { isMeasured, listStanding } from '../../protocol/findings/standing.ts';
import type { MemberTotal } from './review-state.ts';

export interface Consensus {
  readonly protocol: ConsensusProtocol;
  readonly minAgreement: number;
  readonly members: readonly MemberTotal[];
}

/** A panel member that may vote on a finding. */
interface PanelVoter extends Voter {
  readonly agent: string;
  readonly weight: number;
  readonly reviewed: ReadonlySet<string>;
  /** Whether its silence says something: analyzers beside a model know only what they have rules for. */
  readonly isAsked: boolean;
  readonly opinions: readonly {
    readonly stance: 'confirm' | 'refute';
    readonly reports: ReadonlySet<string>;
    readonly attribution: Attribution;
  }[];
}

export interface Panel extends Pick<Consensus, 'protocol' | 'minAgreement'> {
  readonly voters: readonly PanelVoter[];
}

export const createPanel = ({ protocol, minAgreement, members }: Consensus): Panel => ({
  protocol,
  minAgreement,
  voters: members.map(({ reviewer, model, panel, runs, reviewedFiles, reviewedCount, skippedFiles }) => ({
    name: voiceOf({ agent: reviewer.name, model }),
    agent: reviewer.name,
    categories: reviewer.categories,
    weight: coverageWeight(reviewedCount, skippedFiles.length),
    reviewed: new Set(reviewedFiles),
    isAsked: model !== null || panel.length > 1,
    opinions: runs.flatMap((run) =>
      run.opinions
        // A fallback that is a panel member itself counts there.
        .filter((opinion) => opinion.model === model || !panel.includes(opinion.model))
        .map((opinion) => ({
          stance: opinion.stance,
          reports: new Set(opinion.reports),
          attribution: { agent: reviewer.name, round: run.round, rule: null, model: opinion.model },
        })),
    ),
  })),
});

export interface Judgement {
  readonly agreement: Agreement;
  readonly confidence: number;
  readonly status: FindingStatus;
  /** Of those that confirmed it without having reported it. */
  readonly confirmedBy: readonly Attribution[];
  readonly remarks: Readonly<Record<string, unknown>>;
}

export function judgeFinding(finding: MergedFinding, panel: Panel): Judgement {
  const stances = listStances(finding, panel);
  const confirming = stances.filter(({ stance }) => stance === 'confirm');
  const refuting = stances.filter(({ stance }) => stance === 'refute');
  const issue = describeIssue(finding, panel, stances);
  const agreement = countAgreement(
    issue.reportedBy,
    issue.asked.map(({ name }) => name),
  );
  const votes: readonly Vote[] = [
    ...listStanding(finding.members).map(({ voice, confidence, weight }) => ({ agent: voice, confidence, weight })),
    ...confirming.map(({ voter }) => ({
      agent: voter.name,
      confidence: finding.lead.confidence,
      weight: voter.weight,
    })),
  ];
  const isDisputed = refuting.length > 0 && !isExempt(issue) && !prevails(issue, refuting);
  // What was never verified stays so: an objection does not make it count.
  const checked = isDisputed && finding.status === 'confirmed' ? 'needs_manual' : finding.status;
  const decision = decideIssue(panel.protocol, issue, panel.minAgreement);
  const share = issue.isMeasured === true ? 1 : agreementShare(issue);
  return {
    agreement,
    confidence: weighConfidence(votes, checked, share) * certaintyOf(finding.members, confirming.length > 0),
    status: decision.kept || !isOpen(checked) ? checked : 'rejected',
    confirmedBy: confirming.map(({ attribution }) => attribution),
    remarks: {
      ...describeCheck(finding.members),
      ...(refuting.length > 0 ? { refuted_by: refuting.map(({ voter }) => voter.name) } : {}),
      ...(decision.kept || !isOpen(checked) ? {} : { rejection_reason: decision.reason }),
    },
  };
}

/** What a second look made of it, for the report. */
function describeCheck(members: readonly Finding[]): { readonly verification?: unknown } {
  const check = members.find((member) => member.check !== undefined)?.check;
  if (check === undefined) return {};
  const { outcome, by, reason, isOther } = check;
  return { verification: { outcome, by, independent_model: isOther, reason } };
}

const isOpen = (status: FindingStatus): boolean => status !== 'rejected' && status !== 'suppressed';

/** What others said of these reports when they were asked; who reported it itself has said so already. */
function listStances({ members }: MergedFinding, { voters: chairs }: Panel) {
  const reporting = new Set(members.map(({ voice }) => voice));
  return chairs
    .filter(({ name }) => !reporting.has(name))
    .flatMap((voter) => {
      const opinion = voter.opinions.find(({ reports }) => members.some(({ id }) => reports.has(id)));
      return opinion === undefined ? [] : [{ ...opinion, voter }];
    });
}

type Stances = ReturnType<typeof listStances>;

/** Asked is whoever reviewed the file and has the issue in its field, and whoever spoke of it; a report that does not stand is no voice (REV-26). */
function describeIssue(finding: MergedFinding, { voters: chairs }: Panel, stances: Stances): Issue {
  const { file, category, severity, vetoReason } = finding;
  const members = listStanding(finding.members);
  const confirming = stances.filter(({ stance }) => stance === 'confirm').map(({ voter }) => voter);
  const agents = new Set(members.map(({ agent }) => agent));
  const spoke = new Set([...members.map(({ voice }) => voice), ...stances.map(({ voter }) => voter.name)]);
  const isAble = ({ agent, categories }: PanelVoter): boolean =>
    agents.has(agent) || (category !== null && categories.includes(category));
  return {
    severity,
    category,
    categories: members.map((member) => member.category),
    cwe: members.find(({ cwe }) => cwe !== null)?.cwe ?? null,
    dimension: members.find(({ dimension }) => dimension !== null)?.dimension ?? null,
    vetoReason,
    isMeasured: members.some(isMeasured),
    reportedBy: [...new Set([...members.map(({ voice }) => voice), ...confirming.map(({ name }) => name)])],
    agents: [...agents],
    asked: [
      ...chairs.filter(
        (voter) => spoke.has(voter.name) || (voter.isAsked && voter.reviewed.has(file) && isAble(voter)),
      ),
      ...listAnalyzerVoters(members, chairs),
    ],
  };
}

/** Analyzers below a model are no panel members; they vote on what they report. */
function listAnalyzerVoters(members: readonly Finding[], voters: readonly PanelVoter[]): readonly Voter[] {
  const known = new Set(voters.map(({ name }) => name));
  const analyzers = new Map(members.filter(({ voice }) => !known.has(voice)).map(({ voice, agent }) => [voice, agent]));
  return [...analyzers].map(([name, agent]) => ({
    name,
    categories: voters.find((voter) => voter.agent === agent)?.categories ?? [],
  }));
}

/** Security first, a language before general quality; where the word of one reviewer stands against itself, a person decides. */
function prevails({ agents = [] }: Issue, refuting: Stances): boolean {
  const against = refuting.map(({ voter }) => voter.agent);
  const word = resolveConflict([...agents, ...against]);
  return word !== null && agents.includes(word) && !against.includes(word);
}
