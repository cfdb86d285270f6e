/**
 * Implements the port `Forge` for a merge request of GitLab over its REST API: reads commits, diff and posted comments; writes
 * comments, resolved threads and statuses. Created by cli/open-forge.ts for `post` and `review --pr`.
 */
import { z } from 'zod';
import type { Forge } from '../ports/forge.ts';
import {
  type DiffFile,
  type PostedRemark,
  type PostStatus,
  readDiffLines,
  SUMMARY_MARK,
} from '../protocol/report/pull-request.ts';
import { commitId, createRestClient, type RestSettings, understand, understandMade } from './rest-client.ts';

export interface GitlabSettings extends Pick<RestSettings, 'baseUrl' | 'pause'> {
  /** Null: only what everybody may read. */
  readonly token: string | null;
  /** Number, or `GROUP/NAME`. */
  readonly project: string;
  readonly number: number;
}

const noteShape = z.object({
  id: z.int(),
  body: z.string(),
  system: z.boolean().nullish(),
  author: z.object({ id: z.int(), username: z.string() }).nullish(),
  resolved: z.boolean().nullish(),
  position: z.object({ new_path: z.string().nullish() }).nullish(),
});
type Note = z.infer<typeof noteShape>;
const discussionShape = z.object({ id: z.string(), notes: z.array(noteShape) });
type Discussion = z.infer<typeof discussionShape>;
const requestShape = z.object({
  diff_refs: z.object({ base_sha: commitId, head_sha: commitId, start_sha: commitId }),
});
const diffShape = z.object({ old_path: z.string(), new_path: z.string(), diff: z.string() });
const userShape = z.object({ username: z.string() });
const memberShape = z.object({ access_level: z.number() });
const madeShape = z.object({ notes: z.tuple([z.object({ id: z.int() })]).rest(z.unknown()) });
const statusShape = z.object({ status: z.string(), description: z.string().nullish() });

const STATES: Readonly<Record<PostStatus['state'], string>> = {
  success: 'success',
  failure: 'failed',
  incomplete: 'failed',
};

const CONTEXT = 'consensus-review';

/** From here on somebody may push. */
const DEVELOPER = 30;

export function createGitlab(settings: GitlabSettings): Forge {
  const name = 'GitLab';
  const headers = settings.token === null ? {} : { 'private-token': settings.token };
  const rest = createRestClient({ ...settings, headers, name });
  const project = `/projects/${encodeURIComponent(settings.project)}`;
  const request = `${project}/merge_requests/${settings.number}`;
  const authors = new Map<string, number>();
  let me: string | null = null;
  const readRequest = async () => understand(name, (await rest.send('GET', request)).body, requestShape);
  return {
    async readPull() {
      const { diff_refs } = await readRequest();
      const diffs = await rest.list(`${request}/diffs?per_page=100`, diffShape);
      return { head: diff_refs.head_sha, base: diff_refs.base_sha, files: diffs.map(toDiffFile) };
    },
    async readPosted() {
      me ??= understand(name, (await rest.send('GET', '/user')).body, userShape).username;
      const discussions = await rest.list(`${request}/discussions?per_page=100`, discussionShape);
      for (const { author } of discussions.flatMap(({ notes }) => notes))
        if (author != null) authors.set(author.username, author.id);
      return sortPosted(me, discussions);
    },
    async canWrite(author) {
      const id = authors.get(author);
      if (id === undefined) return false;
      const { status, body } = await rest.send('GET', `${project}/members/all/${id}`, undefined, { allowed: [404] });
      return status === 200 && understand(name, body, memberShape).access_level >= DEVELOPER;
    },
    async saveSummary(id, body) {
      if (id === null) await rest.send('POST', `${request}/notes`, { body });
      else await rest.send('PUT', `${request}/notes/${id}`, { body });
    },
    async addRemark({ path, endLine, body }, { files }) {
      const file = files.find((each) => each.path === path);
      const oldLine = file?.lines.get(endLine) ?? null;
      const { diff_refs } = await readRequest();
      const position = {
        position_type: 'text',
        ...diff_refs,
        new_path: path,
        old_path: file?.oldPath ?? path,
        new_line: endLine,
        ...(oldLine === null ? {} : { old_line: oldLine }),
      };
      const answer = await rest.send('POST', `${request}/discussions`, { body, position }, { allowed: [400, 422] });
      if (answer.status >= 400) return false;
      return String(understandMade(name, answer.body, madeShape).notes[0].id);
    },
    async editRemark({ id, thread }, body) {
      await rest.send('PUT', `${request}/discussions/${thread}/notes/${id}`, { body });
    },
    async setResolved({ thread }, isResolved) {
      await rest.send('PUT', `${request}/discussions/${thread}`, { resolved: isResolved });
    },
    async setStatus(commit, { state, description }) {
      const status = { state: STATES[state], description, name: CONTEXT };
      const path = `${project}/repository/commits/${commit}/statuses?name=${CONTEXT}&per_page=100`;
      const last = (await rest.list(path, statusShape)).at(-1);
      if (last?.status === status.state && last.description === description) return;
      await rest.send('POST', `${project}/statuses/${commit}`, status);
    },
  };
}

/** What the account `username` has written. */
function sortPosted(username: string, discussions: readonly Discussion[]): Awaited<ReturnType<Forge['readPosted']>> {
  const own = discussions.filter(({ notes: [first] }) => first?.author?.username === username && first.system !== true);
  const [summary] = own.flatMap(({ notes }) => notes.slice(0, 1)).filter(({ body }) => body.startsWith(SUMMARY_MARK));
  const toRemark = (id: string, note: Note, replies: readonly Note[]): PostedRemark => ({
    id: String(note.id),
    thread: id,
    path: note.position?.new_path ?? '',
    body: note.body,
    isResolved: note.resolved === true,
    replies: replies
      .filter(({ author, system }) => author?.username !== username && system !== true)
      .map(({ author, body }) => ({ author: author?.username ?? '', body })),
  });
  return {
    notes: [],
    summary: summary === undefined ? null : { id: String(summary.id), body: summary.body },
    remarks: own.flatMap(({ id, notes: [first, ...replies] }) =>
      first?.position == null ? [] : [toRemark(id, first, replies)],
    ),
  };
}

const toDiffFile = ({ new_path, old_path, diff }: z.infer<typeof diffShape>): DiffFile => ({
  path: new_path,
  oldPath: old_path,
  lines: readDiffLines(diff),
});
