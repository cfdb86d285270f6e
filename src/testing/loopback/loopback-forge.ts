/**
 * Starts a GitHub or GitLab on 127.0.0.1 for tests of posting a report: one pull request with its comments, threads, statuses and
 * members. Strict: it refuses what the servers refuse (lines outside of the diff, a wrong token, unknown ids), pages everything by
 * two, and notes every request that it does not know. Faults are scripted: limits of rate, outages, answers that get lost. Exported by
 * testing/index.ts.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ForgeComment {
  readonly id: number;
  author: string;
  body: string;
}

export interface ForgeThread {
  readonly id: string;
  readonly path: string;
  readonly line: number;
  resolved: boolean;
  comments: ForgeComment[];
}

export interface ForgeStatus {
  readonly sha: string;
  readonly state: string;
  readonly description: string;
  readonly name: string;
}

/** What is wrong with the next request that fits. `lost`: it is carried out and the answer never comes. */
export interface ForgeFault {
  readonly method: string;
  readonly path: RegExp;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly lost?: boolean;
  /** The answer, with status 200. */
  readonly body?: unknown;
}

export interface LoopbackForge {
  readonly url: string;
  readonly comments: ForgeComment[];
  readonly threads: ForgeThread[];
  readonly statuses: ForgeStatus[];
  readonly faults: ForgeFault[];
  /** Requests that change something, as `METHOD path`. */
  readonly writes: string[];
  readonly problems: string[];
  pull: { base: string; head: string; files: readonly { readonly path: string; readonly patch: string }[] };
  /** Whether everybody may read the pull request. */
  isPublic: boolean;
  /** Rights by name: `read`, `write`. */
  readonly members: Map<string, 'read' | 'write'>;
  close(): Promise<void>;
}

export const FORGE_TOKEN = 'token-of-the-test';
export const FORGE_ACCOUNT = 'review-bot';
const PAGE = 2;
const MAX_COMMENT = 65_536;

interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Record<string, unknown>;
}

const isTooLong = ({ body }: Call): boolean => String(body.body ?? '').length > MAX_COMMENT;

const tokenOf = ({ headers }: IncomingMessage): unknown => headers.authorization ?? headers['private-token'];

const hasToken = (request: IncomingMessage): boolean => tokenOf(request) !== undefined;

const isSignedIn = (kind: 'github' | 'gitlab', request: IncomingMessage): boolean =>
  tokenOf(request) === (kind === 'github' ? `Bearer ${FORGE_TOKEN}` : FORGE_TOKEN);

interface Answer {
  readonly status?: number;
  readonly body: unknown;
}

type Route = (call: Call, parts: readonly string[]) => Answer;

