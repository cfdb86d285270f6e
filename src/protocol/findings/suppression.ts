/**
 * Applies to findings what keeps them from counting (comment, dismissal, baseline, rules or paths switched off) and overrides of
 * severity; a suppressed finding stays in the report with its reason. Also lists suppressions that did nothing or expired, as
 * warnings (SUPP-01, SUPP-02). Called by engine/report-findings.ts and engine/finding-policy.ts.
 */
import { listSome } from '../text/list-some.ts';
import type { Finding, MergedFinding } from './finding.ts';
import { type FingerprintParts, identityOf } from './fingerprint.ts';
import { subjectsOf } from './mergeable.ts';
import { compareSeverity, type Severity } from './severity.ts';

/** A day as it is written: `2027-03-31`. */
export const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/u;

export type SuppressionKind = 'comment' | 'dismissal' | 'baseline' | 'configuration';

export interface Suppression {
  readonly kind: SuppressionKind;
  /** Where it is written, for messages: `src/a.ts:3`, a file, `state folder`. */
  readonly place: string;
  /** Null where rules and paths say what is meant. */
  readonly fingerprint: string | null;
  /** Rules or CWEs; empty means every one. */
  readonly rules: readonly string[];
  /** Globs, of a comment the path itself; empty means everywhere. */
  readonly paths: readonly string[];
  /** Of a comment: the line that it is about. */
  readonly line: number | null;
  readonly reason: string;
  /** Last day on which it counts, `YYYY-MM-DD`; null: for good. */
  readonly until: string | null;
  readonly by: string | null;
}

export interface SeverityOverride {
  readonly rules: readonly string[];
  readonly paths: readonly string[];
  readonly severity: Severity;
  readonly reason: string;
}

/** What the settings of a run say of findings. */
export interface FindingPolicy {
  readonly suppressions: readonly Suppression[];
  readonly overrides: readonly SeverityOverride[];
  /** Whether a path fits one of the globs. */
  readonly matchesPath: (globs: readonly string[], path: string) => boolean;
  /** Whether what a change brings along counts. */
  readonly trustsChange: boolean;
  /** Rules that nobody has, each with the one that was probably meant, if any. */
  readonly findUnknownRules: (rules: readonly string[]) => Promise<ReadonlyMap<string, string | null>>;
}

export const NO_POLICY: FindingPolicy = {
  suppressions: [],
  overrides: [],
  matchesPath: () => false,
  trustsChange: false,
  findUnknownRules: async () => new Map(),
};

type Judged = Pick<MergedFinding, 'fingerprint' | 'file' | 'line' | 'endLine' | 'cwe' | 'members'>;

/**
 * Whether rules name a finding: by its CWE, or every rule that reports it. What another rule says beside the one that is named stands;
 * what a model says in the same place is the same opinion without a rule.
 */
export function namesFinding(rules: readonly string[], { cwe, members }: Pick<Judged, 'cwe' | 'members'>): boolean {
  if (rules.length === 0 || (cwe !== null && rules.includes(cwe))) return true;
  const reporting = members.flatMap(({ rule }) => rule ?? []);
  return reporting.length > 0 && reporting.every((rule) => rules.includes(rule));
}

const fitsPlace = (
  { kind, paths, line }: Pick<Suppression, 'kind' | 'paths' | 'line'>,
  finding: Judged,
  { matchesPath }: Pick<FindingPolicy, 'matchesPath'>,
): boolean => {
  if (kind === 'comment')
    return paths.includes(finding.file) && line !== null && finding.line <= line && line <= finding.endLine;
  return paths.length === 0 || matchesPath(paths, finding.file);
};

/** `print`: the fingerprint whose suppressions are for the finding. */
const fits = (
  suppression: Suppression,
  finding: Judged,
  policy: Pick<FindingPolicy, 'matchesPath'>,
  print: string | null = finding.fingerprint,
): boolean =>
  suppression.fingerprint === null
    ? fitsPlace(suppression, finding, policy) && namesFinding(suppression.rules, finding)
    : suppression.fingerprint === print;

/** Lives until the end of its last day, UTC; `today` is written like it. */
const isExpired = ({ until }: Pick<Suppression, 'until'>, today: string): boolean => until !== null && until < today;

