/**
 * Turns the result of one hunt agent into its record: recovers cut output, applies the limit of a reduced retry and checks every claim
 * against the code (TRUNC-08..16, HOST-10, AUD-15); `numberFindings` gives the findings of a round their ids. Called by hunt-round.ts.
 */
import type { HuntResult, HuntTask } from '../../ports/auditor.ts';
import type { IndexedFile } from '../../ports/file-index.ts';
import type { Snapshot } from '../../ports/repository.ts';
import { DIMENSION_PROFILES, type Dimension } from '../../protocol/findings/dimension.ts';
import type { ClaimedFinding, Finding } from '../../protocol/findings/finding.ts';
import { recoverOutput } from '../../protocol/output/recovery.ts';
import { homeOf } from '../../protocol/rounds/audit-recon.ts';
import { type HistoryIndex, isRuledOut } from '../../protocol/rounds/state-transfer-rules.ts';
import { checkClaim, refuseClaim } from '../accept-claim.ts';
import type { HuntRecord } from './audit-state.ts';

export interface HuntSettlement {
  readonly retryOf: string | null;
  readonly isRestart: boolean;
  readonly snapshot: Snapshot;
  /** The whole scope: an agent may find something outside its share. */
  readonly files: readonly IndexedFile[];
  readonly history: HistoryIndex | null;
}

/** Records without ids: they are numbered once the whole round is in, so that the order of arrival does not show. */
export async function settleHunt(task: HuntTask, result: HuntResult, context: HuntSettlement): Promise<HuntRecord> {
  const recovery = recoverOutput(result.output, {
    dimensions: task.dimensions,
    maxTurns: task.turns.maxTurns,
    isRetry: context.retryOf !== null,
  });
  const limit = task.maxFindings ?? recovery.findings.length;
  const accepted = recovery.findings.slice(0, limit);
  const findings = await Promise.all(accepted.map((claim) => acceptClaim(claim, task, { ...context, result })));
  return {
    agentId: task.agentId,
    retryOf: context.retryOf,
    round: task.round,
    emergency: task.emergency,
    isRestart: context.isRestart,
    dimensions: task.dimensions,
    maxTurns: task.turns.maxTurns,
    budgetTokens: task.turns.budgetTokens,
    files: task.files.length,
    present: listPresent(task),
    result,
    findings,
    needsReaudit: result.output.needsReaudit,
    refusedFindings: recovery.findings.length - accepted.length,
    claimedCoverage: result.output.claimed.coverage,
  };
}

function listPresent({ dimensions, files, recon }: HuntTask): readonly Dimension[] {
  const paths = new Set(files.map(({ path }) => path));
  const seen = new Set(recon.spots.filter(({ file }) => paths.has(file)).map(({ dimension }) => dimension));
  const hasEndpoint = recon.endpoints.some((endpoint) => paths.has(homeOf(endpoint)));
  return dimensions.filter(
    (dimension) => seen.has(dimension) || (hasEndpoint && DIMENSION_PROFILES[dimension].track === 'control'),
  );
}

async function acceptClaim(
  claim: ClaimedFinding,
  task: HuntTask,
  { files, snapshot, history, result }: HuntSettlement & { readonly result: HuntResult },
): Promise<Finding> {
  const author = { id: '', agent: task.agentId, round: task.round, model: claim.rule === null ? result.model : null };
  const file = files.find(({ path }) => path === claim.file);
  if (file === undefined) return refuseClaim(claim, author);
  const { delivered } = result.trail;
  // An analyzer reads the file itself, whatever has reached the model.
  const seen = claim.rule !== null || delivered === null ? null : (delivered[file.path] ?? []);
  const finding = await checkClaim(claim, author, { file, snapshot, delivered: seen });
  const lines = { start: finding.line, end: finding.endLine };
  const isKnownFalse =
    history !== null && isRuledOut(history, { file: file.path, lines, isAnalyzers: claim.rule !== null });
  return isKnownFalse ? { ...finding, status: 'rejected', doubt: 'at the place of a known false positive' } : finding;
}

/** Gives the findings of new records their numbers, in the order of the records. */
export function numberFindings(records: readonly HuntRecord[], known: number): readonly HuntRecord[] {
  let number = known;
  return records.map((record) => ({
    ...record,
    findings: record.findings.map((finding) => {
      number += 1;
      return { ...finding, id: `F${String(number).padStart(3, '0')}` };
    }),
  }));
}
