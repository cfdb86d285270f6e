/**
 * Posts a report to a pull request so that it shows what the report says and nothing older (POST-01): reads what was posted before,
 * plans the changes (report/pull-request/), and adds, edits, resolves and reopens comments. Stopped halfway, the next call goes on.
 * `previewPosts` changes nothing. Called by commands/post-command.ts.
 */
import { ReviewError } from '../errors.ts';
import { UnknownOutcome } from '../forges/rest-client.ts';
import type { Forge } from '../ports/forge.ts';
import type { PostStatus, Pull } from '../protocol/report/pull-request.ts';
import type { ReportDocument } from '../protocol/report/report-document.ts';
import {
  type Dismissal,
  isSummaryOf,
  readDismissal,
  readFingerprint,
  writeSummary,
} from '../report/pull-request/comment-text.ts';
import {
  type PlannedRemark,
  type PostPlan,
  type PostSettings,
  planPosts,
  REFUSED,
  REFUSED_PLACE,
} from '../report/pull-request/plan-posts.ts';

export interface PostOutcome {
  readonly commit: string;
  /** Whether it is the head of the pull request. */
  readonly isCurrent: boolean;
  readonly added: number;
  readonly edited: number;
  readonly resolved: number;
  readonly reopened: number;
  readonly summary: 'created' | 'changed' | 'unchanged';
  readonly status: PostStatus;
  /** What was not read or not done, and why. */
  readonly notes: readonly string[];
}

/** What posting would do; comments whose text stays as it is are not listed. */
export interface PostPreview {
  readonly commit: string;
  readonly isCurrent: boolean;
  readonly plan: PostPlan;
  readonly summary: PostOutcome['summary'];
  readonly summaryBody: string;
  readonly notes: readonly string[];
}

type AskedPosts = Omit<PostSettings, 'commit'> & { readonly commit: string | null };

type Posted = Awaited<ReturnType<Forge['readPosted']>>;

/** `commit` is the one that was reviewed; null for the head of the pull request. */
export async function postReport(report: ReportDocument, forge: Forge, asked: AskedPosts): Promise<PostOutcome> {
  const { pull, posted, plan, commit, isCurrent, isOutdated, writeBody } = await prepare(report, forge, asked, true);
  const ids = new Map(plan.ids);
  const places = new Map(plan.places);
  let added = 0;
  for (const remark of plan.add) {
    const id = await addOnce(remark, pull, forge);
    ids.set(remark.fingerprint, id === false ? REFUSED : id);
    if (id === false) places.set(remark.fingerprint, REFUSED_PLACE);
    else added += 1;
  }
  for (const { remark, body } of plan.edit) await forge.editRemark(remark, body);
  for (const { remark, isResolved } of plan.resolve) await forge.setResolved(remark, isResolved);
  const summary = isOutdated ? 'unchanged' : await saveOnce(posted.summary, writeBody(places, ids), forge);
  await forge.setStatus(commit, plan.status);
  return {
    commit,
    added,
    isCurrent,
    edited: plan.edit.length,
    resolved: plan.resolve.filter(({ isResolved }) => isResolved).length,
    reopened: plan.resolve.filter(({ isResolved }) => !isResolved).length,
    summary,
    status: plan.status,
    notes: posted.notes,
  };
}

/** Changes nothing. Without `readsPosted`, which needs a token, it is what a first post would do. */
export async function previewPosts(
  report: ReportDocument,
  forge: Forge,
  asked: AskedPosts,
  { readsPosted }: { readonly readsPosted: boolean },
): Promise<PostPreview> {
  const { posted, plan, commit, isCurrent, isOutdated, writeBody } = await prepare(report, forge, asked, readsPosted);
  const summaryBody = writeBody(plan.places, plan.ids);
  // A new comment gets an id, which the summary keeps.
  const isSame = posted.summary?.body === summaryBody && plan.add.length === 0;
  const summary = isOutdated || isSame ? 'unchanged' : posted.summary === null ? 'created' : 'changed';
  return { commit, isCurrent, plan, summary, summaryBody, notes: posted.notes };
}

const NOT_READ: Posted = {
  summary: null,
  remarks: [],
  notes: ['there is no token, so earlier comments were not read: this is what a first post would do'],
};