/** Findings with their fingerprints, before they are ranked. */
export function applyPolicy(
  findings: readonly MergedFinding[],
  policy: FindingPolicy,
  today: string,
): readonly MergedFinding[] {
  const valid = policy.suppressions.filter((each) => !isExpired(each, today));
  const handed = handToOlder(findings, new Set(valid.flatMap(({ fingerprint }) => fingerprint ?? [])));
  return findings.map((finding) => {
    const rated = overrideSeverity(finding, policy);
    const print = handed.get(finding);
    const first = rated.status === 'rejected' ? undefined : valid.find((each) => fits(each, rated, policy, print));
    return first === undefined ? rated : suppress(rated, first);
  });
}

/**
 * Equal findings of a file are numbered from top to bottom, so one that a change adds further up takes the fingerprint of the one
 * that was there. What is suppressed by fingerprint is therefore first for those that the change did not touch. Says of both whose
 * fingerprint changed hands under which one they are looked up now; null: under none.
 */
function handToOlder(
  findings: readonly MergedFinding[],
  prints: ReadonlySet<string>,
): ReadonlyMap<MergedFinding, string | null> {
  const handed = new Map<MergedFinding, string | null>();
  if (prints.size === 0 || findings.every(({ introduced }) => introduced)) return handed;
  for (const twins of Map.groupBy(findings, ({ lead }) => identityOf(partsOf(lead))).values()) {
    const sorted = twins.toSorted((a, b) => a.lead.line - b.lead.line);
    const older = sorted.filter(({ introduced, fingerprint }) => !introduced && !prints.has(fingerprint));
    const newer = sorted.filter(({ introduced, fingerprint }) => introduced && prints.has(fingerprint));
    for (const [at, heir] of older.slice(0, newer.length).entries()) {
      const holder = newer[at];
      if (holder === undefined) continue;
      handed.set(heir, holder.fingerprint);
      handed.set(holder, null);
    }
  }
  return handed;
}

/** What a finding is recognized by in the next run. */
export const partsOf = (lead: Finding): Omit<FingerprintParts, 'occurrence'> & Pick<Finding, 'line'> => ({
  ...lead,
  evidence: lead.quote,
  subjects: subjectsOf(lead.extra),
});

/** Suppressions that a finding was found for, though another one may have come first. */
export const listUsed = (findings: readonly MergedFinding[], policy: FindingPolicy): ReadonlySet<Suppression> =>
  new Set(policy.suppressions.filter((each) => findings.some((finding) => fits(each, finding, policy))));

export interface PartlyNamed {
  readonly suppression: Suppression;
  /** Rules that report the same place and are not named. */
  readonly others: readonly string[];
}

/** Suppressions that name one of several rules which report a place: what the others say of it still counts. */
export const listPartlyNamed = (
  suppressions: readonly Suppression[],
  findings: readonly MergedFinding[],
  policy: FindingPolicy,
): readonly PartlyNamed[] =>
  suppressions.flatMap((suppression) => {
    if (suppression.fingerprint !== null || suppression.rules.length === 0) return [];
    const others = findings
      .filter((finding) => fitsPlace(suppression, finding, policy))
      .map(({ members }) => members.flatMap(({ rule }) => rule ?? []))
      .filter((reporting) => reporting.some((rule) => suppression.rules.includes(rule)))
      .flatMap((reporting) => reporting.filter((rule) => !suppression.rules.includes(rule)));
    return others.length === 0 ? [] : [{ suppression, others: [...new Set(others)].toSorted() }];
  });

export const warnOfPartlyNamed = (partly: readonly PartlyNamed[]): readonly string[] =>
  partly.length === 0
    ? []
    : [
        `⚠️ ${count(partly, 'does', 'do')} not cover every rule that reports the place: ${listSome(
          partly.map(({ suppression, others }) => `${nameOne(suppression)} lacks ${others.join(', ')}`),
          NAMED,
        )}; name all of them to suppress the finding`,
      ];

const suppress = (finding: MergedFinding, { kind, place, reason, until, by }: Suppression): MergedFinding => ({
  ...finding,
  status: 'suppressed',
  remarks: {
    ...finding.remarks,
    suppression_reason: reason,
    suppression: { kind, place, until, by },
  },
});

const isBelow = (severity: Severity, other: Severity): boolean => compareSeverity(severity, other) > 0;

