/**
 * Plans what to change on a pull request so that it shows what the report says: which remarks are added, edited, resolved and
 * reopened, and which status is set (POST-01). Pure: from the report, the diff and what was posted before. Carried out by
 * cli/post-report.ts.
 */

import { EXIT } from '../../errors.ts';
import type { FailOn } from '../../protocol/findings/severity.ts';
import { decideExit, hasLooked, isUsable } from '../../protocol/report/exit-code.ts';
import type { NewRemark, PostedRemark, PostStatus, Pull } from '../../protocol/report/pull-request.ts';
import type { ReportDocument, ReportFinding } from '../../protocol/report/report-document.ts';
import { isCounted } from '../../protocol/report/verdict.ts';
import {
  type Dialect,
  type Dismissal,
  isMarkedFixed,
  readFingerprint,
  readPostedIds,
  suggest,
  writeFixed,
  writeRemark,
} from './comment-text.ts';

export interface PostSettings {
  readonly failOn: FailOn;
  readonly allowPartial: boolean;
  readonly acceptNotAssessed: boolean;
  /** The commit that was reviewed. */
  readonly commit: string;
  /** Remarks at lines; more are named in the summary. */
  readonly maxRemarks: number;
  readonly dialect: Dialect;
}

export interface Known {
  readonly summary: string | null;
  readonly remarks: readonly PostedRemark[];
  /** By fingerprint. */
  readonly dismissals: ReadonlyMap<string, Dismissal>;
}

export interface PlannedRemark extends NewRemark {
  readonly fingerprint: string;
}

export interface PostPlan {
  readonly add: readonly PlannedRemark[];
  readonly edit: readonly { readonly remark: PostedRemark; readonly body: string }[];
  readonly resolve: readonly { readonly remark: PostedRemark; readonly isResolved: boolean }[];
  /** By fingerprint: remarks that are there. */
  readonly ids: ReadonlyMap<string, string>;
  /** By fingerprint: where it is shown, in words. */
  readonly places: ReadonlyMap<string, string>;
  readonly status: PostStatus;
}

const BESIDE = 'at the line';
const DELETED = 'deleted';
/** In the place of an id: the forge did not take it. */
export const REFUSED = 'refused';
export const REFUSED_PLACE = 'not at a line: the server refused it';

/** The plan while it is made. */
interface Draft {
  readonly add: PlannedRemark[];
  readonly edit: { remark: PostedRemark; body: string }[];
  readonly resolve: { remark: PostedRemark; isResolved: boolean }[];
  readonly ids: Map<string, string>;
  readonly places: Map<string, string>;
}

export function planPosts(report: ReportDocument, pull: Pull, known: Known, settings: PostSettings): PostPlan {
  const draft: Draft = { add: [], edit: [], resolve: [], ids: new Map(), places: new Map() };
  const posted = matchRemarks(known);
  // Two findings of one fingerprint are one remark.
  const wanted = new Map(report.findings.filter(isCounted).map((finding) => [finding.fingerprint, finding]));
  for (const [fingerprint, finding] of wanted) {
    const remark = posted.get(fingerprint);
    if (remark === undefined) planNew(draft, finding, { pull, known, settings });
    else if (remark === 'deleted') {
      // A person took it away: it is not made again.
      draft.places.set(fingerprint, 'its comment was deleted');
      draft.ids.set(fingerprint, DELETED);
    } else planKnown(draft, finding, remark, { pull, known, settings });
  }
  for (const [fingerprint, remark] of posted)
    if (!wanted.has(fingerprint) && remark !== 'deleted') planGone(draft, fingerprint, remark, { report, settings });
  return { ...draft, status: judgeStatus(report, known.dismissals, settings) };
}

interface Around {
  readonly pull: Pull;
  readonly known: Known;
  readonly settings: PostSettings;
}

function planNew(draft: Draft, finding: ReportFinding, around: Around): void {
  const { fingerprint, file } = finding;
  const { pull, known, settings } = around;
  const place = placeOf(finding, pull);
  if (readPostedIds(known.summary ?? '').get(fingerprint) === REFUSED) {
    draft.places.set(fingerprint, REFUSED_PLACE);
    draft.ids.set(fingerprint, REFUSED);
  } else if (place === null) draft.places.set(fingerprint, 'outside of the diff');
  else if (draft.add.length >= settings.maxRemarks) draft.places.set(fingerprint, 'beyond the limit of comments');
  else {
    draft.places.set(fingerprint, BESIDE);
    const body = writeBody(finding, place, around);
    draft.add.push({ fingerprint, path: file, line: place.line, endLine: place.endLine, body });
  }
}

function planKnown(draft: Draft, finding: ReportFinding, remark: PostedRemark, around: Around): void {
  const { fingerprint } = finding;
  draft.places.set(fingerprint, BESIDE);
  draft.ids.set(fingerprint, remark.id);
  const body = writeBody(finding, placeOf(finding, around.pull), around);
  if (remark.body !== body) draft.edit.push({ remark, body });
  const isDismissed = around.known.dismissals.has(fingerprint);
  // Only what we resolved is opened again: a person who resolves a thread has decided.
  const wasOurs = isMarkedFixed(remark.body) || isMarkedDismissed(remark.body);
  if (remark.thread === null) return;
  if (isDismissed && !remark.isResolved) draft.resolve.push({ remark, isResolved: true });
  if (!isDismissed && remark.isResolved && wasOurs) draft.resolve.push({ remark, isResolved: false });
}

