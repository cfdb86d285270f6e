/**
 * Creates the dashboard as a Hono application over stored runs: lists, reports, comparison, trends, search, live events. Answers only
 * requests with the token whose Host and Origin are its own. The only thing it changes is decisions on findings. Created by serve.ts
 * for `serve`.
 */
import { timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getCookie, setCookie } from 'hono/cookie';
import { streamSSE } from 'hono/streaming';
import type { RunHistory } from '../ports/run-history.ts';
import { compareRuns } from '../protocol/report/compare-runs.ts';
import type { ReportDocument, ReportFinding } from '../protocol/report/report-document.ts';
import type { StoredRun } from '../protocol/report/stored-run.ts';
import { formatHtmlWithin } from '../report/html/html.ts';
import { WEB_SCRIPT, WEB_STYLE } from './front-end.ts';
import {
  type FoundFinding,
  POLICY,
  reportFrame,
  writeComparison,
  writeLivePage,
  writeLiveTable,
  writePage,
  writeRunsPage,
  writeRunsTable,
  writeSearch,
  writeTrends,
} from './pages.ts';

export type ReadRuns = Omit<RunHistory, 'prune' | 'forget'>;

export interface Decision {
  readonly kind: 'dismissed' | 'confirmed';
  readonly fingerprint: string;
  readonly reason: string;
}

export interface Dashboard {
  readonly token: string;
  /** Tokens that let in once. */
  readonly codes: Set<string>;
  /** `127.0.0.1:4000`, as browsers name it. */
  readonly hosts: ReadonlySet<string>;
  /** Whose runs are meant where nobody asks for all. */
  readonly root: string;
  /** `null` where no run was ever stored. */
  withRuns<T>(work: (runs: ReadRuns | null) => Promise<T>): Promise<T>;
  decisions(run: StoredRun): Promise<readonly Decision[]>;
  /** Answers what went wrong, or null. */
  decide(run: StoredRun, decision: Decision, report: ReportDocument): Promise<string | null>;
  /** How often running runs are looked at. */
  readonly pollMs: number;
  readonly signal: AbortSignal;
}

/** Browsers send a cookie to every port of a host: each dashboard has its own. */
const cookieOf = (host: string): string => `consensus-review-${host.split(':')[1] ?? ''}`;
const LISTED = 100;
const SEARCHED_RUNS = 30;
const SHOWN_RESULTS = 200;
const MAX_BODY = 20_000;

/** Before it is kept in memory, whatever length it claims. */
const limitBody = bodyLimit({
  maxSize: MAX_BODY,
  onError: (context) => context.json({ error: `The request is larger than ${MAX_BODY} bytes.` }, 413),
});

const isEqual = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

export function createApp(dashboard: Dashboard): Hono {
  const app = new Hono();
  guard(app, dashboard);
  app.get('/app.js', (context) => context.body(WEB_SCRIPT, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }));
  app.get('/app.css', (context) => context.body(WEB_STYLE, 200, { 'Content-Type': 'text/css; charset=utf-8' }));
  app.get('/favicon.ico', (context) => context.body(null, 204));
  const isAll = (context: Context): boolean => context.req.query('all') === '1';
  const list = (all: boolean, limit = LISTED): Promise<readonly StoredRun[]> =>
    dashboard.withRuns(async (runs) => (await runs?.list(all ? { limit } : { root: dashboard.root, limit })) ?? []);

  app.get('/', async (context) => context.html(writeRunsPage(await list(isAll(context)), isAll(context))));
  app.get('/parts/runs', async (context) => context.html(writeRunsTable(await list(isAll(context)), isAll(context))));
  app.get('/trends', async (context) => context.html(writeTrends(await list(false))));
  app.get('/search', async (context) => {
    const query = (context.req.query('q') ?? '').slice(0, 200).trim();
    const found = query === '' ? [] : await searchRuns(dashboard, query);
    return context.html(writeSearch(query, found.slice(0, SHOWN_RESULTS), found.length > SHOWN_RESULTS));
  });
  app.get('/compare', (context) => answerComparison(context, dashboard));
  app.get('/runs/:id', (context) => answerRun(context, dashboard));
  app.get('/parts/live/:id', (context) =>
    withRun(context, dashboard, async (run, runs) => context.html(writeLiveTable(run, await runs.steps(run.id)))),
  );
  app.get('/runs/:id/decisions', (context) =>
    withRun(context, dashboard, async (run) => context.json(await dashboard.decisions(run))),
  );
  app.post('/runs/:id/decisions', limitBody, (context) => answerDecision(context, dashboard));
  app.get('/events', (context) => sendEvents(context, dashboard));
  app.notFound((context) => context.html(writePage('', 'Not found', '<p>There is no such page.</p>'), 404));
  app.onError((error, context) =>
    context.html(writePage('', 'Something went wrong', `<p>${error.name} while answering.</p>`), 500),
  );
  return app;
}