/** The last that fits wins. Where it lowers a finding, the finding is no ground to block any more. */
function overrideSeverity(finding: MergedFinding, policy: FindingPolicy): MergedFinding {
  const override = policy.overrides.findLast(
    ({ rules, paths }) =>
      namesFinding(rules, finding) && (paths.length === 0 || policy.matchesPath(paths, finding.file)),
  );
  if (override === undefined || override.severity === finding.severity) return finding;
  const isLower = isBelow(override.severity, finding.severity);
  return {
    ...finding,
    severity: override.severity,
    ...(isLower ? { vetoReason: null, unverifiedVeto: null } : {}),
    remarks: { ...finding.remarks, severity_override: { from: finding.severity, reason: override.reason } },
  };
}

/** Whether an override has changed its severity, and how. */
export function overrideOf({
  severity,
  remarks,
}: Pick<MergedFinding, 'severity' | 'remarks'>): 'lower' | 'higher' | null {
  const override = remarks.severity_override as { readonly from: Severity } | undefined;
  if (override === undefined) return null;
  return isBelow(severity, override.from) ? 'lower' : 'higher';
}

const NOUNS: Readonly<Record<SuppressionKind, string>> = {
  comment: 'by comments',
  dismissal: 'dismissed',
  baseline: 'known from the baseline',
  configuration: 'by the configuration',
};

/** `3 suppressed: 1 by comments, 2 known from the baseline`; null where none is. */
export function countSuppressed(findings: readonly Pick<MergedFinding, 'status' | 'remarks'>[]): string | null {
  const kinds = findings
    .filter(({ status }) => status === 'suppressed')
    .map(
      ({ remarks }) => (remarks.suppression as { readonly kind?: SuppressionKind } | undefined)?.kind ?? 'dismissal',
    );
  if (kinds.length === 0) return null;
  const parts = (Object.keys(NOUNS) as readonly SuppressionKind[]).flatMap((kind) => {
    const count = kinds.filter((each) => each === kind).length;
    return count === 0 ? [] : [`${count} ${NOUNS[kind]}`];
  });
  return `${kinds.length} suppressed: ${parts.join(', ')}`;
}

const NAMED = 5;

const nameOne = ({ place, fingerprint, rules, paths }: Suppression): string => {
  if (fingerprint === null)
    return `${place} (${[...rules, ...(place.startsWith(paths[0] ?? ' ') ? [] : paths)].join(', ')})`;
  return `${fingerprint} (${[...rules, ...paths].join(' ')})`;
};

export const nameSuppressions = (suppressions: readonly Suppression[]): string =>
  listSome(suppressions.map(nameOne), NAMED);

const count = (list: readonly unknown[], one: string, many: string): string =>
  list.length === 1 ? `1 suppression ${one}` : `${list.length} suppressions ${many}`;

export const warnOfExpired = (suppressions: readonly Suppression[], today: string): readonly string[] => {
  const expired = suppressions.filter((each) => isExpired(each, today));
  return expired.length === 0
    ? []
    : [`⚠️ ${count(expired, 'has expired and does', 'have expired and do')} not count: ${nameSuppressions(expired)}`];
};

/** Our own ids; whether a program of others has run a rule cannot be told from its name. */
const OWN_RULE = /^(?:CWE-\d+|[a-z][a-z0-9]*(?:-[a-z0-9]+)+)$/u;

/** Suppressions that could have matched in a run that looked at everything in these files, and did not. */
export function listStale(
  suppressions: readonly Suppression[],
  used: ReadonlySet<Suppression>,
  { files, isWhole, today }: { readonly files: ReadonlySet<string>; readonly isWhole: boolean; readonly today: string },
): readonly Suppression[] {
  return suppressions.filter((each) => {
    if (used.has(each) || isExpired(each, today)) return false;
    if (each.rules.length > 0 && !each.rules.every((rule) => OWN_RULE.test(rule))) return false;
    if (each.kind === 'configuration') return isWhole;
    return each.rules.length > 0 && each.paths.some((path) => files.has(path));
  });
}

export function warnOfStale(stale: readonly Suppression[]): readonly string[] {
  const baseline = stale.filter(({ kind }) => kind === 'baseline');
  const others = stale.filter(({ kind }) => kind !== 'baseline');
  return [
    ...(others.length === 0
      ? []
      : [`⚠️ ${count(others, 'matches', 'match')} nothing any more and can be removed: ${nameSuppressions(others)}`]),
    ...(baseline.length === 0
      ? []
      : [
          `⚠️ ${baseline.length} of the baseline ${baseline.length === 1 ? 'is' : 'are'} no longer found; consensus-review baseline writes it anew`,
        ]),
  ];
}
