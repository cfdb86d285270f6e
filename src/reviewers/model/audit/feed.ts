/**
 * Reads code and puts it into the first message of an agent: lines around places, or whole files by priority, as far as its budget
 * goes. For models without tools, and for the one inline call of Phase 4 (AUD-32). Called by hunt.ts, deepen.ts, validate.ts,
 * review/verify-claims.ts and repair/write-repair.ts.
 */
import type { AuditSession, HuntTask } from '../../../ports/auditor.ts';
import { judgeRead } from '../../../protocol/rounds/state-transfer-rules.ts';

export interface Place {
  readonly file: string;
  readonly line: number;
  readonly endLine: number;
}

const LINES_AROUND = 30;

/** The lines around each place, as far as the budget is full; each line once. */
export async function feedPlaces(session: AuditSession, places: readonly Place[]): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const { file, line, endLine } of mergePlaces(places)) {
    if (session.account.mode !== 'full') break;
    const answer = await session.context().call('read_file', { path: file, start_line: line, end_line: endLine }, true);
    texts.push(`${file}\n${answer.text}`);
  }
  return texts;
}

/** For an agent that may be asked anew in another form: its code is given, and charged, once. */
export function feedOnce(feed: () => Promise<readonly string[]>): () => Promise<readonly string[]> {
  let fed: Promise<readonly string[]> | null = null;
  return () => {
    fed ??= feed();
    return fed;
  };
}

function mergePlaces(places: readonly Place[]): readonly Place[] {
  const merged: Place[] = [];
  for (const { file, line, endLine } of places) {
    const wide = { file, line: Math.max(1, line - LINES_AROUND), endLine: endLine + LINES_AROUND };
    const at = merged.findIndex((each) => each.file === file && each.line <= wide.endLine && wide.line <= each.endLine);
    const known = merged[at];
    if (known === undefined) merged.push(wide);
    else
      merged[at] = {
        file,
        line: Math.min(known.line, wide.line),
        endLine: Math.max(known.endLine, wide.endLine),
      };
  }
  return merged;
}

/** Whole files in the order in which they matter: hotspots, places of the dimensions, entry points, the rest. */
export async function feedFiles(session: AuditSession, task: HuntTask): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const path of orderFiles(task)) {
    if (session.account.mode !== 'full') break;
    const answer = await session.context().call('read_file', { path }, true);
    texts.push(`${path}\n${answer.text}`);
  }
  return texts;
}

function orderFiles({ files, hotspots, recon, dimensions, transfer }: HuntTask): readonly string[] {
  const spots = recon.spots.filter(({ dimension }) => dimensions.includes(dimension));
  const paths = new Set(files.map(({ path }) => path));
  const wanted = new Set([...hotspots, ...spots, ...recon.entryPoints].map(({ file }) => file));
  return [...new Set([...wanted, ...paths])].filter(
    (file) =>
      paths.has(file) &&
      (transfer === null || judgeRead(transfer.history, { file, range: null, dimension: null }).kind === 'allowed'),
  );
}
