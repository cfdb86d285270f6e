/**
 * Runs the embedded security-reviewer and vulnerability-reviewer over the whole scope without a budget, as the baseline of an audit
 * (FACT-06, AUD-30). Returns findings, refuted findings, a row for each analyzer and the files analysed to the end. Called by
 * wiring/audit-ports.ts.
 */

import type { LedgerView } from '../../../ports/agent-tools.ts';
import type { AnalyzerRow, UnresolvedSink } from '../../../ports/analyzer.ts';
import type { BaselineScan, RefutedClaim } from '../../../ports/auditor.ts';
import type { Assignment, Driver, ReviewEvent } from '../../../ports/driver.ts';
import type { IndexedFile } from '../../../ports/file-index.ts';
import type { Snapshot } from '../../../ports/repository.ts';
import { joinReasons } from '../../../protocol/coverage/limited-files.ts';
import { findCweFamily } from '../../../protocol/findings/cwe-family.ts';
import type { ClaimedFinding } from '../../../protocol/findings/finding.ts';
import type { ReviewerProfile } from '../../../protocol/reviewers/reviewer.ts';
import { toAnalyzerRow } from '../analyzer-row.ts';

export interface EmbeddedScan {
  readonly findings: readonly ClaimedFinding[];
  readonly refuted: readonly RefutedClaim[];
  readonly analyzers: readonly AnalyzerRow[];
  /** Files that every analyzer for them has finished. */
  readonly analysed: ReadonlySet<string>;
  readonly unresolved: readonly UnresolvedSink[];
  readonly status: BaselineScan['embedded']['status'];
}

const UNLIMITED: LedgerView & { claim(): boolean } = {
  budgetTokens: Number.MAX_SAFE_INTEGER,
  usedTokens: 0,
  usageRatio: 0,
  mode: 'full',
  claim: () => true,
};

const NO_CONTEXT = (): never => {
  throw new Error('the baseline scan has no context of an agent');
};

/** Reviewers whose findings belong to the audit. */
export const AUDIT_REVIEWERS = ['security-reviewer', 'vulnerability-reviewer'] as const;

export async function scanEmbedded(
  driver: Driver,
  reviewers: readonly ReviewerProfile[],
  files: readonly IndexedFile[],
  { snapshot, signal }: { readonly snapshot: Snapshot; readonly signal: AbortSignal },
): Promise<EmbeddedScan> {
  const scans = await Promise.all(reviewers.map((reviewer) => scanFor(driver, reviewer, files, { snapshot, signal })));
  const skipped = new Set(scans.flatMap((scan) => scan.skipped));
  return {
    findings: scans.flatMap(({ findings }) => findings).map(placeInDimension),
    refuted: scans
      .flatMap(({ refuted }) => refuted)
      .map(({ claim, reason }) => ({ claim: placeInDimension(claim), reason })),
    analyzers: mergeRows(scans.flatMap(({ analyzers }) => analyzers)),
    analysed: new Set(files.map(({ path }) => path).filter((path) => !skipped.has(path))),
    unresolved: scans.flatMap(({ unresolved }) => unresolved),
    status: scans.some(({ failed }) => failed) ? 'failed' : skipped.size > 0 ? 'partial' : 'completed',
  };
}

interface ReviewerScan {
  readonly findings: readonly ClaimedFinding[];
  readonly refuted: readonly RefutedClaim[];
  readonly analyzers: readonly AnalyzerRow[];
  readonly skipped: readonly string[];
  readonly unresolved: readonly UnresolvedSink[];
  readonly failed: boolean;
}

async function scanFor(
  driver: Driver,
  reviewer: ReviewerProfile,
  files: readonly IndexedFile[],
  { snapshot, signal }: { readonly snapshot: Snapshot; readonly signal: AbortSignal },
): Promise<ReviewerScan> {
  const assignment: Assignment = {
    reviewer,
    round: 1,
    wave: 1,
    budgetTokens: UNLIMITED.budgetTokens,
    isolation: 'shared',
    branchId: null,
    files: files.map((file) => ({ ...file, tier: 3, recorded: 0 })),
    mayContinue: false,
  };
  const findings: ClaimedFinding[] = [];
  const refuted: RefutedClaim[] = [];
  const analyzers: AnalyzerRow[] = [];
  const skipped: string[] = [];
  const unresolved: UnresolvedSink[] = [];
  const done = new Set<string>();
  let failed = false;
  const tools = { snapshot, account: UNLIMITED, context: NO_CONTEXT };
  for await (const event of driver.review(assignment, tools, UNLIMITED, signal)) {
    if (event.kind === 'finding') keepFinding(event, findings, refuted);
    else if (event.kind === 'analyzer') analyzers.push(event.row);
    else if (event.kind === 'unresolved') unresolved.push(...event.sinks);
    else if (event.kind === 'file-done') done.add(event.path);
    else if (event.kind === 'outcome') failed = event.outcome.status === 'failed';
  }
  for (const { path } of files) if (!done.has(path)) skipped.push(path);
  return { findings, refuted, analyzers, skipped, unresolved, failed };
}

const keepFinding = (
  { finding, refutation }: Extract<ReviewEvent, { kind: 'finding' }>,
  findings: ClaimedFinding[],
  refuted: RefutedClaim[],
): unknown =>
  refutation === undefined ? findings.push(finding) : refuted.push({ claim: finding, reason: refutation });

/** A finding without a dimension gets that of its weakness; dependencies belong to the supply chain (FACT-01). */
function placeInDimension(finding: ClaimedFinding): ClaimedFinding {
  if (finding.dimension !== null) return finding;
  return { ...finding, dimension: findCweFamily(finding.cwe)?.dimension ?? null };
}

const STATUSES = ['failed', 'partial', 'absent', 'completed'] as const;

function mergeRows(rows: readonly AnalyzerRow[]): readonly AnalyzerRow[] {
  return [...Map.groupBy(rows, ({ name }) => name)].map(([name, own]) =>
    toAnalyzerRow({
      name,
      version: own.find(({ version }) => version !== null)?.version ?? null,
      status: STATUSES.find((status) => own.some((row) => row.status === status)) ?? 'completed',
      findings: own.reduce((sum, row) => sum + row.findings, 0),
      reason: joinReasons(own),
    }),
  );
}
