/**
 * Runs a Go tool over the whole modules of the assigned files, copied into the private folder, once per module and snapshot, and returns
 * the findings of those files. Allows no network, other toolchain, C, workspace or replacement outside the folder. Used by go-vet, gosec
 * and staticcheck.
 */

import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { AnalyzerFinding, SourceFile } from '../../ports/analyzer.ts';
import type { Snapshot } from '../../ports/repository.ts';
import { findProgram, type ProgramEnd } from '../../programs/external-process.ts';
import { findHome } from '../../programs/home-folder.ts';
import { isContained } from '../../repository/files/contained-path.ts';
import { reportOutput } from './external-analyzer.ts';
import type { Meaning } from './external-findings.ts';
import type { PrivateFolder } from './external-folder.ts';
import type { ToolFault, ToolHit, ToolOutput } from './tool-hits.ts';
import type { ExternalHost, ToolReport, ToolScan, ToolTask } from './tool-task.ts';

export interface GoTool {
  readonly name: string;
  readonly args: readonly string[];
  parse(end: ProgramEnd & { readonly kind: 'ended' }): ToolOutput;
  mean(hit: ToolHit): Meaning | null;
}

const LEFT_OUT = /(?:^|\/)(?:vendor|testdata|node_modules)\//u;
const MAX_MODULE_FILES = 20_000;
const PLAIN_MODULE = 'module reviewed.invalid/m\n\ngo 1.21\n';

/** What Go says where a package is neither in the module nor among those the user has already. */
const MISSING_MODULE = /GOPROXY=off|could not import|no required module provides|is not in std/u;
const UNREACHABLE: ToolReport = {
  kind: 'absent',
  reason: 'modules the code needs are not in the module cache, and nothing is fetched',
};

type Modules = Map<string, ToolReport>;

/** Finds in the modules of the assigned files; each module is scanned once per snapshot, also where that failed. */
export function createGoScan(tool: GoTool): ToolScan {
  const known = new WeakMap<Snapshot, Modules>();
  return async (task) => {
    const paths = await task.snapshot.paths();
    const modules = known.get(task.snapshot) ?? new Map<string, ToolReport>();
    known.set(task.snapshot, modules);
    const findings: AnalyzerFinding[] = [];
    const faults: ToolFault[] = [];
    for (const [root, files] of Map.groupBy(task.files, ({ path }) => findModule(path, paths))) {
      const report = modules.get(root) ?? (await scanModule(tool, task, root, paths));
      if (report.kind !== 'failed' || report.reason !== 'aborted') modules.set(root, report);
      const wanted = new Set(files.map(({ path }) => path));
      if (report.kind === 'scanned') {
        findings.push(...report.findings.filter(({ file }) => wanted.has(file)));
        faults.push(...report.faults.filter(({ path }) => path === null || wanted.has(path)));
      } else faults.push(...files.map(({ path }) => ({ path, reason: report.reason })));
    }
    return isUnreachable(task.files, faults) ? UNREACHABLE : { kind: 'scanned', findings, faults };
  };
}

function isUnreachable(files: readonly SourceFile[], faults: readonly ToolFault[]): boolean {
  const missing = new Set(faults.filter(({ reason }) => MISSING_MODULE.test(reason)).map(({ path }) => path));
  return missing.size > 0 && files.every(({ path }) => missing.has(path));
}

/** Folder of the nearest go.mod, '' for the root. */
function findModule(path: string, paths: ReadonlySet<string>): string {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder))
    if (paths.has(`${folder}/go.mod`)) return folder;
  return '';
}

async function scanModule(tool: GoTool, task: ToolTask, root: string, paths: ReadonlySet<string>): Promise<ToolReport> {
  const placed = await placeModule(task, root, paths);
  if (placed === null)
    return { kind: 'failed', reason: `module ${root || '.'} has more than ${MAX_MODULE_FILES} files` };
  const cwd = join(task.folder.files, root);
  const end = await task.run(tool.args, { cwd, environment: createGoEnvironment(task.host) });
  if (end.kind !== 'ended') return { kind: 'failed', reason: end.reason };
  const output = resolvePaths(tool.parse(end), cwd);
  const report = reportOutput(tool.name, output, { files: placed, folder: task.folder }, tool.mean);
  return report.kind === 'scanned' ? spreadFaults(report, placed) : report;
}

