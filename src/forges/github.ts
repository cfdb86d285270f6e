/** Pull requests of GitHub: comments and statuses over REST, threads (which REST cannot resolve) over GraphQL. */
import { ReviewError } from '../errors.ts';
import type { Forge } from '../ports/forge.ts';
import {
  type DiffFile,
  type PostedRemark,
  type PostStatus,
  readDiffLines,
  SUMMARY_MARK,
} from '../protocol/report/pull-request.ts';
import { createRestClient, notUnderstood, type RestClient, type RestSettings } from './rest-client.ts';

export interface GithubSettings extends Pick<RestSettings, 'baseUrl' | 'pause'> {
  readonly graphqlUrl: string;
  readonly token: string;
  /** `OWNER/NAME`. */
  readonly repository: string;
  readonly number: number;
}

interface User {
  readonly login?: string;
}
interface Comment {
  readonly id: number;
  readonly body?: string;
  readonly user?: User | null;
  readonly path?: string;
  readonly in_reply_to_id?: number;
}
interface Thread {
  readonly id: string;
  readonly isResolved: boolean;
  readonly comments: { readonly nodes: readonly { readonly databaseId: number }[] };
}

const STATES: Readonly<Record<PostStatus['state'], string>> = {
  success: 'success',
  failure: 'failure',
  incomplete: 'error',
};

const CONTEXT = 'consensus-review';

const THREADS = `query($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) { pullRequest(number: $number) { reviewThreads(first: 100, after: $after) {
    pageInfo { hasNextPage endCursor } nodes { id isResolved comments(first: 1) { nodes { databaseId } } } } } } }`;
const mutationOf = (isResolved: boolean): string =>
  `mutation($id: ID!) { ${isResolved ? 'resolveReviewThread' : 'unresolveReviewThread'}(input: { threadId: $id }) { thread { id } } }`;

/** Apps are named with `[bot]` in one API and without in the other. */
const sameLogin = (a: string, b: string): boolean => a.replace(/\[bot\]$/u, '') === b.replace(/\[bot\]$/u, '');

export function createGithub(settings: GithubSettings): Forge {
  const headers = { authorization: `Bearer ${settings.token}`, 'x-github-api-version': '2022-11-28' };
  const name = 'GitHub';
  const rest = createRestClient({ ...settings, headers, name });
  const graph = createRestClient({ ...settings, baseUrl: settings.graphqlUrl, headers, name });
  const repo = `/repos/${settings.repository}`;
  const pullPath = `${repo}/pulls/${settings.number}`;
  let me: Promise<string> | null = null;
  return {
    async readPull() {
      const { body } = await rest.send('GET', pullPath);
      const { head, base } = (body ?? {}) as { readonly head?: { sha: string }; readonly base?: { sha: string } };
      if (head?.sha === undefined || base?.sha === undefined) throw notUnderstood(name);
      const files = (await rest.list(`${pullPath}/files?per_page=100`)) as readonly GithubFile[];
      return { head: head.sha, base: base.sha, files: files.map(toDiffFile) };
    },
    async readPosted() {
      me ??= readLogin(graph);
      return sortPosted(
        await me,
        (await rest.list(`${repo}/issues/${settings.number}/comments?per_page=100`)) as readonly Comment[],
        (await rest.list(`${pullPath}/comments?per_page=100`)) as readonly Comment[],
        await listThreads(graph, settings),
      );
    },
    async canWrite(author) {
      const path = `${repo}/collaborators/${encodeURIComponent(author)}/permission`;
      const { status, body } = await rest.send('GET', path, undefined, { allowed: [404] });
      const { permission } = (body ?? {}) as { readonly permission?: string };
      return status === 200 && (permission === 'admin' || permission === 'write' || permission === 'maintain');
    },
    async saveSummary(id, body) {
      if (id === null) await rest.send('POST', `${repo}/issues/${settings.number}/comments`, { body });
      else await rest.send('PATCH', `${repo}/issues/comments/${id}`, { body });
    },
    async addRemark({ path, line, endLine, body }, pull) {
      const range = line === endLine ? {} : { start_line: line, start_side: 'RIGHT' };
      const remark = { body, commit_id: pull.head, path, line: endLine, side: 'RIGHT', ...range };
      const answer = await rest.send('POST', `${pullPath}/comments`, remark, { allowed: [422] });
      return answer.status === 422 ? false : String((answer.body as { readonly id: number }).id);
    },
    async editRemark({ id }, body) {
      await rest.send('PATCH', `${repo}/pulls/comments/${id}`, { body });
    },
    async setResolved({ thread }, isResolved) {
      if (thread !== null) await query(graph, mutationOf(isResolved), { id: thread });
    },
    async setStatus(commit, { state, description }) {
      const status = { state: STATES[state], description, context: CONTEXT };
      const known = (await rest.list(`${repo}/commits/${commit}/statuses?per_page=100`)) as readonly (typeof status)[];
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
  threads: readonly Thread[],
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
    summary: summary === undefined ? null : { id: String(summary.id), body: normalize(summary.body) },
    remarks: remarks.filter((comment) => isOurs(comment) && comment.in_reply_to_id === undefined).map(toRemark),
  };
}

/** As it was sent: the server may answer with other line ends. */
const normalize = (body = ''): string => body.replaceAll('\r\n', '\n');

interface GithubFile {
  readonly filename: string;
  readonly previous_filename?: string;
  /** Absent where the diff is too large, or binary. */
  readonly patch?: string;
}

const toDiffFile = ({ filename, previous_filename, patch = '' }: GithubFile): DiffFile => ({
  path: filename,
  oldPath: previous_filename ?? filename,
  lines: readDiffLines(patch),
});

/** Everything that is asked changes nothing or ends in the same state, however often it is asked. */
async function query(graph: RestClient, text: string, variables: Readonly<Record<string, unknown>>): Promise<unknown> {
  const { body } = await graph.send('POST', '', { query: text, variables }, { isRepeatable: true });
  const { data, errors } = body as { readonly data?: unknown; readonly errors?: readonly { message?: string }[] };
  if (errors === undefined || errors.length === 0) return data;
  throw new ReviewError('forge-failed', `GitHub: ${String(errors[0]?.message ?? 'unknown error').slice(0, 200)}.`, {
    advice: 'See docs/pull-requests.md for the rights that the token needs, then run the command again.',
  });
}

const readLogin = async (graph: RestClient): Promise<string> => {
  const { viewer } = (await query(graph, 'query { viewer { login } }', {})) as { readonly viewer: { login: string } };
  return viewer.login;
};

async function listThreads(graph: RestClient, { repository, number }: GithubSettings): Promise<readonly Thread[]> {
  const [owner, name] = repository.split('/');
  const threads: Thread[] = [];
  for (let after: string | null = null; ; ) {
    const data = (await query(graph, THREADS, { owner, name, number, after })) as ThreadPage;
    const { nodes, pageInfo } = data.repository.pullRequest.reviewThreads;
    threads.push(...nodes);
    if (!pageInfo.hasNextPage) return threads;
    after = pageInfo.endCursor;
  }
}

interface ThreadPage {
  readonly repository: {
    readonly pullRequest: {
      readonly reviewThreads: {
        readonly nodes: readonly Thread[];
        readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
      };
    };
  };
}
