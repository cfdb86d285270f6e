/**
 * Gathers what keeps findings of a run from counting: suppressions of its settings and suppression comments in every file of the
 * scope; of a change only those its base has, unless it is trusted; what it adds is warned of (SUPP-01). `describePolicy` says at the
 * end what they matched. Called by review/ and audit/ (run and compose files).
 */
import type { IndexedFile } from '../ports/file-index.ts';
import { mapAtOnce } from '../ports/map-at-once.ts';
import type { Snapshot } from '../ports/repository.ts';
import type { MergedFinding } from '../protocol/findings/finding.ts';
import { type InlineComments, readInlineComments, sameComment } from '../protocol/findings/inline-suppression.ts';
import {
  countSuppressed,
  type FindingPolicy,
  listPartlyNamed,
  listStale,
  listUsed,
  NO_POLICY,
  nameSuppressions,
  type Suppression,
  warnOfExpired,
  warnOfPartlyNamed,
  warnOfStale,
} from '../protocol/findings/suppression.ts';
import { parseSuppressionFile, SUPPRESSIONS_FILE, toSuppression } from '../protocol/findings/suppression-file.ts';
import type { SuppressionEntry } from '../protocol/findings/suppression-schema.ts';
import { listSome } from '../protocol/text/list-some.ts';

export interface GatheredPolicy extends FindingPolicy {
  /** What is to be said of suppressions before it is known what they match. */
  readonly warnings: readonly string[];
  /** Comments with rules that we do not have: misspelt ones, or those of other scanners, whose alarms they suppress. */
  readonly strange: ReadonlyMap<Suppression, readonly string[]>;
}

/** Files that are read at the same time. */
const READERS = 16;
const NAMED = 5;

interface FileComments extends InlineComments {
  readonly path: string;
  /** Those that the base of a change does not have. */
  readonly added: readonly Suppression[];
}

/** Where time is up only files with findings are read: `cited`. */
export async function gatherPolicy(
  given: FindingPolicy | undefined,
  { snapshot, files }: { readonly snapshot: Snapshot; readonly files: readonly IndexedFile[] },
  { cited, signal }: { readonly cited: ReadonlySet<string>; readonly signal: AbortSignal },
): Promise<GatheredPolicy> {
  const policy = given ?? NO_POLICY;
  const looked = await mapAtOnce(files, READERS, async (file) =>
    signal.aborted && !cited.has(file.path) ? null : readComments(file, snapshot),
  );
  const read = looked.filter((each) => each !== null);
  const inFile = snapshot.isChange ? await readAddedEntries(snapshot) : NOTHING_ADDED;
  const added = [...read.flatMap((each) => each.added), ...inFile.added];
  const left = new Set(policy.trustsChange ? [] : read.flatMap((each) => each.added));
  const comments = read.flatMap((each) => each.suppressions);
  const named = comments.flatMap(({ rules }) => rules);
  const unknown = named.length === 0 ? new Map<string, null>() : await policy.findUnknownRules(named);
  const faults = read.flatMap(({ path, faults: lines }) => lines.map(({ line }) => `${path}:${line}`));
  return {
    ...policy,
    suppressions: [...policy.suppressions, ...comments.filter((each) => !left.has(each))],
    warnings: [...warnOfAdded(added, policy), ...inFile.warnings, ...warnOfFaults(faults)],
    strange: listStrange(comments, unknown),
  };
}

async function readComments({ path, language }: IndexedFile, snapshot: Snapshot): Promise<FileComments | null> {
  const read = await snapshot.read(path);
  if (read.kind !== 'text') return null;
  const comments = readInlineComments(path, language, read.text);
  if (comments.suppressions.length + comments.faults.length === 0) return null;
  if (!snapshot.isChange || comments.suppressions.length === 0) return { ...comments, path, added: [] };
  const base = readInlineComments(path, language, (await snapshot.readBase(path)) ?? '');
  const known = base.suppressions.map(sameComment);
  const added = comments.suppressions.filter((each) => {
    const at = known.indexOf(sameComment(each));
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });
  return { ...comments, path, added };
}

interface AddedEntries {
  readonly added: readonly Suppression[];
  readonly warnings: readonly string[];
}

const NOTHING_ADDED: AddedEntries = { added: [], warnings: [] };

const warnOfUnusable = (place: string, message: string): AddedEntries => ({
  added: [],
  warnings: [`⚠️ the change has suppressions that cannot be read, and none of them is applied: ${place}: ${message}`],
});

const sameEntry = ({ fingerprint, until }: Suppression): string => `${fingerprint} ${until}`;

