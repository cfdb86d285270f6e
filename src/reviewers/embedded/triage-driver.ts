/**
 * Judges alarms of other scanners for `triage`: wraps the embedded driver, runs it over the files that the alarms name, and reports
 * each alarm with what the analyses know of its place. Other findings are dropped; alarms left unknown may be asked of a model.
 * Created by wiring/triage.ts.
 */
import type { Assignment, Driver, ReviewEvent } from '../../ports/driver.ts';
import type { Snapshot } from '../../ports/repository.ts';
import { findCweFamily } from '../../protocol/findings/cwe-family.ts';
import { type ClaimedFinding, CONFIDENCE, claimFinding } from '../../protocol/findings/finding.ts';
import {
  ALARM_RESULTS,
  type AlarmJudgement,
  type AlarmResult,
  type FileKnowledge,
  judgeAlarm,
} from '../../protocol/findings/judge-alarm.ts';
import type { Alarm } from '../../protocol/output/sarif-alarms.ts';

export interface Triage {
  readonly alarms: readonly Alarm[];
  /** What nobody judges, and why; the run is not complete then. */
  readonly unjudged: readonly string[];
  readonly unjudgedCount: number;
}

/** Alarms of one file that a model judges in one conversation. */
export const TRIAGE_BATCH = 10;

/** Judges what our analyses leave unknown, alarms as claims; answers in their order. */
export type JudgeUnknown = (
  claims: readonly ClaimedFinding[],
  snapshot: Snapshot,
  signal: AbortSignal,
) => Promise<readonly AlarmJudgement[]>;

export function createTriageDriver(inner: Driver, triage: Triage, judgeUnknown: JudgeUnknown | null = null): Driver {
  const byFile = Map.groupBy(triage.alarms, ({ file }) => file);
  return {
    ...inner,
    async *review(assignment, tools, ledger, signal) {
      const { files } = assignment;
      const known = new Map<string, Knowledge>();
      const counts = new Map<AlarmResult, number>();
      const misplaced: Alarm[] = [];
      const unasked: string[] = [];
      const judge = (told: readonly JudgedAlarm[], lines: readonly string[]): Promise<readonly JudgedAlarm[]> =>
        askAbout(told, lines, signal.aborted ? null : judgeUnknown, { snapshot: tools.snapshot, signal });
      const isDone = (event: ReviewEvent): event is FileEnd =>
        event.kind === 'file-done' || event.kind === 'file-skipped';
      // What was recorded in earlier waves are alarms, not findings of the analyses.
      const afresh: Assignment = { ...assignment, files: files.map((file) => ({ ...file, recorded: 0 })) };
      for await (const event of inner.review(afresh, tools, ledger, signal)) {
        if (isDone(event)) {
          const recorded = files.find(({ path }) => path === event.path)?.recorded ?? 0;
          const own = closeKnowledge(knowledgeOf(known, event.path), event);
          const lines = await readLines(event.path, tools.snapshot);
          const isPlaced = ({ line }: Alarm): boolean => lines === null || line <= lines.length;
          const given = byFile.get(event.path) ?? [];
          misplaced.push(...given.filter((alarm) => !isPlaced(alarm)));
          const judged = await judge(judgeAll(given.filter(isPlaced).slice(recorded), own), lines ?? []);
          countResults(judged, counts);
          unasked.push(...judged.flatMap(({ judgement }) => judgement.unasked ?? []));
          yield* tellAlarms(judged, lines ?? []);
        }
        if (event.kind === 'outcome') yield close(event, assignment, { ...triage, misplaced, unasked }, counts);
        else if (!take(event, known)) yield event;
      }
    },
  };
}

/** What is learned of a file while it is analysed. */
interface Knowledge extends FileKnowledge {
  readonly findings: ClaimedFinding[];
  readonly refuted: { readonly claim: ClaimedFinding; readonly reason: string }[];
  readonly examined: FileKnowledge['examined'][number][];
  readonly unresolved: FileKnowledge['unresolved'][number][];
}

function knowledgeOf(known: Map<string, Knowledge>, path: string): Knowledge {
  const own = known.get(path) ?? { findings: [], refuted: [], examined: [], unresolved: [], gap: null };
  known.set(path, own);
  return own;
}

type FileEnd = Extract<ReviewEvent, { kind: 'file-done' | 'file-skipped' }>;

