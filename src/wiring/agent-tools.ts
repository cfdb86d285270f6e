/** The tools of agents on models: files, search over what was made searchable of the branch under review. Loaded only for them. */
import { createHash } from 'node:crypto';
import { redactSnapshot } from '../context/redacted-snapshot.ts';
import { type Embedder, searchHybrid } from '../context/search/hybrid-search.ts';
import { createAgentTools } from '../context/tools/agent-tools.ts';
import type { ContextSearch } from '../context/tools/semantic-search.ts';
import type { OpenTools } from '../engine/run-request.ts';
import type { ContextStore } from '../ports/context-store.ts';
import type { TokenCounter } from '../ports/file-index.ts';
import type { Snapshot } from '../ports/repository.ts';
import type { Redactor } from '../protocol/redaction/redactor.ts';
import type { OpenRecording } from '../runs/open-recording.ts';
import { journalSearch } from '../runs/recorded-effects.ts';
import type { Config, Environment } from './config.ts';

const SEARCH_TIMEOUT_MS = 30_000;

interface ToolParts {
  readonly settings: { readonly config: Config };
  readonly environment: Environment;
  readonly store: ContextStore | null;
  readonly recording: OpenRecording | null;
  readonly redactor: Redactor;
}

export async function createOpenTools(parts: ToolParts, counter: TokenCounter): Promise<OpenTools> {
  const embedder = await openEmbedder(parts);
  return (record) =>
    createAgentTools({
      ...record,
      snapshot: redactSnapshot(record.snapshot, parts.redactor),
      counter,
      search: searchIn(parts, record.snapshot, embedder),
    });
}

async function openEmbedder({ settings, environment }: ToolParts): Promise<Embedder | null> {
  const name = settings.config.embeddingModel;
  if (name === null) return null;
  return (await import('../models/create-embedder.ts')).createEmbedder(name, environment);
}

/** Nothing is searched where nothing is cached. Answers are kept: they may be paid for, and what is cached may have changed when the run goes on. */
function searchIn(
  { store, recording, redactor }: ToolParts,
  { branch, read }: Snapshot,
  embedder: Embedder | null,
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
    isPaid: embedder !== null,
  });
}
