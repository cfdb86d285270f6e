/**
 * Counts lines that an agent read with the host's own tool like those read with ours: compares what the transcript shows with the
 * files of the run, and has what agrees read by the engine's own `read_file` for the ticket, on its budget. Nothing else counts.
 * Called by review-tools.ts when an agent hands in its output.
 */
import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { Selection, Snapshot } from '../../ports/repository.ts';
import { loadSettings } from '../../wiring/settings.ts';
import type { ProjectAccess } from '../open-project.ts';
import type { Ticket } from './ticket.ts';
import type { ShownLines } from './transcript.ts';

interface ReadRange {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/** Readings of one agent at most. */
const MAX_RANGES = 400;

/** With `/`; null for what lies outside. */
async function pathIn(root: string, path: string): Promise<string | null> {
  const real = await realpath(resolve(root, path)).catch(() => null);
  const way = real === null ? '..' : relative(root, real);
  return way === '' || way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way) ? null : way.split(sep).join('/');
}

/** Lines that are shown as they are in the file, as ranges. */
function agreeing(lines: ReadonlyMap<number, string>, text: string): readonly Omit<ReadRange, 'path'>[] {
  const own = text.split(/\r?\n/u);
  const ranges: { start: number; end: number }[] = [];
  for (const [number, said] of [...lines].toSorted(([a], [b]) => a - b)) {
    const isLast = number === own.length && own[number - 1] === '';
    if (own[number - 1] !== said || isLast) continue;
    const last = ranges.at(-1);
    if (last !== undefined && last.end === number - 1) last.end = number;
    else ranges.push({ start: number, end: number });
  }
  return ranges;
}

async function findRanges(
  root: string,
  snapshot: Snapshot,
  shown: readonly ShownLines[],
  assigned: ReadonlySet<string>,
): Promise<readonly ReadRange[]> {
  const files = new Map<string, Map<number, string>>();
  for (const { path, lines } of shown) {
    const own = await pathIn(root, path);
    if (own === null || (assigned.size > 0 && !assigned.has(own))) continue;
    files.set(own, new Map([...(files.get(own) ?? []), ...lines]));
  }
  const ranges: ReadRange[] = [];
  for (const [path, lines] of files) {
    const outcome = await snapshot.read(path);
    if (outcome.kind === 'text') ranges.push(...agreeing(lines, outcome.text).map((range) => ({ path, ...range })));
  }
  return ranges.slice(0, MAX_RANGES);
}

export interface CountedRun {
  readonly root: string;
  readonly selection: Selection;
}

/** One turn of the agent: readings that its budget does not allow are refused like those of any agent. */
export async function countShownLines(
  access: ProjectAccess,
  { root: folder, selection }: CountedRun,
  ticket: Ticket,
  shown: readonly ShownLines[],
): Promise<void> {
  if (shown.length === 0) return;
  const { environment, stateDir } = access;
  const settings = await loadSettings({ root: folder, selection, configPath: null, environment, flags: {}, stateDir });
  await using repository = settings.repository;
  const snapshot = await repository.open(selection, settings.rules);
  const { files, dimensions } = ticket.assignment;
  const ranges = await findRanges(repository.root, snapshot, shown, new Set(files));
  const about = dimensions.length === 1 ? { dimension: dimensions[0] ?? '' } : {};
  await Promise.all(
    ranges.map(({ path, start, end }) =>
      ticket.call('read_file', { path, start_line: start, end_line: end, ...about }),
    ),
  );
}