function planGone(
  draft: Draft,
  fingerprint: string,
  remark: PostedRemark,
  { report, settings }: { readonly report: ReportDocument; readonly settings: PostSettings },
): void {
  draft.ids.set(fingerprint, remark.id);
  if (!isGone(report, fingerprint, remark)) return;
  const body = writeFixed(remark.body, settings.commit);
  if (remark.body !== body) draft.edit.push({ remark, body });
  if (remark.thread !== null && !remark.isResolved) draft.resolve.push({ remark, isResolved: true });
}

const writeBody = (finding: ReportFinding, place: Place | null, { known, settings }: Around): string =>
  writeRemark(finding, {
    suggestion: place?.suggestion ?? null,
    dismissal: known.dismissals.get(finding.fingerprint) ?? null,
    dialect: settings.dialect,
  });

const isMarkedDismissed = (body: string): boolean => body.startsWith('_Dismissed by ');

/** Remarks by finding: by their mark, and where somebody took it away by the id that the summary keeps. */
function matchRemarks({ summary, remarks }: Known): ReadonlyMap<string, PostedRemark | 'deleted'> {
  const byId = new Map(remarks.map((remark) => [remark.id, remark]));
  const found = new Map<string, PostedRemark | 'deleted'>();
  for (const [fingerprint, id] of readPostedIds(summary ?? ''))
    if (id !== REFUSED) found.set(fingerprint, byId.get(id) ?? 'deleted');
  for (const remark of remarks) {
    const fingerprint = readFingerprint(remark.body);
    const known = fingerprint === null ? undefined : found.get(fingerprint);
    if (fingerprint !== null && (known === undefined || known === 'deleted')) found.set(fingerprint, remark);
  }
  return found;
}

/** Lines of the diff that a finding is shown at. */
interface Place {
  readonly line: number;
  readonly endLine: number;
  readonly suggestion: ReturnType<typeof suggest>;
}

/** Null where the diff has none of its lines. */
function placeOf(finding: ReportFinding, { files }: Pull): Place | null {
  const lines = files.find(({ path }) => path === finding.file)?.lines;
  if (lines === undefined) return null;
  const hasAll = (from: number, to: number): boolean => {
    for (let line = from; line <= to; line += 1) if (!lines.has(line)) return false;
    return true;
  };
  const suggestion = suggest(finding);
  if (suggestion !== null && hasAll(suggestion.line, suggestion.endLine)) return { ...suggestion, suggestion };
  if (!lines.has(finding.line)) return null;
  const endLine = hasAll(finding.line, finding.end_line) ? finding.end_line : finding.line;
  return { line: finding.line, endLine, suggestion: null };
}

/** Whether the run looked where it was: a file that nobody reviewed proves nothing. */
function isGone(report: ReportDocument, fingerprint: string, { path }: PostedRemark): boolean {
  // Rejected, suppressed or no longer of this change: it does not count, and the report says why.
  if (report.complete || report.findings.some((finding) => finding.fingerprint === fingerprint)) return true;
  const covered = report.coverage.files.find((file) => file.path === path);
  return covered?.status === 'reviewed' && covered.depth === 'full';
}

function judgeStatus(
  report: ReportDocument,
  dismissals: ReadonlyMap<string, Dismissal>,
  { failOn, allowPartial, acceptNotAssessed }: PostSettings,
): PostStatus {
  const findings = report.findings.map((finding) =>
    dismissals.has(finding.fingerprint) ? { ...finding, status: 'suppressed' as const } : finding,
  );
  const { code, reason } = decideExit({
    ...report,
    findings,
    verdict: report.verdict === 'VETO' && isLifted(report, dismissals) ? 'WARN' : report.verdict,
    failOn,
    allowPartial,
    acceptNotAssessed,
    usable: isUsable(report),
    hasLooked: hasLooked(report),
    interrupted: false,
  });
  const state = code === EXIT.ok ? 'success' : code === EXIT.blocked ? 'failure' : 'incomplete';
  return { state, description: reason.slice(0, 140) };
}

/** Whether every finding that the verdict rests on was dismissed. A veto that names none stays. */
function isLifted({ verdict_trace, findings }: ReportDocument, dismissals: ReadonlyMap<string, Dismissal>): boolean {
  const vetoes = verdict_trace.filter((line) => line.startsWith('VETO:'));
  return (
    vetoes.length > 0 &&
    vetoes.every((line) => {
      const id = /^VETO: ([CHML]-\d+)\b/u.exec(line)?.[1];
      const finding = findings.find((each) => each.id === id);
      return finding !== undefined && dismissals.has(finding.fingerprint);
    })
  );
}
