/**
 * Opens an analyzer that is a program of its own: finds it on the search path (else `absent`), learns its version, runs it over a private
 * folder with the assigned files within a time limit, and returns its findings. Never throws; runs nothing of the reviewed repository.
 * Called by open-analyzer.ts; also has helpers for the adapters (bandit, semgrep).
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { AnalyzerOutcome, SourceFile } from '../../ports/analyzer.ts';
import {
  createEnvironment,
  findProgram,
  OUT_OF_TIME,
  type ProgramEnd,
  runProgram,
} from '../../programs/external-process.ts';
import {
  type AnalyzerHost,
  acceptFor,
  type ExternalDeclaration,
  isAccepted,
  type OpenAnalyzer,
} from '../declaration.ts';
import { compareFindings, type Meaning, toFinding } from './external-findings.ts';
import { type PrivateFolder, withPrivateFolder } from './external-folder.ts';
import type { ToolFault, ToolHit, ToolOutput } from './tool-hits.ts';
import type { ToolReport, ToolScan, ToolTask } from './tool-task.ts';

const MAX_OUTPUT_BYTES = 64_000_000;
const VERSION_TIMEOUT_MS = 30_000;
const MAX_REASON_CHARS = 300;

export function openExternal(declaration: ExternalDeclaration, host: AnalyzerHost): OpenAnalyzer {
  const program = findProgram(declaration.program, host.searchPath, host.root);
  const absence = program === null ? `${declaration.program} is not installed` : findAbsence(declaration, host);
  const accepts = acceptFor(declaration, host);
  let loading: Promise<ToolScan> | null = null;
  let version: string | null = null;
  let probing: Promise<string | null> | null = null;
  /** One that ran out of time is not given more: a scope has many batches. */
  let exhausted: ToolReport | null = null;
  const probeVersion = (signal: AbortSignal): Promise<string | null> => {
    probing ??= program === null ? Promise.resolve(null) : learnVersion(declaration, program, host, signal);
    return probing.then((answer) => {
      if (signal.aborted && answer === null) probing = null;
      version = answer;
      return answer;
    });
  };
  return {
    name: declaration.name,
    get version() {
      return version;
    },
    reviewers: Object.keys(declaration.reviewers),
    absence,
    probeVersion,
    accepts,
    async scan(files, snapshot, signal) {
      if (program === null || absence !== null)
        return { status: 'absent', reason: absence, findings: [], unfinished: [] };
      const accepted = files.filter((file) => isAccepted(declaration, accepts, file));
      if (accepted.length === 0) return { status: 'completed', reason: null, findings: [], unfinished: [] };
      loading ??= declaration.load(host);
      const tool = { program, timeoutMs: declaration.timeoutMs, loading };
      const [report] = await Promise.all([
        exhausted ?? scanPrivately(tool, { files: accepted, snapshot, host }, signal),
        probeVersion(signal),
      ]);
      if (report.kind === 'failed' && report.reason.startsWith(OUT_OF_TIME)) exhausted = report;
      return toOutcome(declaration.name, report, accepted);
    },
  };
}

const findAbsence = ({ needs, findAbsence: ask }: ExternalDeclaration, host: AnalyzerHost): string | null =>
  needs !== undefined && findProgram(needs, host.searchPath, host.root) === null
    ? `the ${needs} command is not installed`
    : (ask?.(host) ?? null);

interface FoundTool {
  readonly program: string;
  readonly timeoutMs: number;
  readonly loading: Promise<ToolScan>;
}