export async function startForge(kind: 'github' | 'gitlab'): Promise<LoopbackForge> {
  let lastId = 100;
  const nextId = (): number => {
    lastId += 1;
    return lastId;
  };
  const server = createServer((request, response) => {
    void handle(request).then(({ status, body, headers, lost }) => {
      if (lost) return response.destroy();
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      return response.end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const forge: LoopbackForge = {
    url,
    comments: [],
    threads: [],
    statuses: [],
    faults: [],
    writes: [],
    problems: [],
    isPublic: false,
    pull: { base: 'b'.repeat(40), head: 'a'.repeat(40), files: [] },
    members: new Map(),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  const routes = kind === 'github' ? githubRoutes(forge, nextId) : gitlabRoutes(forge, nextId);

  const handle = async (request: IncomingMessage): Promise<Sent> => {
    const call = await readCall(request, url);
    const at = forge.faults.findIndex((fault) => fault.method === call.method && fault.path.test(call.path));
    const [fault] = at < 0 ? [] : forge.faults.splice(at, 1);
    if (fault?.body !== undefined) return { status: 200, headers: {}, body: fault.body, lost: false };
    if (fault?.status !== undefined) return refuse(fault.status, 'a fault of the test', fault.headers);
    const isOpen = forge.isPublic && call.method === 'GET' && !hasToken(request);
    if (!isOpen && !isSignedIn(kind, request)) return refuse(401, 'Bad credentials');
    if (kind === 'github' && isTooLong(call))
      return refuse(422, `body is too long (maximum is ${MAX_COMMENT} characters)`);
    return { ...route(call), lost: fault?.lost === true };
  };

  function route(call: Call): Sent {
    const { method, path } = call;
    for (const [pattern, answer] of routes) {
      const parts = new RegExp(`^${pattern}$`, 'u').exec(`${method} ${path}`);
      if (parts === null) continue;
      const { status = method === 'POST' ? 201 : 200, body } = answer(call, parts.slice(1).map(decodeURIComponent));
      if (status < 300 && isWrite(call)) forge.writes.push(`${method} ${path}`);
      return toPage(url, call, status, body);
    }
    forge.problems.push(`${method} ${path}`);
    return refuse(404, 'Not Found');
  }
  return forge;
}

interface Sent {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly lost?: boolean;
}

const refuse = (status: number, message: string, headers: Sent['headers'] = {}): Sent => ({
  status,
  body: { message },
  headers,
});

async function readCall(request: IncomingMessage, url: string): Promise<Call> {
  const { pathname, searchParams } = new URL(request.url ?? '/', url);
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const body = text === '' ? {} : JSON.parse(text);
  return { method: request.method ?? 'GET', path: pathname, query: searchParams, body };
}

/** A query of GraphQL is sent with POST and changes nothing. */
const isWrite = ({ method, body }: Call): boolean => method !== 'GET' && !String(body.query ?? '').startsWith('query');

/** Lists come two at a time, with the address of the next ones. */
function toPage(url: string, { path, query }: Call, status: number, body: unknown): Sent {
  if (!Array.isArray(body)) return { status, body, headers: {} };
  const page = Number(query.get('page') ?? 1);
  const rest = body.length > page * PAGE;
  const next = new URLSearchParams(query);
  next.set('page', String(page + 1));
  const headers: Record<string, string> = rest ? { link: `<${url}${path}?${next}>; rel="next"` } : {};
  return { status, body: body.slice((page - 1) * PAGE, page * PAGE), headers };
}

/** Lines of the new text that the diff of a file shows. */
function linesOf(forge: LoopbackForge, path: unknown): ReadonlySet<number> {
  const { patch = '' } = forge.pull.files.find((file) => file.path === path) ?? {};
  const lines = new Set<number>();
  let at = 0;
  for (const line of patch.split('\n')) {
    const start = /^@@ -\d+(?:,\d+)? \+(\d+)/u.exec(line)?.[1];
    if (start !== undefined) at = Number(start);
    else if (line.startsWith('+') || line.startsWith(' ')) {
      lines.add(at);
      at += 1;
    }
  }
  return lines;
}

const MISSING: Answer = { status: 404, body: { message: 'Not Found' } };

function githubRoutes(forge: LoopbackForge, nextId: () => number): readonly (readonly [string, Route])[] {
  const repo = '/repos/o/r';
  const userOf = (login: string) => ({ login });
  const addThread: Route = ({ body }) => {
    const { path, line, start_line: start = line, commit_id, side } = body;
    const lines = linesOf(forge, path);
    if (commit_id !== forge.pull.head || side !== 'RIGHT' || !lines.has(Number(line)) || !lines.has(Number(start)))
      return { status: 422, body: { message: 'Validation Failed' } };
    const id = nextId();
    const comments = [{ id, author: FORGE_ACCOUNT, body: String(body.body) }];
    forge.threads.push({ id: `T${id}`, path: String(path), line: Number(line), resolved: false, comments });
    return { body: { id } };
  };
  const editThread: Route = ({ body }, [id]) => {
    const comment = forge.threads.flatMap(({ comments }) => comments).find((each) => each.id === Number(id));
    if (comment === undefined) return MISSING;
    comment.body = String(body.body);
    return { body: { id: comment.id } };
  };
  const graphql: Route = ({ body }) => {
    const text = String(body.query);
    const { id, after } = body.variables as { readonly id?: string; readonly after?: string | null };
    if (text.includes('viewer')) return { status: 200, body: { data: { viewer: userOf(`${FORGE_ACCOUNT}[bot]`) } } };
    if (text.startsWith('mutation')) {
      const thread = forge.threads.find((each) => each.id === id);
      if (thread === undefined) return { status: 200, body: { errors: [{ message: 'no such thread' }] } };
      thread.resolved = text.includes(' resolveReviewThread');
      return { status: 200, body: { data: {} } };
    }
    const from = Number(after ?? 0);
    const nodes = forge.threads.slice(from, from + PAGE).map((thread) => ({
      id: thread.id,
      isResolved: thread.resolved,
      comments: { nodes: thread.comments.slice(0, 1).map((comment) => ({ databaseId: comment.id })) },
    }));
    const pageInfo = { hasNextPage: from + PAGE < forge.threads.length, endCursor: String(from + PAGE) };
    return { status: 200, body: { data: { repository: { pullRequest: { reviewThreads: { nodes, pageInfo } } } } } };
  };
  return [
    [`GET ${repo}/pulls/7`, () => ({ body: { head: { sha: forge.pull.head }, base: { sha: forge.pull.base } } })],
    [
      `GET ${repo}/pulls/7/files`,
      () => ({ body: forge.pull.files.map(({ path, patch }) => ({ filename: path, patch })) }),
    ],
    [
      `GET ${repo}/issues/7/comments`,
      () => ({ body: forge.comments.map(({ id, author, body }) => ({ id, body, user: userOf(author) })) }),
    ],
    [`POST ${repo}/issues/7/comments`, ({ body }) => addComment(forge, nextId, body)],
    [`PATCH ${repo}/issues/comments/(\\d+)`, ({ body }, [id]) => editComment(forge, id, body)],
    [
      `GET ${repo}/pulls/7/comments`,
      () => ({
        body: forge.threads.flatMap(({ path, line, comments: [first, ...replies] }) =>
          first === undefined
            ? []
            : [
                { id: first.id, path, line, body: first.body, user: userOf(first.author) },
                ...replies.map((reply) => ({
                  id: reply.id,
                  path,
                  body: reply.body,
                  user: userOf(reply.author),
                  in_reply_to_id: first.id,
                })),
              ],
        ),
      }),
    ],
    [`POST ${repo}/pulls/7/comments`, addThread],
    [`PATCH ${repo}/pulls/comments/(\\d+)`, editThread],
    [
      `GET ${repo}/collaborators/(.+)/permission`,
      (_call, [name = '']) => (forge.members.has(name) ? { body: { permission: forge.members.get(name) } } : MISSING),
    ],
    [
      `GET ${repo}/commits/(\\w+)/statuses`,
      (_call, [sha]) => ({
        body: forge.statuses
          .filter((status) => status.sha === sha)
          .map(({ state, description, name }) => ({ state, description, context: name }))
          .toReversed(),
      }),
    ],
    [`POST ${repo}/statuses/(\\w+)`, ({ body }, [sha = '']) => addStatus(forge, sha, body, String(body.context))],
    ['POST /graphql', graphql],
  ];
}

function gitlabRoutes(forge: LoopbackForge, nextId: () => number): readonly (readonly [string, Route])[] {
  const project = '/projects/o%2Fr';
  const request = `${project}/merge_requests/7`;
  const ids = new Map<string, number>();
  const authorOf = (username: string) => {
    if (!ids.has(username)) ids.set(username, ids.size + 1);
    return { id: ids.get(username), username };
  };
  const toNote = ({ id, author, body }: ForgeComment) => ({ id, body, author: authorOf(author), system: false });
  const refs = () => ({ base_sha: forge.pull.base, start_sha: forge.pull.base, head_sha: forge.pull.head });
  const findNote = (id: string | undefined): ForgeComment | undefined =>
    forge.threads.flatMap(({ comments }) => comments).find((comment) => comment.id === Number(id));
  return [
    ['GET /user', () => ({ body: authorOf(FORGE_ACCOUNT) })],
    [`GET ${request}`, () => ({ body: { diff_refs: refs() } })],
    [
      `GET ${request}/diffs`,
      () => ({ body: forge.pull.files.map(({ path, patch }) => ({ new_path: path, old_path: path, diff: patch })) }),
    ],
    [
      `GET ${request}/discussions`,
      () => ({
        body: [
          ...forge.comments.map((comment) => ({ id: `N${comment.id}`, notes: [toNote(comment)] })),
          ...forge.threads
            .filter(({ comments }) => comments.length > 0)
            .map(({ id, path, line, resolved, comments }) => ({
              id,
              notes: comments.map((comment) => ({
                ...toNote(comment),
                resolved,
                position: { new_path: path, new_line: line },
              })),
            })),
        ],
      }),
    ],
    [`POST ${request}/notes`, ({ body }) => addComment(forge, nextId, body)],
    [`PUT ${request}/notes/(\\d+)`, ({ body }, [id]) => editComment(forge, id, body)],
    [
      `POST ${request}/discussions`,
      ({ body }) => {
        const { new_path: path, new_line: line, head_sha: head } = body.position as Record<string, unknown>;
        if (head !== forge.pull.head || !linesOf(forge, path).has(Number(line)))
          return {
            status: 400,
            body: { message: '400 Bad request - Note {:line_code=>["must be a valid line code"]}' },
          };
        const id = nextId();
        const comments = [{ id, author: FORGE_ACCOUNT, body: String(body.body) }];
        forge.threads.push({ id: `T${id}`, path: String(path), line: Number(line), resolved: false, comments });
        return { body: { id: `T${id}`, notes: [{ id }] } };
      },
    ],
    [
      `PUT ${request}/discussions/(\\w+)`,
      ({ body }, [id]) => {
        const thread = forge.threads.find((each) => each.id === id);
        if (thread === undefined) return MISSING;
        thread.resolved = body.resolved === true;
        return { body: {} };
      },
    ],
    [
      `PUT ${request}/discussions/\\w+/notes/(\\d+)`,
      ({ body }, [id]) => {
        const note = findNote(id);
        if (note === undefined) return MISSING;
        note.body = String(body.body);
        return { body: {} };
      },
    ],
    [
      `GET ${project}/members/all/(\\d+)`,
      (_call, [id]) => {
        const name = [...ids].find(([, each]) => each === Number(id))?.[0] ?? '';
        const right = forge.members.get(name);
        return right === undefined ? MISSING : { body: { access_level: right === 'write' ? 30 : 20 } };
      },
    ],
    [
      `GET ${project}/repository/commits/(\\w+)/statuses`,
      (_call, [sha]) => ({
        body: forge.statuses
          .filter((status) => status.sha === sha)
          .map(({ state, description, name }) => ({ status: state, description, name })),
      }),
    ],
    [`POST ${project}/statuses/(\\w+)`, ({ body }, [sha = '']) => addStatus(forge, sha, body, String(body.name))],
  ];
}

function addComment(forge: LoopbackForge, nextId: () => number, { body }: Call['body']): Answer {
  const id = nextId();
  forge.comments.push({ id, author: FORGE_ACCOUNT, body: String(body) });
  return { body: { id } };
}

function editComment(forge: LoopbackForge, id: string | undefined, { body }: Call['body']): Answer {
  const comment = forge.comments.find((each) => each.id === Number(id));
  if (comment === undefined) return MISSING;
  comment.body = String(body);
  return { body: { id: comment.id } };
}

function addStatus(forge: LoopbackForge, sha: string, body: Call['body'], name: string): Answer {
  const { state, description } = body;
  if (!(typeof state === 'string' && typeof description === 'string' && description.length <= 140))
    return { status: 422, body: { message: 'Validation Failed' } };
  forge.statuses.push({ sha, state, description, name });
  return { body: {} };
}
