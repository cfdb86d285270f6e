/**
 * Judges an alarm of another tool by what our own analysis knows of the file: `confirmed` (flow followed to it), `guarded` (a
 * check ends the flow), `unreachable` (nothing untrusted arrives, or the code never runs) or `unknown`, each with a reason.
 * Called by reviewers/embedded/triage-driver.ts for the command `triage`.
 */
import { findCweFamily } from './cwe-family.ts';
import { DIMENSION_PROFILES } from './dimension.ts';
import type { ClaimedFinding, LineRange } from './finding.ts';
import { listFlowLines } from './flow-lines.ts';

export const ALARM_RESULTS = ['confirmed', 'guarded', 'unreachable', 'unknown'] as const;
export type AlarmResult = (typeof ALARM_RESULTS)[number];

/** Where the alarm is, and the weaknesses that it may mean. */
export interface AlarmPlace {
  readonly file: string;
  readonly line: number;
  readonly endLine: number;
  readonly cwes: readonly string[];
}

/** What our own analysis knows of a file. */
export interface FileKnowledge {
  readonly findings: readonly ClaimedFinding[];
  /** Findings that were looked into and do not stand. */
  readonly refuted: readonly { readonly claim: ClaimedFinding; readonly reason: string }[];
  readonly examined: readonly (LineRange & {
    readonly kind: 'guarded' | 'unreachable';
    readonly reason: string;
    readonly cwe: string | null;
  })[];
  /** Sinks that could not be followed to their source; without a line: the whole file. */
  readonly unresolved: readonly { readonly line: number | null; readonly cwe: string | null }[];
  /** Why nobody has analysed it; null where somebody has. */
  readonly gap: string | null;
}

export interface AlarmJudgement {
  readonly result: AlarmResult;
  readonly reason: string;
  /** Our own finding that says the same; null where there is none. */
  readonly own: ClaimedFinding | null;
  /** The model that decided it; absent where our analysis did, or nobody. */
  readonly by?: string;
  /** Why the model that was to judge it gave no decision; absent where it did, or none was to. */
  readonly unasked?: string;
}

export function judgeAlarm(alarm: AlarmPlace, known: FileKnowledge): AlarmJudgement {
  const here = known.findings.filter((finding) => touches(finding, alarm));
  const same = here.filter(({ cwe }) => isMeant(cwe, alarm));
  const followed = same.find(isFollowed);
  if (followed !== undefined) return confirm(followed, `our analysis followed the data ${describeFlow(followed)}`);
  const dead = known.examined.find((place) => place.cwe === null && overlaps(place, alarm));
  if (dead !== undefined) return { result: dead.kind, reason: dead.reason, own: null };
  const inPlace = same.find((finding) => hasNoFlow(finding) && !isAssumed(finding));
  if (inPlace !== undefined)
    return confirm(inPlace, `our rule ${inPlace.rule} finds the same weakness here; it has no flow to follow`);
  const unknown = (reason: string): AlarmJudgement => ({ result: 'unknown', reason, own: null });
  // One alarm may mean several weaknesses: a check against one of them says nothing of the others.
  const families = listFamilies(alarm);
  const ended = families.map((cwe) => findEnd({ ...alarm, cwes: [cwe] }, known));
  const first = ended.find((end) => end?.result === 'guarded') ?? ended.find((end) => end !== null);
  if (first === undefined || first === null) return unknown(explainUnknown(alarm, known, { here, same }));
  const open = families.filter((_, at) => ended[at] === null);
  if (open.length === 0) return first;
  return unknown(`${first.reason}; the alarm may also mean ${open.join(', ')}, of which our analysis cannot tell`);
}

/** The weaknesses that an alarm may mean, each family once; a number that no rule of ours knows counts where there is no other. */
function listFamilies({ cwes }: AlarmPlace): readonly string[] {
  const families = [...new Set(cwes.map(familyOf))];
  const known = families.filter((cwe) => findCweFamily(cwe) !== null);
  return known.length === 0 ? families : known;
}

