/**
 * Runs `runs prune`: lists the stored runs that would be removed (named ones, or by age and number) and removes them after a yes on
 * the terminal or with `--yes`. A run that is still running stays. Called by run-command.ts.
 */

import { EXIT, ReviewError } from '../../errors.ts';
import { PRUNED_SCHEMA } from '../../protocol/report/document-names.ts';
import { summarizeRun } from '../../protocol/report/run-summary.ts';
import type { RunSummary } from '../../protocol/report/runs-document.ts';
import { DEFAULT_RETENTION, type Pruned, type Retention, type StoredRun } from '../../protocol/report/stored-run.ts';
import { parseAge, parseSize } from '../../protocol/text/amount-text.ts';
import { writeJson } from '../../report/json-writer.ts';
import { buildPrunePreview, describePruned } from '../../report/pages/runs-page.ts';
import { describeAge } from '../../report/runs-text.ts';
import { renderTerminal } from '../../report/terminal/render.ts';
import { makeTemporaryFolder } from '../../repository/temporary-folder.ts';
import { findStoredRun } from '../../runs/find-stored-run.ts';
import { giveSpaceBack, type PrunePreview, previewPrune } from '../../runs/store/disk-usage.ts';
import type { RunStore } from '../../runs/store/run-store.ts';
import { createSystemClock } from '../../wiring/system.ts';
import type { Flags } from '../command-declaration.ts';
import { openHistory } from '../run-history.ts';
import { formatTime } from '../runs-page.ts';
import { findRoot } from '../state-folder.ts';
import type { Terminal } from '../streams.ts';

const DAY_MS = 86_400_000;
const FILE_WIDTH = 100;

function readAmount(flags: Flags, name: string, parse: (text: string) => number | null, example: string): number {
  const given = flags[name.replace(/-(.)/u, (_, letter: string) => letter.toUpperCase())];
  if (given === undefined) return Number.POSITIVE_INFINITY;
  const amount = parse(String(given));
  if (amount !== null) return amount;
  throw new ReviewError('bad-value', `--${name} ${String(given)}: expected something like ${example}.`);
}

const parseCount = (text: string): number | null => (/^\d{1,9}$/u.test(text) ? Number(text) : null);

/** What the user asks for and nothing else; without a word, what every run keeps to anyway. */
function readRetention(flags: Flags): Retention {
  const limits = {
    maxRuns: readAmount(flags, 'keep', parseCount, '50'),
    maxAgeDays: readAmount(flags, 'older-than', parseAge, '30d') / DAY_MS,
    maxBytes: readAmount(flags, 'max-size', parseSize, '200MB'),
  };
  const isAsked = Object.values(limits).some(Number.isFinite);
  return isAsked ? { ...limits, minRuns: 0, stepDays: Number.POSITIVE_INFINITY } : DEFAULT_RETENTION;
}

export async function runRunsPrune(terminal: Terminal, positional: readonly string[], flags: Flags): Promise<number> {
  const retention = readRetention(flags);
  using history = openHistory(terminal, false);
  const task =
    history === null
      ? null
      : positional.length > 0
        ? await planNamed(history, positional, findRoot(terminal, flags))
        : await planRetention(history, retention);
  if (task === null || task.preview.runs + task.preview.stripped === 0)
    return end(terminal, flags, { preview: task?.preview ?? NOTHING, pruned: null, text: 'Nothing to remove.\n' });
  const { preview } = task;
  if (await isSure(terminal, flags, preview)) {
    const pruned = await task.carryOut();
    return end(terminal, flags, { preview, pruned, text: describePruned(pruned) });
  }
  const text = flags.dryRun === true ? show(terminal, preview) : refusalOf(terminal, preview);
  return end(terminal, flags, { preview, pruned: null, text });
}

const canAsk = ({ stdin, stderr }: Terminal): boolean => stdin.isTTY === true && stderr.isTTY === true;

/** Whoever was asked has seen the list. */
const refusalOf = (terminal: Terminal, preview: PrunePreview): string =>
  canAsk(terminal) ? 'Nothing was removed.\n' : `${show(terminal, preview)}Nothing was removed. Add --yes to remove.\n`;

async function isSure(terminal: Terminal, flags: Flags, preview: PrunePreview): Promise<boolean> {
  if (flags.dryRun === true) return false;
  if (flags.yes === true) return true;
  if (!canAsk(terminal)) return false;
  terminal.stderr.write(`${show(terminal, preview)}Remove? [y/N] `);
  for await (const answer of terminal.stdin) return /^y(?:es)?$/iu.test(String(answer).trim());
  return false;
}

function show({ stdout }: Terminal, preview: PrunePreview): string {
  const now = Date.now();
  const ageOf = ({ started_at }: RunSummary): number => Math.max(0, (now - Date.parse(started_at)) / 1000);
  const gone = preview.gone.map((run) => summarizeRun(run, formatTime));
  const page = buildPrunePreview({ ...preview, gone }, (run) => describeAge(ageOf(run)));
  return renderTerminal(page, { color: false, width: stdout.columns ?? FILE_WIDTH, verbose: false });
}

const NOTHING: PrunePreview = { gone: [], kept: 0, runs: 0, stripped: 0, bytes: 0 };

interface PruneTask {
  readonly preview: PrunePreview;
  carryOut(): Promise<Pruned>;
}

const planRetention = async (history: RunStore, retention: Retention): Promise<PruneTask> => ({
  preview: await previewPrune(history.path, retention, createSystemClock(), makeTemporaryFolder('prune')),
  carryOut: () => history.prune(retention),
});

async function planNamed(history: RunStore, names: readonly string[], root: string): Promise<PruneTask> {
  const found = new Map<string, StoredRun>();
  for (const name of names) {
    const run = await findStoredRun(history, name, root);
    if (run.status === 'running') throw new ReviewError('run-busy', `${run.id} is still running.`);
    found.set(run.id, run);
  }
  const gone = [...found.values()];
  const kept = (await history.list()).length - gone.length;
  return {
    preview: { gone, kept, runs: gone.length, stripped: 0, bytes: 0 },
    async carryOut() {
      const forgotten = await Promise.all(gone.map(({ id }) => history.forget(id)));
      return { runs: forgotten.filter(Boolean).length, stripped: 0, bytes: giveSpaceBack(history.path) };
    },
  };
}

interface PruneEnd {
  readonly preview: PrunePreview;
  /** Null where nothing was removed. */
  readonly pruned: Pruned | null;
  readonly text: string;
}

function end(terminal: Terminal, flags: Flags, { preview, pruned, text }: PruneEnd): number {
  const document = {
    schema: PRUNED_SCHEMA,
    removed: pruned !== null,
    runs: preview.gone.map(({ id }) => id),
    stripped: preview.stripped,
    bytes: pruned?.bytes ?? preview.bytes,
    kept: preview.kept,
  };
  terminal.stdout.write(flags.format === 'json' ? writeJson(document) : text);
  return EXIT.ok;
}
