/**
 * Compares the findings of a file before and after a repair and says which are gone and which are new. Counted by rule, because a
 * repair changes lines and with them the fingerprints of other findings. Called by cli/commands/fix-command.ts and
 * wiring/write-repairs.ts.
 */
interface Found {
  readonly fingerprint: string;
  readonly category: string;
  readonly status: string;
  readonly reported_by: readonly { readonly rule: string | null; readonly model: string | null }[];
}

/** Rules of analyzers that report it; what only a model says has none. */
export const analyzerRules = ({ reported_by }: Pick<Found, 'reported_by'>): readonly string[] => [
  ...new Set(reported_by.flatMap(({ rule, model }) => (model === null && rule !== null ? [rule] : []))),
];

export interface RepairEffect<T> {
  /** Findings that were not there before. */
  readonly fresh: readonly T[];
  /** Of findings that were to be repaired: those that are gone. What only a model reported is never among them. */
  listGone(repaired: readonly T[]): readonly T[];
}

/** `suppressed` counts as there: a repair that silences a rule removes nothing. */
export function compareRepaired<T extends Found>(before: readonly T[], after: readonly T[]): RepairEffect<T> {
  const [was, is] = [countRules(before), countRules(after)];
  const known = new Set(before.map(({ fingerprint }) => fingerprint));
  const now = new Set(after.filter(isThere).map(({ fingerprint }) => fingerprint));
  const rose = (rule: string): boolean => (is.get(rule) ?? 0) > (was.get(rule) ?? 0);
  return {
    fresh: after.filter(
      (finding) => isThere(finding) && !known.has(finding.fingerprint) && analyzerRules(finding).some(rose),
    ),
    listGone(repaired) {
      const left = new Map([...was].map(([rule, count]) => [rule, count - (is.get(rule) ?? 0)]));
      // Those that nobody finds by their fingerprint come first: of twins only the number tells.
      const inOrder = repaired.toSorted((a, b) => Number(now.has(a.fingerprint)) - Number(now.has(b.fingerprint)));
      return inOrder.filter((finding) => {
        const rules = analyzerRules(finding);
        const isGone = rules.length > 0 && rules.every((rule) => (left.get(rule) ?? 0) > 0);
        if (isGone) for (const rule of rules) left.set(rule, (left.get(rule) ?? 0) - 1);
        return isGone;
      });
    },
  };
}

const isThere = ({ status }: Found): boolean => status !== 'rejected';

function countRules(findings: readonly Found[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const rule of findings.filter(isThere).flatMap(analyzerRules)) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return counts;
}
