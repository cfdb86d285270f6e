/**
 * Implements the port `ContextStore` in memory for tests, with the rules of the one on disk. Its search finds what the stored one
 * finds, a file at a time, and ranks by the number of matches alone. Exported by testing/index.ts.
 */
import type {
  ContextStore,
  FileRecord,
  KnownContent,
  SearchRecord,
  SearchRequest,
  SearchResult,
} from '../ports/context-store.ts';

interface Branch {
  /** Content by path. */
  readonly entries: Map<string, number>;
  extent: 'part' | 'whole';
  /** When it was settled last; 0 for never. */
  settledAt: number;
}

const MAX_BRANCHES = 16;
const MAX_LIMIT = 100;

/** A blob is the same wherever it lies; a file on disk is known by its path. */
const nameOf = (path: string, identity: string): string => (identity.startsWith('blob ') ? identity : path);

const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&');

const isBeneath = (path: string, prefix: string): boolean =>
  prefix === '' || path === prefix || path.startsWith(`${prefix}/`);

/** The words of the question, each as a whole; null where it has none. */
function toWordPattern(query: string): RegExp | null {
  const words = query.match(/[\p{L}\p{N}_]+/gu) ?? [];
  return words.length === 0 ? null : new RegExp(`(?<![\\p{L}\\p{N}_])(?:${words.join('|')})(?![\\p{L}\\p{N}_])`, 'giu');
}

const countMatches = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;

export function createMemoryContextStore(): ContextStore {
  /** The id of a content is its place here, from 1. */
  const contents: KnownContent[] = [];
  const byHash = new Map<string, KnownContent>();
  const texts = new Map<number, string>();
  const identities = new Map<string, { readonly identity: string; readonly contentId: number }>();
  const branches = new Map<string | null, Branch>();
  let settled = 0;

  const branchOf = (name: string | null): Branch => {
    const branch = branches.get(name) ?? { entries: new Map(), extent: 'part', settledAt: 0 };
    branches.set(name, branch);
    return branch;
  };

  const resolveContent = ({ content }: FileRecord): number => {
    if (typeof content === 'number') return content;
    const known = byHash.get(content.hash);
    if (known !== undefined) return known.contentId;
    const contentId = contents.push({ ...content.measure, contentId: contents.length + 1 });
    byHash.set(content.hash, contents.at(-1) as KnownContent);
    return contentId;
  };

  const addSearch = (path: string, contentId: number, { branch, text }: SearchRecord): void => {
    if (text !== null) texts.set(contentId, texts.get(contentId) ?? text);
    if (texts.has(contentId)) branchOf(branch).entries.set(path, contentId);
  };

  const write = (record: FileRecord): void => {
    const { path, identity, search } = record;
    const contentId = resolveContent(record);
    if (identity !== null) identities.set(nameOf(path, identity), { identity, contentId });
    if (search !== null) addSearch(path, contentId, search);
  };

  const newestBranch = (): string | null =>
    [...branches]
      .toSorted(([, a], [, b]) => b.settledAt - a.settledAt)
      .find(([, { settledAt }]) => settledAt > 0)?.[0] ?? null;

  const rank = (request: SearchRequest, pattern: RegExp): readonly SearchResult[] => {
    const { only, branch = newestBranch() } = request;
    const prefix = (request.pathPrefix ?? '').replace(/\/+$/u, '');
    return [...(branches.get(branch)?.entries ?? [])]
      .filter(([path]) => isBeneath(path, prefix) && only?.has(path) !== false)
      .map(([filePath, contentId]) => {
        const content = texts.get(contentId) ?? '';
        const score = countMatches(content, pattern) + countMatches(filePath, pattern);
        return { filePath, startLine: 1, endLine: content.split(/\n(?=.)/su).length, score, content };
      })
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, Math.min(Math.max(Math.trunc(request.limit), 1), MAX_LIMIT));
  };

  return {
    warning: null,
    cacheFolder: null,
    owns: () => false,
    openLookup: (branch) => (path, identity) => {
      const found = identities.get(nameOf(path, identity));
      const known = contents[(found?.contentId ?? 0) - 1];
      if (known === undefined || found?.identity !== identity) return null;
      return { ...known, isSearchable: branches.get(branch)?.entries.get(path) === known.contentId };
    },
    findContent: (hash) => byHash.get(hash) ?? null,
    hasText: (contentId) => texts.has(contentId),
    openWriter: () => ({ add: write, writeFull: () => undefined, end: async () => undefined }),
    async settleBranch(name, whole) {
      const branch = branchOf(name);
      settled += 1;
      branch.settledAt = settled;
      if (whole === null) return;
      branch.extent = 'whole';
      for (const path of branch.entries.keys()) if (!whole.has(path)) branch.entries.delete(path);
      const used = [...branches].filter(([, { settledAt }]) => settledAt > 0);
      const oldest = used.toSorted(([, a], [, b]) => b.settledAt - a.settledAt).slice(MAX_BRANCHES);
      for (const [old] of oldest) branches.delete(old);
    },
    extentOf: (branch) => branches.get(branch)?.extent ?? 'none',
    async search(request) {
      const { query } = request;
      const words = toWordPattern(query);
      const results = words === null ? [] : rank(request, words);
      if (results.length > 0) return { query, source: 'keyword', results };
      const text = query.trim();
      return {
        query,
        source: 'grep',
        results: text === '' ? [] : rank(request, new RegExp(escapePattern(text), 'giu')),
      };
    },
    [Symbol.dispose]: () => undefined,
  };
}