const closeKnowledge = (known: Knowledge, event: FileEnd): FileKnowledge =>
  event.kind === 'file-done' ? known : { ...known, gap: `not analysed: ${event.detail ?? event.reason}` };

/** Whether the event tells of files; then it is kept and not passed on. */
function take(event: ReviewEvent, known: Map<string, Knowledge>): boolean {
  if (event.kind === 'finding') {
    const { finding, refutation } = event;
    const own = knowledgeOf(known, finding.file ?? '');
    if (refutation === undefined) own.findings.push(finding);
    else own.refuted.push({ claim: finding, reason: refutation });
  } else if (event.kind === 'unresolved')
    for (const sink of event.sinks) knowledgeOf(known, sink.file).unresolved.push(sink);
  else if (event.kind === 'examined')
    for (const { file, line, endLine, ...rest } of event.places)
      knowledgeOf(known, file).examined.push({ start: line, end: endLine, ...rest });
  else return false;
  return true;
}

const judgeAll = (alarms: readonly Alarm[], known: FileKnowledge): readonly JudgedAlarm[] =>
  alarms.map((alarm) => ({ alarm, judgement: judgeAlarm(alarm, known) }));

/** What is unknown is asked about, where there is somebody to ask; the rest stands. */
async function askAbout(
  told: readonly JudgedAlarm[],
  lines: readonly string[],
  judge: JudgeUnknown | null,
  { snapshot, signal }: { readonly snapshot: Snapshot; readonly signal: AbortSignal },
): Promise<readonly JudgedAlarm[]> {
  const open = told.filter(({ judgement }) => judgement.result === 'unknown');
  if (open.length === 0 || judge === null) return told;
  const claims = open.map(({ alarm, judgement }) => toClaim(alarm, judgement, lines));
  const answers = await judge(claims, snapshot, signal);
  return told.map((each) => {
    const judgement = answers[open.indexOf(each)];
    return judgement === undefined ? each : { ...each, judgement };
  });
}

function countResults(judged: readonly JudgedAlarm[], counts: Map<AlarmResult, number>): void {
  for (const { judgement } of judged) counts.set(judgement.result, (counts.get(judgement.result) ?? 0) + 1);
}

interface JudgedAlarm {
  readonly alarm: Alarm;
  readonly judgement: AlarmJudgement;
}

/** Null for what is no text. */
async function readLines(path: string, snapshot: Pick<Snapshot, 'read'>): Promise<readonly string[] | null> {
  const read = await snapshot.read(path);
  return read.kind === 'text' ? read.text.split(/\r?\n/u) : null;
}

function* tellAlarms(told: readonly JudgedAlarm[], lines: readonly string[]): Generator<ReviewEvent> {
  for (const { alarm, judgement } of told) {
    const finding = toClaim(alarm, judgement, lines);
    const { result, reason } = judgement;
    if (result === 'confirmed') yield { kind: 'finding', finding };
    else if (result === 'unknown') yield { kind: 'finding', finding, question: `unknown: ${reason}` };
    else yield { kind: 'finding', finding, refutation: `${result}: ${reason}` };
  }
}

const CERTAINTY: Readonly<Record<AlarmJudgement['result'], number>> = {
  confirmed: CONFIDENCE.high,
  unknown: CONFIDENCE.low,
  guarded: CONFIDENCE.low,
  unreachable: CONFIDENCE.low,
};

const QUOTED_LINES = 3;
const QUOTED_WIDTH = 300;

/** Tools quote the password they found; a report of ours shows nothing of it. */
const isAboutSecrets = ({ cwes, title, rule }: Alarm): boolean =>
  cwes.some((cwe) => findCweFamily(cwe)?.category === 'secrets') ||
  /passw|secret|credential|api.?key|token|private.?key/iu.test(`${title} ${rule}`);