/** Tools name files relative to the module; everything else counts from the folder. */
function resolvePaths(output: ToolOutput, cwd: string): ToolOutput {
  if (output.kind === 'unusable') return output;
  return {
    ...output,
    hits: output.hits.map((hit) => ({ ...hit, path: resolve(cwd, hit.path) })),
    faults: output.faults.map((fault) => ({ ...fault, path: fault.path === null ? null : resolve(cwd, fault.path) })),
  };
}

/** A package that does not compile is not checked at all: the fault is one of each of its files. */
function spreadFaults(
  report: ToolReport & { readonly kind: 'scanned' },
  files: readonly SourceFile[],
): ToolReport & { readonly kind: 'scanned' } {
  const reasons = new Map(
    report.faults.flatMap(({ path, reason }) => (path === null ? [] : [[dirname(path), reason]])),
  );
  return {
    ...report,
    faults: [
      ...report.faults.filter(({ path }) => path === null),
      ...files.flatMap(({ path }) => {
        const reason = reasons.get(dirname(path));
        return reason === undefined ? [] : [{ path, reason }];
      }),
    ],
  };
}

async function placeModule(
  { snapshot, folder, host }: ToolTask,
  root: string,
  paths: ReadonlySet<string>,
): Promise<readonly SourceFile[] | null> {
  const own = [...paths].filter(
    (path) => path.endsWith('.go') && !LEFT_OUT.test(path) && findModule(path, paths) === root,
  );
  if (own.length > MAX_MODULE_FILES) return null;
  const placed: SourceFile[] = [];
  for (const path of own.toSorted()) {
    const read = await snapshot.read(path);
    if (read.kind !== 'text') continue;
    const text = host.trustsRepository ? hideEmbeds(read.text) : hideDirectives(hideEmbeds(read.text));
    if (await folder.place({ path, text })) placed.push({ path, language: 'go', text: read.text, changed: null });
  }
  await placeManifest(root, snapshot, folder);
  return placed;
}

async function placeManifest(root: string, snapshot: Snapshot, folder: PrivateFolder): Promise<void> {
  const at = (name: string): string => (root === '' ? name : `${root}/${name}`);
  const manifest = await snapshot.read(at('go.mod'));
  const cwd = join(folder.files, root);
  const text = manifest.kind === 'text' ? dropReplacements(manifest.text, cwd, folder.files) : PLAIN_MODULE;
  await folder.place({ path: at('go.mod'), text });
  const sums = await snapshot.read(at('go.sum'));
  if (sums.kind === 'text') await folder.place({ path: at('go.sum'), text: sums.text });
}

/** Embedded files are not there; without the directive the variable is merely empty. Columns and lines stay. */
const hideEmbeds = (text: string): string => text.replace(/^\/\/go:embed\b/gmu, '//go_embed');

/** Comments that would silence a tool. Columns and lines stay. */
const hideDirectives = (text: string): string =>
  text.replace(/\/\/(\s*)lint:(?=(?:file-)?ignore\b)/gu, '//$1lint_').replace(/#nosec\b/gu, '#no_ec');

/** Without replacements by folders outside of what was put down: Go would read there. */
export function dropReplacements(manifest: string, cwd: string, folder: string): string {
  return manifest
    .split('\n')
    .filter((line) => {
      const target = /=>\s*("?)([^\s"]+)\1\s*(?:\/\/.*)?$/u.exec(line.trimEnd())?.[2];
      if (target === undefined) return true;
      if (!/^(?:\.{1,2}(?:[\\/]|$)|[\\/]|[A-Za-z]:)/u.test(target)) return true;
      return !isAbsolute(target) && !/^[A-Za-z]:/u.test(target) && isContained(folder, resolve(cwd, target));
    })
    .join('\n');
}

/** Modules and compiled packages the user already has are read; nothing is fetched, switched or built with C. */
function createGoEnvironment({ searchPath, root }: ExternalHost): Readonly<Record<string, string>> {
  const go = findProgram('go', searchPath, root) ?? '/usr/local/go/bin/go';
  const cache = process.platform === 'darwin' ? 'Library/Caches' : '.cache';
  return {
    PATH: `${dirname(go)}:/usr/bin:/bin`,
    GOENV: 'off',
    GOFLAGS: '-mod=mod',
    GOPROXY: 'off',
    GOSUMDB: 'off',
    GONOSUMDB: '*',
    GOVCS: '*:off',
    GOTOOLCHAIN: 'local',
    GOWORK: 'off',
    CGO_ENABLED: '0',
    GOPATH: join(findHome(), 'go'),
    GOCACHE: join(findHome(), cache, 'go-build'),
    STATICCHECK_CACHE: join(findHome(), cache, 'staticcheck'),
  };
}
