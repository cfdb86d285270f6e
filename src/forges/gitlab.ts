/** Merge requests of GitLab, over its REST API. */
import type { Forge } from '../ports/forge.ts';
import {
  type DiffFile,
  type PostedRemark,
  type PostStatus,
  readDiffLines,
  SUMMARY_MARK,
} from '../protocol/report/pull-request.ts';
import { createRestClient, notUnderstood, type RestSettings } from './rest-client.ts';

export interface GitlabSettings extends Pick<RestSettings, 'baseUrl' | 'pause'> {
  readonly token: string;
  /** Number, or `GROUP/NAME`. */
  readonly project: string;
  readonly number: number;
}

interface Note {
  readonly id: number;
  readonly body: string;
  readonly system?: boolean;
  readonly author: { readonly id: number; readonly username: string };
  readonly resolved?: boolean;
  readonly position?: { readonly new_path?: string };
}
interface Discussion {
  readonly id: string;
  readonly notes: readonly Note[];
}
interface MergeRequest {
  readonly diff_refs: { readonly base_sha: string; readonly head_sha: string; readonly start_sha: string };
}
interface GitlabDiff {
  readonly old_path: string;
  readonly new_path: string;
  readonly diff: string;
}

const STATES: Readonly<Record<PostStatus['state'], string>> = {
  success: 'success',
  failure: 'failed',
  incomplete: 'failed',
};

const CONTEXT = 'consensus-review';

/** From here on somebody may push. */
const DEVELOPER = 30;

export function createGitlab(settings: GitlabSettings): Forge {
  const rest = createRestClient({ ...settings, headers: { 'private-token': settings.token }, name: 'GitLab' });
  const project = `/projects/${encodeURIComponent(settings.project)}`;
  const request = `${project}/merge_requests/${settings.number}`;
  const authors = new Map<string, number>();
  let me: Promise<unknown> | null = null;
  const readRequest = async (): Promise<MergeRequest> => {
    const { body } = await rest.send('GET', request);
    if ((body as Partial<MergeRequest> | null)?.diff_refs?.head_sha === undefined) throw notUnderstood('GitLab');
    return body as MergeRequest;
  };
  return {
    async readPull() {
      const { diff_refs } = await readRequest();
      const diffs = (await rest.list(`${request}/diffs?per_page=100`)) as readonly GitlabDiff[];
      return { head: diff_refs.head_sha, base: diff_refs.base_sha, files: diffs.map(toDiffFile) };
    },
    async readPosted() {
      me ??= rest.send('GET', '/user').then(({ body }) => body);
      const { username } = (await me) as { readonly username: string };
      const discussions = (await rest.list(`${request}/discussions?per_page=100`)) as readonly Discussion[];
      for (const { author } of discussions.flatMap(({ notes }) => notes)) authors.set(author.username, author.id);
      return sortPosted(username, discussions);
    },
    async canWrite(author) {
      const id = authors.get(author);
      if (id === undefined) return false;
      const { status, body } = await rest.send('GET', `${project}/members/all/${id}`, undefined, { allowed: [404] });
      const { access_level = 0 } = (body ?? {}) as { readonly access_level?: number };
      return status === 200 && access_level >= DEVELOPER;
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
      return String((answer.body as Discussion).notes[0]?.id);
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
      const known = (await rest.list(path)) as readonly {
        readonly status: string;
        readonly description: string | null;
      }[];
      const last = known.at(-1);
      if (last?.status === status.state && last.description === description) return;
      await rest.send('POST', `${project}/statuses/${commit}`, status, { allowed: [400] });
    },
  };
}

/** What the account `username` has written. */
function sortPosted(username: string, discussions: readonly Discussion[]): Awaited<ReturnType<Forge['readPosted']>> {
  const own = discussions.filter(({ notes: [first] }) => first?.author.username === username && first.system !== true);
  const [summary] = own.flatMap(({ notes }) => notes.slice(0, 1)).filter(({ body }) => body.startsWith(SUMMARY_MARK));
  const toRemark = (id: string, note: Note, replies: readonly Note[]): PostedRemark => ({
    id: String(note.id),
    thread: id,
    path: note.position?.new_path ?? '',
    body: note.body,
    isResolved: note.resolved === true,
    replies: replies
      .filter(({ author, system }) => author.username !== username && system !== true)
      .map(({ author, body }) => ({ author: author.username, body })),
  });
  return {
    summary: summary === undefined ? null : { id: String(summary.id), body: summary.body },
    remarks: own.flatMap(({ id, notes: [first, ...replies] }) =>
      first?.position == null ? [] : [toRemark(id, first, replies)],
    ),
  };
}

const toDiffFile = ({ new_path, old_path, diff }: GitlabDiff): DiffFile => ({
  path: new_path,
  oldPath: old_path,
  lines: readDiffLines(diff),
});
