/**
 * Judges whether the reconnaissance of an audit (modules, entry points, dependencies) is complete enough to hunt on: accepted, to
 * be repeated (twice), or accepted in part with what is missing (FACT-03). Called by engine/audit/prepare-audit.ts.
 */

export interface ReconResult {
  readonly modules: readonly string[];
  /** Handlers as `file:line`. */
  readonly entryPoints: readonly string[];
  /** Dependencies as `name:version`. */
  readonly dependencies: readonly string[];
}

export type ReconVerdict =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'retry'; readonly missing: readonly (keyof ReconResult)[] }
  | { readonly kind: 'partial_accepted'; readonly missing: readonly (keyof ReconResult)[] };

export const RECON_RETRIES = 2;

/** `attempts` counts the runs so far, the judged one included. */
export function judgeRecon(recon: ReconResult, attempts: number): ReconVerdict {
  const missing: (keyof ReconResult)[] = [];
  if (recon.modules.every((name) => name.trim() === '')) missing.push('modules');
  if (!recon.entryPoints.some((entry) => /^.+:[1-9]\d*$/u.test(entry))) missing.push('entryPoints');
  if (!recon.dependencies.some((entry) => /^.+:\S+$/u.test(entry))) missing.push('dependencies');
  if (missing.length === 0) return { kind: 'accepted' };
  return { kind: attempts <= RECON_RETRIES ? 'retry' : 'partial_accepted', missing };
}
