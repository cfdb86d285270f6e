/**
 * Opens the tools that agents on models may call during a run: read, list and grep files of the snapshot, search the stored index,
 * view a changed file (implemented in context/tools/). Also measures or gives the text that a model is first shown of a changed file.
 * Loaded by review-ports.ts and outgoing.ts, only where a model is asked.
 */
import { createHash } from 'node:crypto';
import { createChangeViews } from '../context/change/change-views.ts';
import { redactSnapshot } from '../context/redacted-snapshot.ts';
import { type Embedder, isInProcess, searchHybrid } from '../context/search/hybrid-search.ts';
import { createAgentTools } from '../context/tools/agent-tools.ts';
import type { ContextSearch } from '../context/tools/semantic-search.ts';
import { formatView } from '../context/tools/show-change.ts';
import type { OpenTools } from '../engine/run-request.ts';
import type { MeasureShown } from '../engine/survey.ts';
import type { OutsideAgents } from '../ports/agent-host.ts';
import type { ViewChange } from '../ports/change-view.ts';
import type { ContextStore, VectorModel } from '../ports/context-store.ts';
import type { IndexedFile, TokenCounter } from '../ports/file-index.ts';
import type { Snapshot } from '../ports/repository.ts';
import { getOrAdd } from '../protocol/collections/get-or-add.ts';
import type { Redactor } from '../protocol/redaction/redactor.ts';
import type { OpenRecording } from '../runs/open-recording.ts';
import { journalSearch } from '../runs/recorded-effects.ts';
import type { Config, Environment } from './config.ts';
import { openEmbedding } from './open-embedding.ts';

const SEARCH_TIMEOUT_MS = 30_000;

interface ToolParts {
  readonly settings: { readonly config: Config };
  readonly environment: Environment;
  readonly store: ContextStore | null;
  readonly recording: OpenRecording | null;
  readonly redactor: Redactor;
  readonly outside?: Pick<OutsideAgents, 'answerBytes'>;
}

export interface OpenedTools {
  readonly openTools: OpenTools;
  /** What a model has to read of a changed file. */
  readonly measureShown: MeasureShown;
}

export async function openToolsOf(parts: ToolParts, counter: TokenCounter): Promise<OpenedTools> {
  const embedder = await openEmbedding(parts.settings.config.embeddingModel, parts.environment);
  const { answerBytes: maxBytes = Number.POSITIVE_INFINITY } = parts.outside ?? {};
  const open = (snapshot: Snapshot) => {
    const redacted = redactSnapshot(snapshot, parts.redactor);
    const search = searchIn(parts, snapshot, embedder);
    const viewChange = getOrAdd(VIEWS, snapshot, () => createChangeViews({ snapshot, redacted, openOutline, search }));
    return { snapshot: redacted, search, viewChange };
  };
  return {
    openTools: (record) => createAgentTools({ ...record, counter, maxBytes, ...open(record.snapshot) }),
    measureShown: measureWith((snapshot) => open(snapshot).viewChange, counter),
  };
}

/** What models are first shown of a changed file; null where that is the file itself. */
export type ShownText = (file: IndexedFile, snapshot: Snapshot) => Promise<string | null>;

const showWith =
  (viewsOf: (snapshot: Snapshot) => ViewChange): ShownText =>
  async ({ path, language, changed }, snapshot) => {
    const view = changed === null ? null : await viewsOf(snapshot)({ path, language, changed }, 'full');
    return view === null ? null : formatView(view);
  };

const measureWith = (viewsOf: (snapshot: Snapshot) => ViewChange, counter: TokenCounter): MeasureShown => {
  const show = showWith(viewsOf);
  return async (file, snapshot) => {
    const text = await show(file, snapshot);
    return text === null ? null : counter.count(text);
  };
};

/** For a plan: nobody searches, and nothing is shown. */
export const createMeasureShown = (redactor: Redactor, counter: TokenCounter): MeasureShown =>
  measureWith(planViews(redactor), counter);

/** For a plan that lists what would leave. */
export const createShownText = (redactor: Redactor): ShownText => showWith(planViews(redactor));

const planViews =
  (redactor: Redactor) =>
  (snapshot: Snapshot): ViewChange =>
    getOrAdd(VIEWS, snapshot, () =>
      createChangeViews({ snapshot, redacted: redactSnapshot(snapshot, redactor), openOutline, search: null }),
    );

/** The same for all agents of a run. */
const VIEWS = new WeakMap<Snapshot, ViewChange>();

const openOutline = async () => (await import('../analyzers/outline/outline-source.ts')).createOutlineSource();

/** Nothing is searched where nothing is cached. Answers are kept: they may be paid for, and what is cached may have changed when the run goes on. */
function searchIn(
  { store, recording, redactor }: ToolParts,
  { branch, read }: Snapshot,
  embedder: Embedder | VectorModel | null,
): ContextSearch | null {
  if (store === null) return null;
  const look: ContextSearch = (request) =>
    searchHybrid(
      store,
      { ...request, branch },
      { embedder, redactor, read, signal: AbortSignal.timeout(SEARCH_TIMEOUT_MS) },
    );
  if (recording === null) return look;
  const name = embedder?.name ?? null;
  return journalSearch(look, recording.recording.journal, {
    hash: (request) =>
      createHash('sha256')
        .update(JSON.stringify([name, branch, request]))
        .digest('hex'),
    isPaid: embedder !== null && !isInProcess(embedder),
  });
}
