/**
 * Plans the second look at models' claims (`--verify`): which claims get one, which model takes them, and what becomes of a
 * finding that is confirmed, refuted or left open. Also rates how sure a claim is by who confirmed it. Called by
 * engine/review/verify-round.ts and engine/review/agree-findings.ts.
 */
import type { ClaimCheck, Finding, MergedFinding } from './finding.ts';
import { isGrave } from './severity.ts';
import { isMeasured } from './standing.ts';

export const VERIFY_MODES = ['auto', 'always', 'never'] as const;
/** `auto`: claims that block. `always`: every claim. */
export type VerifyMode = (typeof VERIFY_MODES)[number];

type Candidate = Pick<MergedFinding, 'status' | 'introduced' | 'severity' | 'vetoReason' | 'members'>;

/** Claims that stand on the word of models alone. What an analyzer saw, or what does not count anyway, needs no second look. */
export const needsSecondLook = (
  { status, introduced, severity, vetoReason, members }: Candidate,
  mode: VerifyMode,
): boolean =>
  mode !== 'never' &&
  status === 'confirmed' &&
  introduced &&
  members.some(({ model }) => model !== null) &&
  !members.some((member) => isMeasured(member) && member.status !== 'rejected') &&
  (mode === 'always' || isGrave({ severity }) || vetoReason !== null);

export interface VerifyBatch {
  readonly model: string;
  /** Whether it made none of the claims. */
  readonly isOther: boolean;
  readonly findings: readonly MergedFinding[];
}

/**
 * Who looks at which claims: a model that did not make them where there is one, else the same in another conversation. `sizeOf`:
 * how many claims a model can have before it at once.
 */
export function planSecondLook(
  candidates: readonly MergedFinding[],
  models: readonly string[],
  sizeOf: (model: string) => number,
): readonly VerifyBatch[] {
  const placed = candidates.toSorted((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1));
  const rows = placed.flatMap((finding) => {
    const claiming = new Set(finding.members.map(({ model }) => model));
    const other = models.find((model) => !claiming.has(model));
    const model = other ?? models[0];
    return model === undefined ? [] : [{ model, isOther: other !== undefined, finding }];
  });
  return [...Map.groupBy(rows, ({ model, isOther }) => `${model}\0${isOther}`).values()].flatMap((own) => {
    const [{ model, isOther } = { model: '', isOther: false }] = own;
    const size = Math.max(1, sizeOf(model));
    return Array.from({ length: Math.ceil(own.length / size) }, (_, i) => ({
      model,
      isOther,
      findings: own.slice(i * size, (i + 1) * size).map(({ finding }) => finding),
    }));
  });
}

/** What a check leaves of a claim: refuted it does not count, undecided it warns and blocks nothing. */
export function applyCheck(finding: Finding, check: ClaimCheck): Finding {
  const { outcome, by, reason } = check;
  if (finding.status === 'rejected' || outcome === 'confirmed') return { ...finding, check };
  return outcome === 'refuted'
    ? {
        ...finding,
        check,
        status: 'rejected',
        doubt: `refuted by the second look of ${by}: ${reason}`,
        vetoReason: null,
      }
    : { ...finding, check, status: 'unverified', doubt: `the second look of ${by} could not confirm it: ${reason}` };
}

/** How sure a claim can be by who confirmed it. */
const CERTAINTY = { measured: 1, other: 1, same: 0.9, nobody: 0.75 } as const;

/** By analyzers, by another model (that reports it too, or looked at it), by the same model once more, or by nobody but its author. */
export function certaintyOf(members: readonly Finding[], isConfirmedByOthers = false): number {
  const standing = members.filter(({ status }) => status === 'confirmed');
  if (members.some((member) => isMeasured(member) && member.status !== 'rejected')) return CERTAINTY.measured;
  if (standing.every(({ model }) => model === null)) return CERTAINTY.measured;
  const models = new Set(standing.flatMap(({ model }) => (model === null ? [] : [model])));
  const confirmed = standing.flatMap(({ check }) => (check?.outcome === 'confirmed' ? [check] : []));
  if (isConfirmedByOthers || models.size > 1 || confirmed.some(({ isOther }) => isOther)) return CERTAINTY.other;
  return confirmed.length > 0 ? CERTAINTY.same : CERTAINTY.nobody;
}