/** Entries of the file of suppressions that the change has and its base has not, or why they cannot be told. */
async function readAddedEntries(snapshot: Snapshot): Promise<AddedEntries> {
  const read = await snapshot.read(SUPPRESSIONS_FILE);
  // Where there is none it is unreadable.
  if (read.kind !== 'text')
    return read.reason === 'unreadable' ? NOTHING_ADDED : warnOfUnusable(SUPPRESSIONS_FILE, read.reason);
  const base = await snapshot.readBase(SUPPRESSIONS_FILE);
  if (base === read.text) return NOTHING_ADDED;
  const parsed = parseSuppressionFile(read.text, SUPPRESSIONS_FILE);
  if (parsed.kind === 'fault') return warnOfUnusable(parsed.place, parsed.message);
  const before = parseSuppressionFile(base ?? '', SUPPRESSIONS_FILE);
  const toRow = (entry: SuppressionEntry): Suppression => toSuppression(entry, SUPPRESSIONS_FILE);
  const known = new Set(before.kind === 'fault' ? [] : before.entries.map((entry) => sameEntry(toRow(entry))));
  return { added: parsed.entries.map(toRow).filter((entry) => !known.has(sameEntry(entry))), warnings: [] };
}

/** What the user has dismissed on this machine counts here, whatever the change brings along. */
function warnOfAdded(
  added: readonly Suppression[],
  { trustsChange, suppressions }: Pick<FindingPolicy, 'trustsChange' | 'suppressions'>,
): readonly string[] {
  const dismissed = new Set(suppressions.map(sameEntry));
  const isOwn = (each: Suppression): boolean => each.fingerprint !== null && dismissed.has(sameEntry(each));
  const say = (which: readonly Suppression[], how: (named: string) => string): readonly string[] => {
    if (which.length === 0) return [];
    const what = `the change adds ${which.length === 1 ? 'a suppression' : `${which.length} suppressions`}`;
    return [`⚠️ ${what}, ${how(nameSuppressions(which))}`];
  };
  if (trustsChange) return say(added, (named) => `applied because it is trusted: ${named}`);
  return [
    ...say(
      added.filter((each) => !isOwn(each)),
      (named) => `not applied: ${named}; a change does not decide how it is reviewed (--trust-repository applies it)`,
    ),
    ...say(
      added.filter(isOwn),
      (named) => `applied because you dismissed it on this machine: ${named}; elsewhere it counts once it is merged`,
    ),
  ];
}

const warnOfFaults = (places: readonly string[]): readonly string[] =>
  places.length === 0
    ? []
    : [
        `⚠️ consensus-review-ignore without a rule or a reason suppresses nothing: ${listSome(places, NAMED)}; write consensus-review-ignore RULE: reason`,
      ];

function listStrange(
  comments: readonly Suppression[],
  unknown: ReadonlyMap<string, string | null>,
): GatheredPolicy['strange'] {
  const rows = comments.map((comment) => {
    const named = comment.rules.flatMap((rule) => {
      const closest = unknown.get(rule);
      if (closest === undefined) return [];
      return [`${comment.place} ${rule}${closest === null ? '' : ` (did you mean ${closest}?)`}`];
    });
    return [comment, named] as const;
  });
  return new Map(rows.filter(([, named]) => named.length > 0));
}

const warnOfStrange = (named: readonly string[]): readonly string[] =>
  named.length === 0
    ? []
    : [`⚠️ consensus-review-ignore with a rule that does not exist suppresses nothing: ${listSome(named, NAMED)}`];

export interface PolicyOutcome {
  readonly warnings: readonly string[];
  /** For the trace of the verdict. */
  readonly trace: readonly string[];
}

/** What is to be said once the findings are known. Whether a suppression is stale is told by a run that has looked for everything. */
export function describePolicy(
  policy: GatheredPolicy,
  findings: readonly MergedFinding[],
  run: {
    readonly files: readonly Pick<IndexedFile, 'path'>[];
    readonly looksForAll: boolean;
    readonly isWhole: boolean;
    readonly today: string;
  },
): PolicyOutcome {
  const counted = countSuppressed(findings);
  const { suppressions } = policy;
  const used = listUsed(findings, policy);
  const partly = listPartlyNamed(
    suppressions.filter((each) => !used.has(each)),
    findings,
    policy,
  );
  const isPartly = new Set(partly.map(({ suppression }) => suppression));
  const strange = [...policy.strange].filter(([suppression]) => !used.has(suppression));
  const isStrange = strange.map(([suppression]) => suppression);
  const stale = run.looksForAll
    ? listStale(suppressions, new Set([...used, ...isPartly, ...isStrange]), {
        ...run,
        files: new Set(run.files.map(({ path }) => path)),
      })
    : [];
  return {
    warnings: [
      ...policy.warnings,
      ...warnOfStrange(strange.flatMap(([, named]) => named)),
      ...warnOfExpired(suppressions, run.today),
      ...warnOfPartlyNamed(partly),
      ...warnOfStale(stale),
    ],
    trace: counted === null ? [] : [`not counted: ${counted}`],
  };
}
