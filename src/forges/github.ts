/**
 * Implements the port `Forge` for a pull request of GitHub: reads commits, diff and posted comments; writes comments and statuses over
 * REST, and resolves threads over GraphQL. Created by cli/open-forge.ts for `post` and `review --pr`.
 */
import { z } from 'zod';
import { ReviewError } from '../errors.ts';
import type { Forge } from '../ports/forge.ts';
import {
  type DiffFile,
  type PostedRemark,
  type PostStatus,
  readDiffLines,
  SUMMARY_MARK,
} from '../protocol/report/pull-request.ts';
import {
  commitId,
  createRestClient,
  type RestClient,
  type RestSettings,
  understand,
  understandMade,
} from './rest-client.ts';

export interface GithubSettings extends Pick<RestSettings, 'baseUrl' | 'pause'> {
  readonly graphqlUrl: string;
  /** Null: only what everybody may read. */
  readonly token: string | null;
  /** `OWNER/NAME`. */
  readonly repository: string;
  readonly number: number;
}

const NAME = 'GitHub';

const commitShape = z.object({ sha: commitId });
const pullShape = z.object({ head: commitShape, base: commitShape });
const fileShape = z.object({
  filename: z.string(),
  previous_filename: z.string().nullish(),
  /** Absent where the diff is too large, or binary. */
  patch: z.string().nullish(),
});
const commentShape = z.object({
  id: z.int(),
  body: z.string().nullish(),
  user: z.object({ login: z.string().nullish() }).nullish(),
  path: z.string().nullish(),
  in_reply_to_id: z.int().nullish(),
});
type Comment = z.infer<typeof commentShape>;
const madeShape = z.object({ id: z.int() });
const rightShape = z.object({ permission: z.string() });
const statusShape = z.object({ state: z.string(), description: z.string().nullish(), context: z.string() });

const replyShape = z.object({
  data: z.unknown(),
  errors: z.array(z.object({ message: z.string().nullish() })).nullish(),
});
const viewerShape = z.object({ viewer: z.object({ login: z.string() }) });
const threadShape = z.object({
  id: z.string(),
  isResolved: z.boolean(),
  comments: z.object({ nodes: z.array(z.object({ databaseId: z.int().nullish() })) }),
});
type Thread = z.infer<typeof threadShape>;
const threadsShape = z.object({
  repository: z.object({
    pullRequest: z.object({
      reviewThreads: z.object({
        nodes: z.array(threadShape),
        pageInfo: z.union([
          z.object({ hasNextPage: z.literal(true), endCursor: z.string() }),
          z.object({ hasNextPage: z.literal(false) }),
        ]),
      }),
    }),
  }),
});

const STATES: Readonly<Record<PostStatus['state'], string>> = {
  success: 'success',
  failure: 'failure',
  incomplete: 'error',
};

const CONTEXT = 'consensus-review';

/** Rights that include writing. */
const WRITERS: ReadonlySet<string> = new Set(['admin', 'maintain', 'write']);

/** Of 100 threads each. A pull request with more is left with a note. */
const MAX_THREAD_PAGES = 50;

const THREADS = `query($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) { pullRequest(number: $number) { reviewThreads(first: 100, after: $after) {
    pageInfo { hasNextPage endCursor } nodes { id isResolved comments(first: 1) { nodes { databaseId } } } } } } }`;
const mutationOf = (isResolved: boolean): string =>
  `mutation($id: ID!) { ${isResolved ? 'resolveReviewThread' : 'unresolveReviewThread'}(input: { threadId: $id }) { thread { id } } }`;

/** Apps are named with `[bot]` in one API and without in the other. */
const sameLogin = (a: string, b: string): boolean => a.replace(/\[bot\]$/u, '') === b.replace(/\[bot\]$/u, '');

