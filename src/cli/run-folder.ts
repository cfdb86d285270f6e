/**
 * Adds to the last signal of a report the paths of the files of its run, and returns that report. Under `signal loop` it also writes a
 * folder with plan, summary and checkpoint (SIG-19, COMPLY-15). Files asked for with `-o` are written elsewhere. Called by end-run.ts.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReportDocument } from '../protocol/report/report-document.ts';
import { nameRunFiles, type WrittenFiles } from '../protocol/report/run-files.ts';
import { writeJson } from '../report/json-writer.ts';
import { formatSummary } from '../report/summary.ts';
import { runFoldersPath } from '../runs/store/run-folders.ts';
import { makeFolder } from '../storage/make-folder.ts';
import type { FileOutput } from './outputs.ts';
import { findStateDir } from './state-folder.ts';
import type { Terminal } from './streams.ts';

const OWNER_ONLY = 0o600;

/** The report with its files named in its last signal. `id` is null where the run is not kept. */
export function leaveFiles(
  terminal: Terminal,
  report: ReportDocument,
  outputs: readonly FileOutput[],
  id: string | null,
): ReportDocument {
  // Other documents are not named: the same run says the same, whatever they are called.
  const artifacts = outputs.filter(({ format }) => format === 'summary').map(({ path }) => path);
  const isDriven = terminal.environment.SIGNAL_LOOP_ITERATION !== undefined;
  const files = id === null || !isDriven ? null : placeFiles(join(runFoldersPath(findStateDir(terminal)), id));
  const named = nameRunFiles(report, { folder: files, artifacts });
  if (files === null) return named;
  try {
    writeFiles(files, named);
    return named;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    terminal.stderr.write(`warning: the run's folder could not be created, so its signal names no files: ${reason}\n`);
    return nameRunFiles(report, { folder: null, artifacts });
  }
}

type RunFolder = NonNullable<WrittenFiles['folder']>;

const placeFiles = (folder: string): RunFolder => ({
  folder,
  planFile: join(folder, 'plan.json'),
  summaryFile: join(folder, 'summary.md'),
  checkpointFile: join(folder, 'checkpoint.json'),
  isStuck: false,
});

function writeFiles({ folder, planFile, summaryFile, checkpointFile }: RunFolder, report: ReportDocument): void {
  const { run, scope, budget, agents, complete, signals } = report;
  makeFolder(folder);
  const write = (path: string, text: string): void => writeFileSync(path, text, { mode: OWNER_ONLY });
  const { id, playbook, mode, model } = run;
  const tasks = agents.map(({ agent, wave, round, budget_tokens }) => ({ agent, wave, round, budget_tokens }));
  write(planFile, writeJson({ run: { id, playbook, mode, model }, scope, budget, agents: tasks }));
  write(summaryFile, formatSummary(report));
  const work_remaining = signals.at(-1)?.work_remaining ?? 0;
  write(checkpointFile, writeJson({ run: id, complete, work_remaining, resume: `consensus-review resume ${id}` }));
}