async function scanPrivately(
  { program, timeoutMs: usualMs, loading }: FoundTool,
  given: Pick<ToolTask, 'files' | 'snapshot' | 'host'>,
  signal: AbortSignal,
): Promise<ToolReport> {
  try {
    const scan = await loading;
    return await withPrivateFolder((folder) =>
      scan({
        ...given,
        folder,
        run: (args, { cwd, environment, timeoutMs } = {}) =>
          runProgram(
            {
              program,
              args,
              cwd: cwd ?? folder.files,
              environment: { ...createEnvironment(program, folder.home), ...environment },
              timeoutMs: timeoutMs ?? usualMs,
              maxOutputBytes: MAX_OUTPUT_BYTES,
            },
            signal,
          ),
      }),
    );
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}

const VERSION = /(\d+(?:\.\d+)+(?:[\w.+-]*)?)/u;
const HASH_CHARS = 12;

async function learnVersion(
  { versionArgs, versionFrom }: ExternalDeclaration,
  program: string,
  { searchPath, root }: AnalyzerHost,
  signal: AbortSignal,
): Promise<string | null> {
  const said = await askVersion(program, versionArgs, VERSION, signal);
  if (said !== null || signal.aborted) return said;
  const witness = versionFrom === undefined ? null : findProgram(versionFrom.program, searchPath, root);
  const told =
    versionFrom === undefined || witness === null
      ? null
      : await askVersion(witness, versionFrom.args(program), versionFrom.pattern, signal);
  return told ?? (signal.aborted ? null : hashProgram(program));
}

async function askVersion(
  program: string,
  args: readonly string[],
  pattern: RegExp,
  signal: AbortSignal,
): Promise<string | null> {
  const ask = (folder: PrivateFolder): Promise<ProgramEnd> =>
    runProgram(
      {
        program,
        args,
        cwd: folder.files,
        environment: createEnvironment(program, folder.home),
        timeoutMs: VERSION_TIMEOUT_MS,
        maxOutputBytes: 100_000,
      },
      signal,
    );
  const end = await withPrivateFolder(ask).catch(() => null);
  if (end?.kind !== 'ended') return null;
  return pattern.exec(end.stdout)?.[1] ?? pattern.exec(end.stderr)?.[1] ?? null;
}

async function hashProgram(program: string): Promise<string | null> {
  const content = await readFile(program).catch(() => null);
  return content && `sha256:${createHash('sha256').update(content).digest('hex').slice(0, HASH_CHARS)}`;
}

function toOutcome(name: string, report: ToolReport, files: readonly SourceFile[]): AnalyzerOutcome {
  const all = files.map(({ path }) => path);
  if (report.kind === 'failed')
    return { status: 'failed', reason: shorten(`${name}: ${report.reason}`), findings: [], unfinished: all };
  if (report.kind === 'absent')
    return { status: 'absent', reason: shorten(report.reason), findings: [], unfinished: [] };
  const findings = report.findings.toSorted(compareFindings);
  const passed = report.unread === undefined || report.unread.length === 0 ? {} : { unread: report.unread };
  if (report.faults.length === 0) return { status: 'completed', reason: null, findings, unfinished: [], ...passed };
  const faulty = new Set(report.faults.map(({ path }) => path));
  const reasons = [...new Set(report.faults.map(({ reason }) => reason))];
  const more = reasons.length > 1 ? ` (and ${reasons.length - 1} other reasons)` : '';
  return {
    status: 'partial',
    reason: shorten(`${name}: ${reasons[0] ?? ''}${more}`),
    findings,
    unfinished: all.filter((path) => faulty.has(path)),
    ...passed,
  };
}

const shorten = (text: string): string => {
  const line = text.replace(/\s+/gu, ' ').trim();
  return line.length <= MAX_REASON_CHARS ? line : `${line.slice(0, MAX_REASON_CHARS - 1)}…`;
};

/** Puts the files down as they are, or as `adapt` makes them; those the disk refuses are faults. */
export async function placeFiles(
  { files, folder }: Pick<ToolTask, 'files' | 'folder'>,
  adapt: (file: SourceFile) => string = ({ text }) => text,
): Promise<readonly ToolFault[]> {
  const faults: ToolFault[] = [];
  for (const file of files) {
    const isPlaced = await folder.place({ path: file.path, text: adapt(file) });
    if (!isPlaced) faults.push({ path: file.path, reason: 'its path cannot be written to a temporary folder' });
  }
  return faults;
}

/** Turns a tool's output into a report. `mean` says what a hit is to us, or null to leave it out. */
export function reportOutput(
  tool: string,
  output: ToolOutput,
  { files, folder }: Pick<ToolTask, 'files' | 'folder'>,
  mean: (hit: ToolHit) => Meaning | null,
): ToolReport {
  if (output.kind === 'unusable') return { kind: 'failed', reason: output.reason };
  const byPath = new Map(files.map((file) => [file.path, file]));
  const findings = output.hits.flatMap((hit) => {
    const file = byPath.get(folder.locate(hit.path) ?? '');
    const meaning = file === undefined ? null : mean(hit);
    const finding = file === undefined || meaning === null ? null : toFinding(tool, hit, file, meaning);
    return finding === null ? [] : [finding];
  });
  const faults = output.faults.map(({ path, reason }) => ({
    path: path === null ? null : folder.locate(path),
    reason: reason.replaceAll(`${folder.files}/`, ''),
  }));
  const unread = { path: null, reason: `${output.malformed} entries of its output could not be read` };
  return { kind: 'scanned', findings, faults: output.malformed > 0 ? [...faults, unread] : faults };
}

export function addFaults(report: ToolReport, faults: readonly ToolFault[]): ToolReport {
  return report.kind === 'scanned' ? { ...report, faults: [...faults, ...report.faults] } : report;
}
