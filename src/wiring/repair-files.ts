/**
 * Puts repairs of findings into the texts of their files: returns each file before and after, and which repairs were left out and why.
 * Reads through the repository, writes nothing. Called by cli/commands/fix-command.ts, which prints a diff or writes the files, and by
 * write-repairs.ts.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Repository } from '../ports/repository.ts';
import { combineRepairs, readRepair } from '../protocol/findings/repair.ts';
import type { ReportFinding } from '../protocol/report/report-document.ts';

export interface RepairedFile {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  readonly findings: readonly ReportFinding[];
}

export interface LeftRepair {
  readonly finding: ReportFinding;
  readonly reason: string;
}

export interface PlannedRepairs {
  readonly files: readonly RepairedFile[];
  readonly left: readonly LeftRepair[];
}

const ALL_FILES = { include: [], exclude: [], ignoreLines: [], maxFileBytes: 5_000_000 };

/** Whether the file holds exactly this text in UTF-8: what was read from another encoding would be written in this one. */
export async function isPlainText(root: string, path: string, text: string): Promise<boolean> {
  const bytes = await readFile(join(root, path)).catch(() => null);
  return bytes?.equals(Buffer.from(text)) === true;
}

export async function planRepairs(
  repository: Pick<Repository, 'open' | 'root'>,
  findings: readonly ReportFinding[],
): Promise<PlannedRepairs> {
  const left: LeftRepair[] = [];
  const withRepair = findings.filter((finding) => {
    const hasRepair = readRepair(finding) !== null;
    if (!hasRepair) left.push({ finding, reason: 'no mechanical repair' });
    return hasRepair;
  });
  const groups = [...Map.groupBy(withRepair, ({ file }) => file)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  if (groups.length === 0) return { files: [], left };
  const snapshot = await repository.open({ kind: 'all' }, ALL_FILES);
  const files: RepairedFile[] = [];
  for (const [path, own] of groups) {
    const read = await snapshot.read(path);
    if (read.kind !== 'text') {
      left.push(...own.map((finding) => ({ finding, reason: `the file cannot be read: ${read.reason}` })));
      continue;
    }
    if (!(await isPlainText(repository.root, path, read.text))) {
      left.push(...own.map((finding) => ({ finding, reason: 'the file is not in UTF-8 without a byte order mark' })));
      continue;
    }
    const { text, taken, missed } = combineRepairs(read.text, own, readRepair);
    left.push(
      ...missed.map((finding) => ({
        finding,
        reason: 'its lines have changed since the run, or another repair changes them',
      })),
    );
    if (taken.length > 0) files.push({ path, before: read.text, after: text, findings: taken });
  }
  return { files, left };
}