interface Prepared {
  readonly pull: Pull;
  readonly posted: Posted;
  readonly plan: PostPlan;
  readonly commit: string;
  readonly isCurrent: boolean;
  /** Whether the summary that is there is of a newer commit. */
  readonly isOutdated: boolean;
  readonly writeBody: (places: PostPlan['places'], ids: PostPlan['ids']) => string;
}

/** What is there and what is to be done. Changes nothing. */
async function prepare(
  report: ReportDocument,
  forge: Forge,
  asked: AskedPosts,
  readsPosted: boolean,
): Promise<Prepared> {
  requireFingerprints(report);
  const pull = await forge.readPull();
  const settings = { ...asked, commit: asked.commit ?? pull.head };
  const { commit } = settings;
  const posted = readsPosted ? await forge.readPosted() : NOT_READ;
  const dismissals = await readDismissals(posted, forge);
  const known = { summary: posted.summary?.body ?? null, remarks: posted.remarks, dismissals };
  const isCurrent = commit === pull.head;
  const planned = planPosts(report, pull, known, settings);
  const plan = isCurrent ? planned : holdBack(planned);
  const outcome = describeOutcome(plan.status, isCurrent, pull);
  return {
    pull,
    posted,
    plan,
    commit,
    isCurrent,
    isOutdated: !isCurrent && isSummaryOf(known.summary ?? '', pull.head),
    writeBody: (places, ids) => writeSummary(report, { commit, places, dismissals, ids, outcome }),
  };
}

const MOVED_ON = 'not at a line: the pull request has moved on';

/** A report of an older commit says nothing of what has changed since: comments stay as they are. */
const holdBack = (plan: PostPlan): PostPlan => ({
  ...plan,
  add: [],
  edit: [],
  resolve: [],
  places: new Map([...plan.places, ...plan.add.map(({ fingerprint }) => [fingerprint, MOVED_ON] as const)]),
});

/** A report may come from anywhere, and fingerprints stand in marks. Throws ReviewError('unreadable-input'). */
function requireFingerprints({ findings }: ReportDocument): void {
  const odd = findings.find(({ fingerprint }) => !/^[\w-]{1,64}$/u.test(fingerprint));
  if (odd !== undefined)
    throw new ReviewError('unreadable-input', `the fingerprint of finding ${odd.id} is not one of a report.`, {
      advice: 'Post a report that `-f json` wrote.',
    });
}

const describeOutcome = ({ description }: PostStatus, isCurrent: boolean, { head }: Pull): string =>
  isCurrent
    ? `Outcome: ${description}`
    : `Outcome: ${description}; the pull request has moved on to ${head.slice(0, 12)}, which this report does not cover`;

/** Replies `/dismiss reason` of those who may write; the last one of a remark counts. */
async function readDismissals({ remarks }: Posted, forge: Forge): Promise<ReadonlyMap<string, Dismissal>> {
  const rights = new Map<string, boolean>();
  const found = new Map<string, Dismissal>();
  for (const { body, replies } of remarks) {
    const fingerprint = readFingerprint(body);
    for (const { author, body: reply } of fingerprint === null ? [] : replies) {
      const reason = readDismissal(reply);
      if (reason === null) continue;
      if (!rights.has(author)) rights.set(author, await forge.canWrite(author));
      if (rights.get(author) === true) found.set(fingerprint as string, { by: author, reason });
    }
  }
  return found;
}

const TRIES = 3;

/** What may have arrived is looked for before it is sent again. */
const addOnce = (remark: PlannedRemark, pull: Pull, forge: Forge): Promise<string | false> =>
  sendOnce(
    () => forge.addRemark(remark, pull),
    async () => {
      const { remarks } = await forge.readPosted();
      return remarks.find(({ body }) => readFingerprint(body) === remark.fingerprint)?.id ?? null;
    },
  );

async function saveOnce(known: Posted['summary'], body: string, forge: Forge): Promise<PostOutcome['summary']> {
  if (known?.body === body) return 'unchanged';
  const done = known === null ? 'created' : 'changed';
  return sendOnce<PostOutcome['summary']>(
    async () => {
      await forge.saveSummary(known?.id ?? null, body);
      return done;
    },
    async () => ((await forge.readPosted()).summary?.body === body ? done : null),
  );
}

async function sendOnce<T>(send: () => Promise<T>, find: () => Promise<T | null>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof UnknownOutcome)) throw error;
      const there = await find();
      if (there !== null) return there;
      if (attempt === TRIES) throw error.cause;
    }
  }
}