/** Why a request is not answered; null where it may be: a page of another site, or a name that was made to lead here, gets nothing. */
function refuseStranger(context: Context, hosts: ReadonlySet<string>): readonly [string, 403 | 421] | null {
  const host = context.req.header('host') ?? '';
  if (!hosts.has(host)) return ['Unknown host name.\n', 421];
  const origin = context.req.header('origin');
  const isForeign = origin !== undefined && origin !== `http://${host}`;
  if (isForeign || context.req.header('sec-fetch-site') === 'cross-site')
    return ['Requests of other pages are not answered.\n', 403];
  return context.req.method !== 'GET' && origin === undefined
    ? ['A change needs the Origin of this page.\n', 403]
    : null;
}

const HEADERS = {
  'Content-Security-Policy': POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
} as const;

function guard(app: Hono, { token, codes, hosts }: Dashboard): void {
  app.use(async (context, next) => {
    for (const [name, value] of Object.entries(HEADERS)) context.header(name, value);
    const refused = refuseStranger(context, hosts);
    if (refused !== null) return context.text(...refused);
    const cookie = cookieOf(context.req.header('host') ?? '');
    const given = context.req.query('token') ?? '';
    if (isEqual(given, token) || codes.delete(given)) {
      setCookie(context, cookie, token, { httpOnly: true, sameSite: 'Strict', path: '/' });
      return context.redirect('/');
    }
    if (!isEqual(getCookie(context, cookie) ?? '', token))
      return context.text('Open the address that `consensus-review serve` printed: it holds the token.\n', 401);
    return await next();
  });
}

async function withRun(
  context: Context,
  { withRuns }: Dashboard,
  work: (run: StoredRun, runs: ReadRuns) => Promise<Response>,
): Promise<Response> {
  return withRuns(async (runs) => {
    const run = await runs?.find(context.req.param('id') ?? '');
    if (!runs || !run || run === 'ambiguous') return context.notFound();
    return work(run, runs);
  });
}

const answerRun = (context: Context, dashboard: Dashboard): Promise<Response> =>
  withRun(context, dashboard, async (run, runs) => {
    if (run.status === 'running') return context.html(writeLivePage(run, await runs.steps(run.id)));
    const report = await runs.report(run.id);
    if (report === null || report === 'damaged') {
      const why = report === null ? `It is ${run.status} and has no report.` : 'Its report is damaged in the store.';
      return context.html(writePage('', `Run ${run.id}`, `<p>${why}</p>`), 404);
    }
    return context.html(formatHtmlWithin(report, reportFrame(run)));
  });

async function answerComparison(context: Context, dashboard: Dashboard): Promise<Response> {
  return dashboard.withRuns(async (runs) => {
    const after = await runs?.find(context.req.query('b') ?? '');
    if (!runs || !after || after === 'ambiguous') return context.notFound();
    const named = context.req.query('a');
    const before = named === undefined ? await findBefore(runs, after) : await runs.find(named);
    const reports =
      before === null || before === 'ambiguous'
        ? []
        : await Promise.all([runs.report(before.id), runs.report(after.id)]);
    const [first, second] = reports;
    if (!first || !second || first === 'damaged' || second === 'damaged')
      return context.html(
        writePage('/compare', 'Nothing to compare', '<p>Two runs with a report are needed for a comparison.</p>'),
        404,
      );
    return context.html(writeComparison(compareRuns(first, second)));
  });
}

