/**
 * Who could have reported a finding, who did, and whether it stands: the voices of a review around its merged reports
 * (FACT-14, REV-14). Marks, never drops; without voices to ask every report speaks for itself.
 */

import { coverageWeight } from '../../protocol/coverage/coverage.ts';
import { type Agreement, countAgreement, voiceOf, weighConfidence } from '../../protocol/findings/agreement.ts';
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
import type { SeatTotal } from './review-state.ts';

export interface Consensus {
  readonly protocol: ConsensusProtocol;
  readonly minAgreement: number;
  readonly seats: readonly SeatTotal[];
}

/** A voice at the table. */
interface Chair extends Voter {
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

export interface Table extends Pick<Consensus, 'protocol' | 'minAgreement'> {
  readonly chairs: readonly Chair[];
}

export const openTable = ({ protocol, minAgreement, seats }: Consensus): Table => ({
  protocol,
  minAgreement,
  chairs: seats.map(({ reviewer, model, panel, runs, reviewedFiles, reviewedCount, skippedFiles }) => ({
    name: voiceOf({ agent: reviewer.name, model }),
    agent: reviewer.name,
    categories: reviewer.categories,
    weight: coverageWeight(reviewedCount, skippedFiles.length),
    reviewed: new Set(reviewedFiles),
    isAsked: model !== null || panel.length > 1,
    opinions: runs.flatMap((run) =>
      run.opinions
        // A stand-in with a seat of its own speaks there.
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

export function judgeFinding(finding: MergedFinding, table: Table): Judgement {
  const stances = listStances(finding, table);
  const confirming = stances.filter(({ stance }) => stance === 'confirm');
  const refuting = stances.filter(({ stance }) => stance === 'refute');
  const issue = describeIssue(finding, table, stances);
  const agreement = countAgreement(
    issue.reportedBy,
    issue.asked.map(({ name }) => name),
  );
  const votes: readonly Vote[] = [
    ...finding.members.map(({ voice, confidence, weight }) => ({ agent: voice, confidence, weight })),
    ...confirming.map(({ chair }) => ({
      agent: chair.name,
      confidence: finding.lead.confidence,
      weight: chair.weight,
    })),
  ];
  const isDisputed = refuting.length > 0 && !isExempt(issue) && !prevails(issue, refuting);
  const checked = isDisputed && isOpen(finding.status) ? 'needs_manual' : finding.status;
  const decision = decideIssue(table.protocol, issue, table.minAgreement);
  const share = issue.isMeasured === true ? 1 : agreementShare(issue);
  return {
    agreement,
    confidence: weighConfidence(votes, checked, share),
    status: decision.kept || !isOpen(checked) ? checked : 'rejected',
    confirmedBy: confirming.map(({ attribution }) => attribution),
    remarks: {
      ...(refuting.length > 0 ? { refuted_by: refuting.map(({ chair }) => chair.name) } : {}),
      ...(decision.kept || !isOpen(checked) ? {} : { rejection_reason: decision.reason }),
    },
  };
}

const isOpen = (status: FindingStatus): boolean => status !== 'rejected' && status !== 'suppressed';

/** What others said of these reports when they were asked; who reported it itself has said so already. */
function listStances({ members }: MergedFinding, { chairs }: Table) {
  const reporting = new Set(members.map(({ voice }) => voice));
  return chairs
    .filter(({ name }) => !reporting.has(name))
    .flatMap((chair) => {
      const opinion = chair.opinions.find(({ reports }) => members.some(({ id }) => reports.has(id)));
      return opinion === undefined ? [] : [{ ...opinion, chair }];
    });
}

type Stances = ReturnType<typeof listStances>;

/** Asked is whoever reviewed the file and has the issue in its field, and whoever spoke of it. */
function describeIssue(finding: MergedFinding, { chairs }: Table, stances: Stances): Issue {
  const { file, category, members, severity, vetoReason } = finding;
  const confirming = stances.filter(({ stance }) => stance === 'confirm').map(({ chair }) => chair);
  const agents = new Set(members.map(({ agent }) => agent));
  const spoke = new Set([...members.map(({ voice }) => voice), ...stances.map(({ chair }) => chair.name)]);
  const isAble = ({ agent, categories }: Chair): boolean =>
    agents.has(agent) || (category !== null && categories.includes(category));
  return {
    severity,
    category,
    categories: members.map((member) => member.category),
    cwe: members.find(({ cwe }) => cwe !== null)?.cwe ?? null,
    dimension: members.find(({ dimension }) => dimension !== null)?.dimension ?? null,
    vetoReason,
    isMeasured: members.some(({ rule, model }) => rule !== null && model === null),
    reportedBy: [...new Set([...members.map(({ voice }) => voice), ...confirming.map(({ name }) => name)])],
    agents: [...agents],
    asked: [
      ...chairs.filter(
        (chair) => spoke.has(chair.name) || (chair.isAsked && chair.reviewed.has(file) && isAble(chair)),
      ),
      ...listFloors(members, chairs),
    ],
  };
}

/** Analyzers below a model have no chair of their own; they are heard where they report. */
function listFloors(members: readonly Finding[], chairs: readonly Chair[]): readonly Voter[] {
  const seated = new Set(chairs.map(({ name }) => name));
  const floors = new Map(members.filter(({ voice }) => !seated.has(voice)).map(({ voice, agent }) => [voice, agent]));
  return [...floors].map(([name, agent]) => ({
    name,
    categories: chairs.find((chair) => chair.agent === agent)?.categories ?? [],
  }));
}

/** Security first, a language before general quality; where the word of one reviewer stands against itself, a person decides. */
function prevails({ agents = [] }: Issue, refuting: Stances): boolean {
  const against = refuting.map(({ chair }) => chair.agent);
  const word = resolveConflict([...agents, ...against]);
  return word !== null && agents.includes(word) && !against.includes(word);
}
