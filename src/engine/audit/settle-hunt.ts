/**
 * From what an agent handed in to what the host records: recovery rules, the limit of a reduced retry, the check of every
 * claim against the code, and the running number (TRUNC-08..16, HOST-10, AUD-15). Nothing that arrived whole is lost.
 */
import type { HuntResult, HuntTask } from '../../ports/auditor.ts';
import type { IndexedFile } from '../../ports/file-index.ts';
import type { Snapshot } from '../../ports/repository.ts';
import { DIMENSION_PROFILES, type Dimension } from '../../protocol/findings/dimension.ts';
import type { ClaimedFinding } from '../../protocol/findings/finding.ts';
import { recoverOutput } from '../../protocol/output/recovery.ts';
import { homeOf } from '../../protocol/rounds/audit-recon.ts';
import { type HistoryIndex, isRuledOut } from '../../protocol/rounds/state-transfer-rules.ts';
import type { AcceptedFinding } from '../review/accept-finding.ts';
import { acceptFinding } from '../review/accept-finding.ts';
import type { AuditFinding, HuntRecord } from './audit-state.ts';

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
): Promise<AuditFinding> {
  const file = files.find(({ path }) => path === claim.file);
  const { delivered } = result.trail;
  // An analyzer reads the file itself, whatever has reached the model.
  const seen = claim.rule !== null || delivered === null ? null : (delivered[claim.file ?? ''] ?? []);
  const acceptance =
    file === undefined ? null : await acceptFinding(claim, { ...file, tier: 3, recorded: 0 }, snapshot, seen);
  const accepted = acceptance?.kind === 'accepted' ? acceptance.finding : refuseHomeless(claim);
  const lines = { start: accepted.line, end: accepted.endLine };
  return {
    id: '',
    agent: task.agentId,
    round: task.round,
    claim: { ...accepted, model: claim.rule === null ? result.model : null },
    selfCheck: readSelfCheck(claim.extra.validation),
    isFlagged:
      history !== null && isRuledOut(history, { file: accepted.file, lines, isAnalyzers: claim.rule !== null }),
  };
}

/** A finding on a file that is not in scope stays in the record as rejected. */
const refuseHomeless = (claim: ClaimedFinding): AcceptedFinding => ({
  ...claim,
  file: claim.file ?? 'unknown',
  line: Math.max(1, claim.line ?? 1),
  endLine: Math.max(1, claim.endLine ?? claim.line ?? 1),
  status: 'rejected',
  introduced: true,
  doubt: `${claim.file ?? 'no file'} is not in scope`,
  depth: 'full',
  isPlaced: false,
  model: null,
  quote: claim.evidence,
});

const readSelfCheck = (value: unknown): AuditFinding['selfCheck'] =>
  value === 'pass' || value === 'partial' ? value : 'skip';

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