/** What ends every flow of this weakness; null where nothing is known to. */
function findEnd(alarm: AlarmPlace, known: FileKnowledge): AlarmJudgement | null {
  const examined = known.examined.filter((place) => overlaps(place, alarm) && isMeant(place.cwe, alarm));
  const told = examined.find(({ kind }) => kind === 'guarded') ?? examined[0];
  if (told !== undefined) return { result: told.kind, reason: told.reason, own: null };
  const refuted = known.refuted.find(({ claim }) => touches(claim, alarm) && isMeant(claim.cwe, alarm));
  return refuted === undefined ? null : { result: 'unreachable', reason: refuted.reason, own: null };
}

const confirm = (own: ClaimedFinding, reason: string): AlarmJudgement => ({ result: 'confirmed', reason, own });

/** Source and sink were seen, and the source is one, not a parameter that might be. */
const isFollowed = (finding: ClaimedFinding): boolean =>
  finding.source !== null && finding.sink !== null && !isAssumed(finding);

const isAssumed = ({ extra }: ClaimedFinding): boolean => extra.assumed_source === true;

/** A key, a setting, a hash, a guard that is missing: the flaw lies in one place. */
const hasNoFlow = ({ dimension, cwe }: Pick<ClaimedFinding, 'dimension' | 'cwe'>): boolean => {
  const asked = dimension ?? findCweFamily(cwe)?.dimension ?? null;
  return asked !== null && DIMENSION_PROFILES[asked].track !== 'sink';
};

const describeFlow = ({ source, sink, rule }: ClaimedFinding): string => `from ${source} to ${sink} (rule ${rule})`;

const familyOf = (cwe: string): string => findCweFamily(cwe)?.cwe ?? cwe;

const isMeant = (cwe: string | null, { cwes }: AlarmPlace): boolean =>
  cwe !== null && cwes.some((each) => familyOf(each) === familyOf(cwe));

const overlaps = ({ start, end }: LineRange, { line, endLine }: AlarmPlace): boolean => start <= endLine && end >= line;

/** Its own lines, or a line of its flow in this file. */
const touches = ({ line, endLine, flow }: ClaimedFinding, alarm: AlarmPlace): boolean => {
  const start = line ?? 1;
  if (overlaps({ start, end: Math.max(start, endLine ?? start) }, alarm)) return true;
  return listFlowLines(flow, alarm.file).some((each) => overlaps({ start: each, end: each }, alarm));
};

function explainUnknown(
  alarm: AlarmPlace,
  { gap, unresolved }: FileKnowledge,
  { here, same }: { readonly here: readonly ClaimedFinding[]; readonly same: readonly ClaimedFinding[] },
): string {
  if (gap !== null) return gap;
  const [assumed] = same;
  if (assumed !== undefined)
    return `our rule ${assumed.rule} sees it too, but could not follow the data to a source that an outsider controls`;
  const open = unresolved.find(
    ({ line, cwe }) => line === null || (line <= alarm.endLine && line >= alarm.line && isMeant(cwe, alarm)),
  );
  if (open !== undefined)
    return 'the data could not be followed to its source: it comes from outside the files that were read';
  if (alarm.cwes.length === 0)
    return here.length === 0
      ? 'the alarm names no weakness (CWE), so there is no flow to look for'
      : `the alarm names no weakness (CWE); our own finding on this line is ${here[0]?.cwe ?? here[0]?.rule}`;
  const known = alarm.cwes.filter((cwe) => findCweFamily(cwe) !== null);
  if (known.length > 0 && known.every((cwe) => hasNoFlow({ cwe, dimension: null })))
    return `no rule of ours reports ${known.join(', ')} here, and this weakness has no flow to follow`;
  return known.length > 0
    ? 'our analysis saw no untrusted data arrive here, and could not show that none does'
    : `no rule of ours covers ${alarm.cwes.join(', ')}`;
}