/** Whatever stands in quotes or behind `=` and `:`, and every long word with a digit in it. */
const maskLiterals = (text: string): string =>
  text
    .replace(/(['"`])((?:(?!\1)[^\n])+?)\1/gu, '$1…$1')
    .replace(/((?:(?:passw|secret|token|credential)\w{0,60}|pwd|key)["']?\s*[:=]\s*)(?!['"`\s])[^\s,;]+/giu, '$1…')
    .replace(/(?<![\w./-])(?=[\w+/=-]{0,200}\d)[\w+/=-]{12,}/gu, '…');

const HIDDEN = { show: maskLiterals, marks: { redacted: true } };
const SHOWN = { show: (text: string): string => text, marks: {} };

/** The alarm in the words of its tool, with what our analysis adds; rated by our rule where it says the same. */
function toClaim(alarm: Alarm, { result, reason, own, by }: AlarmJudgement, lines: readonly string[]): ClaimedFinding {
  const [shown = null] = alarm.cwes;
  const cwe = own?.cwe ?? shown;
  const family = findCweFamily(cwe);
  const quoted = lines
    .slice(alarm.line - 1, Math.min(alarm.endLine, alarm.line - 1 + QUOTED_LINES))
    .map((line) => line.slice(0, QUOTED_WIDTH));
  const { show, marks } = isAboutSecrets(alarm) ? HIDDEN : SHOWN;
  return claimFinding({
    severity: own?.severity ?? alarm.severity,
    title: show(alarm.title),
    issue: `${asSentence(show(alarm.message))} ${alarm.tool} reports it as ${alarm.rule}. Triage: ${result}: ${asSentence(reason)}`,
    category: own?.category ?? family?.category ?? 'owasp',
    dimension: own?.dimension ?? family?.dimension ?? null,
    cwe,
    file: alarm.file,
    line: alarm.line,
    endLine: alarm.endLine,
    evidence: quoted.join('\n').trim() === '' ? null : show(quoted.join('\n')),
    recommendation: own?.recommendation ?? family?.fix ?? null,
    references: [...(alarm.help === null ? [] : [alarm.help]), ...(own?.references ?? [])],
    source: own?.source ?? null,
    sink: own?.sink ?? null,
    flow: own?.flow ?? null,
    impact: own?.impact ?? null,
    confidence: by === undefined ? CERTAINTY[result] : Math.min(CERTAINTY[result], CONFIDENCE.medium),
    rule: alarm.rule,
    extra: {
      triage: result,
      triage_reason: reason,
      tool: alarm.tool,
      tool_severity: alarm.severity,
      ...marks,
      ...(by === undefined ? {} : { triage_model: by }),
    },
  });
}

const asSentence = (text: string): string => (/[.!?]$/u.test(text) ? text : `${text}.`);

interface Unjudged {
  readonly misplaced: readonly Alarm[];
  /** Why the model could not be asked, for each alarm that was to be put to it. */
  readonly unasked: readonly string[];
}

/** Alarms that nobody could look at leave the run incomplete. */
function close(
  event: Extract<ReviewEvent, { kind: 'outcome' }>,
  { files, wave }: Assignment,
  { alarms, unjudged, unjudgedCount, misplaced, unasked }: Triage & Unjudged,
  counts: ReadonlyMap<AlarmResult, number>,
): ReviewEvent {
  const given = new Set(files.map(({ path }) => path));
  const ignored = wave > 1 ? [] : alarms.filter(({ file }) => !given.has(file));
  const left = [
    ...(wave > 1 ? [] : unjudged),
    ...(ignored.length === 0
      ? []
      : [`${ignored.length} in files that are ignored, generated, vendored or too large, as ${ignored[0]?.file}`]),
    ...(misplaced.length === 0
      ? []
      : [
          `${misplaced.length} at lines that their files do not have, as ${placeOf(misplaced)} (the scan saw other code)`,
        ]),
    ...(unasked.length === 0 ? [] : [`${unasked.length} that the model could not decide (${unasked[0]})`]),
  ];
  const judged = ALARM_RESULTS.map((result) => `${counts.get(result) ?? 0} ${result}`);
  const missed = misplaced.length + ignored.length + (wave > 1 ? 0 : unjudgedCount);
  const told = [...judged, ...(missed === 0 ? [] : [`${missed} not judged`])].join(', ');
  const outcome = { ...event.outcome, notes: [...(event.outcome.notes ?? []), `alarms of other tools: ${told}`] };
  if (left.length === 0 || outcome.status !== 'completed' || outcome.cutoffReason !== null)
    return { kind: 'outcome', outcome };
  const message = `alarms that were not judged: ${left.join('; ')}`;
  return { kind: 'outcome', outcome: { ...outcome, status: 'truncated', cutoffReason: 'error', message } };
}

const placeOf = ([first]: readonly Alarm[]): string => `${first?.file}:${first?.line}`;