/** The newest run of the same folder with a report that began before it. */
async function findBefore(runs: ReadRuns, after: StoredRun): Promise<StoredRun | null> {
  const listed = await runs.list({ root: after.root, limit: LISTED });
  return (
    listed.find(({ hasReport, startedAt, id }) => hasReport && id !== after.id && startedAt <= after.startedAt) ?? null
  );
}

const FINGERPRINT = /^[0-9a-f]{16}$/u;

const answerDecision = (context: Context, dashboard: Dashboard): Promise<Response> =>
  withRun(context, dashboard, async (run, runs) => {
    const refuse = (error: string): Response => context.json({ error }, 400);
    const body = readBody(await context.req.text());
    if (body === null) return refuse('The request is not understood.');
    const report = await runs.report(run.id);
    if (report === null || report === 'damaged') return refuse('The run has no report.');
    if (!report.findings.some(({ fingerprint }) => fingerprint === body.fingerprint))
      return refuse('The run has no such finding.');
    const fault = await dashboard.decide(run, body, report);
    return fault === null ? context.json(body) : refuse(fault);
  });

function readBody(text: string): Decision | null {
  let value: Partial<Record<keyof Decision, unknown>> | null;
  try {
    value = JSON.parse(text) as typeof value;
  } catch {
    return null;
  }
  const { kind, fingerprint, reason } = value ?? {};
  if (kind !== 'dismissed' && kind !== 'confirmed') return null;
  if (typeof fingerprint !== 'string' || !FINGERPRINT.test(fingerprint)) return null;
  if (typeof reason !== 'string' || reason.trim() === '' || reason.length > 1000) return null;
  return { kind, fingerprint, reason: reason.trim() };
}

const textOf = ({ title, issue, file, cwe, fingerprint, category, reported_by }: ReportFinding): string =>
  [title, issue, file, cwe, fingerprint, category, ...reported_by.map(({ rule }) => rule)].join('\n').toLowerCase();

async function searchRuns({ withRuns, root }: Dashboard, query: string): Promise<readonly FoundFinding[]> {
  const words = query.toLowerCase().split(/\s+/u);
  return withRuns(async (runs) => {
    const listed = (await runs?.list({ root, limit: SEARCHED_RUNS })) ?? [];
    const found = new Map<string, FoundFinding>();
    for (const { id } of listed) {
      const report = await runs?.report(id);
      const findings = !report || report === 'damaged' ? [] : report.findings;
      // Newest first: the newest run that has it is the one to look at.
      const fresh = findings.filter((finding) => !found.has(finding.fingerprint));
      for (const finding of fresh.filter((each) => words.every((word) => textOf(each).includes(word))))
        found.set(finding.fingerprint, { run: id, finding });
    }
    return [...found.values()];
  });
}

/** Says when something about the runs has changed; of one run also when it is over. */
function sendEvents(context: Context, dashboard: Dashboard): Response {
  const id = context.req.query('run');
  const all = context.req.query('all') === '1';
  return streamSSE(context, async (stream) => {
    // The first is always sent: much may have happened since the page was written.
    let known = '';
    while (!(stream.aborted || dashboard.signal.aborted)) {
      const now = await describeState(dashboard, id, all);
      if (now.text !== known) await stream.writeSSE({ data: JSON.stringify({ over: now.isOver }) });
      known = now.text;
      if (now.isOver) return;
      await stream.sleep(dashboard.pollMs);
    }
  });
}

async function describeState(
  { withRuns, root }: Dashboard,
  id: string | undefined,
  all: boolean,
): Promise<{ readonly text: string; readonly isOver: boolean }> {
  return withRuns(async (runs) => {
    if (id === undefined) {
      const listed = (await runs?.list(all ? { limit: LISTED } : { root, limit: LISTED })) ?? [];
      return {
        text: JSON.stringify(listed.map((run) => [run.id, run.status, run.verdict, run.counts])),
        isOver: false,
      };
    }
    const run = await runs?.find(id);
    if (!runs || !run || run === 'ambiguous') return { text: 'gone', isOver: true };
    const steps = await runs.steps(run.id);
    const done = steps.filter(({ doneAt }) => doneAt !== null).length;
    return { text: JSON.stringify([run.status, steps.length, done]), isOver: run.status !== 'running' };
  });
}