export function createGithub(settings: GithubSettings): Forge {
  const headers = {
    ...(settings.token === null ? {} : { authorization: `Bearer ${settings.token}` }),
    'x-github-api-version': '2022-11-28',
  };
  const rest = createRestClient({ ...settings, headers, name: NAME });
  const graph = createRestClient({ ...settings, baseUrl: settings.graphqlUrl, headers, name: NAME });
  const repo = `/repos/${settings.repository}`;
  const pullPath = `${repo}/pulls/${settings.number}`;
  let me: string | null = null;
  return {
    async readPull() {
      const { body } = await rest.send('GET', pullPath);
      const { head, base } = understand(NAME, body, pullShape);
      const files = await rest.list(`${pullPath}/files?per_page=100`, fileShape);
      return { head: head.sha, base: base.sha, files: files.map(toDiffFile) };
    },
    async readPosted() {
      me ??= (await query(graph, 'query { viewer { login } }', {}, viewerShape)).viewer.login;
      return sortPosted(
        me,
        await rest.list(`${repo}/issues/${settings.number}/comments?per_page=100`, commentShape),
        await rest.list(`${pullPath}/comments?per_page=100`, commentShape),
        await listThreads(graph, settings),
      );
    },
    async canWrite(author) {
      const path = `${repo}/collaborators/${encodeURIComponent(author)}/permission`;
      const { status, body } = await rest.send('GET', path, undefined, { allowed: [404] });
      return status === 200 && WRITERS.has(understand(NAME, body, rightShape).permission);
    },
    async saveSummary(id, body) {
      if (id === null) await rest.send('POST', `${repo}/issues/${settings.number}/comments`, { body });
      else await rest.send('PATCH', `${repo}/issues/comments/${id}`, { body });
    },
    async addRemark({ path, line, endLine, body }, pull) {
      const range = line === endLine ? {} : { start_line: line, start_side: 'RIGHT' };
      const remark = { body, commit_id: pull.head, path, line: endLine, side: 'RIGHT', ...range };
      const answer = await rest.send('POST', `${pullPath}/comments`, remark, { allowed: [422] });
      return answer.status === 422 ? false : String(understandMade(NAME, answer.body, madeShape).id);
    },
    async editRemark({ id }, body) {
      await rest.send('PATCH', `${repo}/pulls/comments/${id}`, { body });
    },
    async setResolved({ thread }, isResolved) {
      if (thread !== null) await query(graph, mutationOf(isResolved), { id: thread }, z.unknown());
    },
    async setStatus(commit, { state, description }) {
      const status = { state: STATES[state], description, context: CONTEXT };
      const known = await rest.list(`${repo}/commits/${commit}/statuses?per_page=100`, statusShape);
      const last = known.find(({ context }) => context === CONTEXT);
      if (last?.state === status.state && last.description === description) return;
      await rest.send('POST', `${repo}/statuses/${commit}`, status);
    },
  };
}

/** What the account `login` has written. */
function sortPosted(
  login: string,
  comments: readonly Comment[],
  remarks: readonly Comment[],
  { threads, notes }: Awaited<ReturnType<typeof listThreads>>,
): Awaited<ReturnType<Forge['readPosted']>> {
  const isOurs = ({ user }: Comment): boolean => sameLogin(user?.login ?? '', login);
  const summary = comments.find((comment) => isOurs(comment) && (comment.body ?? '').startsWith(SUMMARY_MARK));
  const byFirst = new Map(threads.flatMap((thread) => thread.comments.nodes.map((node) => [node.databaseId, thread])));
  const toRemark = (comment: Comment): PostedRemark => ({
    id: String(comment.id),
    thread: byFirst.get(comment.id)?.id ?? null,
    path: comment.path ?? '',
    body: normalize(comment.body),
    isResolved: byFirst.get(comment.id)?.isResolved ?? false,
    replies: remarks
      .filter((reply) => reply.in_reply_to_id === comment.id && !isOurs(reply))
      .map((reply) => ({ author: reply.user?.login ?? '', body: reply.body ?? '' })),
  });
  return {
    notes,
    summary: summary === undefined ? null : { id: String(summary.id), body: normalize(summary.body) },
    remarks: remarks.filter((comment) => isOurs(comment) && comment.in_reply_to_id == null).map(toRemark),
  };
}

/** As it was sent: the server may answer with other line ends. */
const normalize = (body: string | null | undefined): string => (body ?? '').replaceAll('\r\n', '\n');

const toDiffFile = ({ filename, previous_filename, patch }: z.infer<typeof fileShape>): DiffFile => ({
  path: filename,
  oldPath: previous_filename ?? filename,
  lines: readDiffLines(patch ?? ''),
});

/** Everything that is asked changes nothing or ends in the same state, however often it is asked. */
async function query<T>(
  graph: RestClient,
  text: string,
  variables: Readonly<Record<string, unknown>>,
  shape: z.ZodType<T>,
): Promise<T> {
  const { body } = await graph.send('POST', '', { query: text, variables }, { isRepeatable: true });
  const { data, errors } = understand(NAME, body, replyShape);
  if (errors == null || errors.length === 0) return understand(NAME, data, shape);
  throw new ReviewError('forge-failed', `GitHub: ${(errors[0]?.message ?? 'unknown error').slice(0, 200)}.`, {
    advice: 'See docs/pull-requests.md for the rights that the token needs, then run the command again.',
  });
}

async function listThreads(
  graph: RestClient,
  { repository, number }: GithubSettings,
): Promise<{ readonly threads: readonly Thread[]; readonly notes: readonly string[] }> {
  const [owner, name] = repository.split('/');
  const threads: Thread[] = [];
  let after: string | null = null;
  for (let page = 0; page < MAX_THREAD_PAGES; page += 1) {
    const data: z.infer<typeof threadsShape> = await query(
      graph,
      THREADS,
      { owner, name, number, after },
      threadsShape,
    );
    const { nodes, pageInfo } = data.repository.pullRequest.reviewThreads;
    threads.push(...nodes);
    if (!pageInfo.hasNextPage) return { threads, notes: [] };
    after = pageInfo.endCursor;
  }
  const note = `only the first ${threads.length} threads were read: comments in later ones are changed, but neither resolved nor opened again`;
  return { threads, notes: [note] };
}
