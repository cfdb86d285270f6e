/**
 * Joins the open flows of all files of a snapshot, scanning missing files first, and returns findings for sinks that a source reaches
 * through several files, sinks that every caller feeds harmless values, and unresolved ones. Called by project-flow.ts.
 */
import { setImmediate } from 'node:timers/promises';
import type { AnalysisCache } from '../../ports/analysis-cache.ts';
import type {
  AnalyzerFinding,
  ExaminedPlace,
  SettledFinding,
  SourceFile,
  UnresolvedSink,
} from '../../ports/analyzer.ts';
import type { FileFlows, OpenSink } from '../../ports/open-flow.ts';
import type { Snapshot } from '../../ports/repository.ts';
import type { ProjectKind } from '../../protocol/config/project-kind.ts';
import type { LineRange } from '../../protocol/findings/finding.ts';
import { isTestPath } from '../../protocol/source/test-path.ts';
import { compareText } from '../../protocol/text/compare-text.ts';
import { createRuleScan } from '../ast-grep/ast-grep.ts';
import { isFollowed } from '../ast-grep/open-sinks.ts';
import { ownRulePack, type RulePack } from '../ast-grep/rule-pack.ts';
import type { Scan } from '../declaration.ts';
import { createOutlineSource } from '../outline/outline-source.ts';
import { packagesAbove } from '../packages/packages-above.ts';
import { type KindOf, loadProjectKinds } from '../packages/project-kind.ts';
import { loadParser } from '../syntax/languages.ts';
import { RULE_FAMILIES, type RuleLanguage } from '../syntax/rule-families.ts';
import { FlowJoin, type FlowPlace, type IsReported, type JoinedSink, UNKNOWN } from './join-flows.ts';
import { describeText, familyOfPath, LINK_LIMITS, LinkedFiles, languageOf } from './linked-files.ts';
import { choosePlace, describeFlow, type ReachedSink, type Scope } from './placed-finding.ts';

const MAX_SINKS = 3_000;
const MAX_REACHED_FILES = 120;
const MAX_MANIFESTS = 200;

export interface JoinedFlows {
  readonly findings: readonly AnalyzerFinding[];
  readonly settled: readonly SettledFinding[];
  /** Sinks of which nothing is told, and of which it is not known that they are harmless. */
  readonly unresolved: readonly UnresolvedSink[];
  /** Sinks that are fed with harmless values only, whether or not anything was assumed of them. */
  readonly examined: readonly ExaminedPlace[];
  readonly limit: string | null;
}

interface JoinContext {
  readonly snapshot: Snapshot;
  readonly projectKind: ProjectKind | null;
  /** What was learned in earlier runs; null where nothing is kept. */
  readonly cache: AnalysisCache | null;
}

export async function joinProject(
  flows: Map<string, FileFlows>,
  { snapshot, projectKind, cache }: JoinContext,
  signal: AbortSignal,
): Promise<JoinedFlows> {
  const kindOf: KindOf = projectKind === null ? await loadProjectKinds(snapshot) : () => projectKind;
  const scope = await readScope(snapshot);
  const paths = await snapshot.paths();
  const manifests = await readManifests(snapshot, paths);
  const files = new LinkedFiles({
    snapshot,
    flows,
    paths,
    manifests,
    parse: await loadParser(),
    outline: await createOutlineSource(),
    rulesOf: ownRulePack,
    cache,
  });
  await completeFlows(flows, { snapshot, scope, files, paths, projectKind, kindOf, cache, signal });
  const isReported: IsReported = ({ file, line }, cwe) => flows.get(file)?.reported.includes(`${cwe} ${line}`) === true;
  const join = new FlowJoin(files, isReported);
  const found: ReachedSink[] = [];
  const safe: SafeSink[] = [];
  const unresolved: UnresolvedSink[] = [];
  const isProgram = [...flows.values()].some(({ begins }) => begins);
  const open = [...flows.values()]
    .toSorted((a, b) => compareText(a.path, b.path))
    .flatMap(({ path, sinks }) => sinks.map((sink) => ({ path, sink })));
  for (const [at, { path, sink }] of open.entries()) {
    signal.throwIfAborted();
    const { line, cwe } = sink.finding;
    const joined = at < MAX_SINKS ? await join.follow(path, sink) : UNKNOWN;
    if (isUnresolved(joined, sink) && !isReported({ file: path, line }, cwe))
      unresolved.push({ file: path, line, cwe });
    if (joined.kind === 'safe' && (isProgram || kindOf(path) !== 'library')) safe.push({ path, sink, joined });
    if (joined.kind === 'reached') found.push({ ...joined, sink });
  }
  const findings = await placeAll(found, scope, files);
  const limit = describeLimits(files, join, open.length);
  const settled = safe.filter(({ sink }) => sink.isAssumed).map(settle);
  return { findings: dropRepeated(findings), settled, unresolved, examined: safe.map(toExamined), limit };
}

interface SafeSink {
  readonly path: string;
  readonly sink: OpenSink;
  readonly joined: Extract<JoinedSink, { kind: 'safe' }>;
}

const settle = ({ path, sink: { rule, finding }, joined }: SafeSink): SettledFinding => ({
  file: path,
  line: finding.line,
  rule,
  reason: describeSafe(joined.asked),
});

const toExamined = ({ path, sink: { finding }, joined }: SafeSink): ExaminedPlace => ({
  file: path,
  line: finding.line,
  endLine: finding.endLine,
  kind: 'unreachable',
  reason: describeSafe(joined.asked),
  cwe: finding.cwe,
});

async function placeAll(
  found: readonly ReachedSink[],
  scope: Scope,
  files: LinkedFiles,
): Promise<readonly AnalyzerFinding[]> {
  const findings: AnalyzerFinding[] = [];
  for (const reached of dropPassed(found)) {
    const place = choosePlace(reached, scope);
    const text = place && (await files.textOf(place.file));
    if (place && text !== null) findings.push(describeFlow(reached, place, text));
  }
  return findings;
}

/** What is assumed of a sink is told of it, too. Where a rule asks for words on the way, such as those of SQL, it is none without them. */
const isUnresolved = (joined: JoinedSink, { isAssumed, ends }: OpenSink): boolean =>
  joined.kind === 'unknown' && !joined.isTold && !isAssumed && (ends.length === 0 || ends.some(({ hasVia }) => hasVia));

const MAX_CALLS_NAMED = 3;

function describeSafe(asked: readonly FlowPlace[]): string {
  const places = [...new Set(asked.map(({ file, line }) => `${file}:${line}`))];
  const more = places.length > MAX_CALLS_NAMED ? ` and ${places.length - MAX_CALLS_NAMED} more` : '';
  const named = places.length === 0 ? '' : ` (${places.slice(0, MAX_CALLS_NAMED).join(', ')}${more})`;
  return `every caller in the project passes a harmless value${named}`;
}

/** Of two sinks on one way the one behind stays: the other only hands the value on. */
const dropPassed = (found: readonly ReachedSink[]): readonly ReachedSink[] =>
  found.filter(
    ({ sink: { finding }, source, steps }) =>
      !found.some(
        (other) =>
          other.sink.finding.cwe === finding.cwe &&
          other.source === source &&
          other.steps.length > steps.length &&
          other.steps.slice(0, -1).some(({ file, line }) => file === finding.file && line === finding.line),
      ),
  );

function describeLimits({ cut }: LinkedFiles, join: FlowJoin, sinks: number): string | null {
  const said = [
    ...(join.cut > 0 ? [`flows through several files not followed to their end for ${join.cut} sinks`] : []),
    ...(join.late > 0 ? [`no time left to follow ${join.late} sinks into other files`] : []),
    ...(cut.large > 0 ? [`${cut.large} large files not searched for callers`] : []),
    ...(sinks > MAX_SINKS ? [`${sinks - MAX_SINKS} sinks not followed into other files`] : []),
    ...(cut.outlined > 0 ? [`no more than ${LINK_LIMITS.outlined} files searched for callers`] : []),
    ...(cut.candidates > 0 ? [`${cut.candidates} functions with more mentions than are searched`] : []),
    ...(cut.words > 0 ? [`${cut.words} files outside the scope not searched for callers`] : []),
  ];
  return said.length === 0 ? null : said.join('; ');
}

/** One finding for a rule and a place. */
function dropRepeated(findings: readonly AnalyzerFinding[]): readonly AnalyzerFinding[] {
  const first = new Map<string, AnalyzerFinding>();
  for (const finding of findings) {
    const key = `${finding.file} ${finding.line} ${finding.rule}`;
    if (!first.has(key)) first.set(key, finding);
  }
  return [...first.values()];
}

async function readScope(snapshot: Snapshot): Promise<Scope> {
  const scope = new Map<string, readonly LineRange[] | null>();
  for await (const entry of snapshot.entries()) if (entry.kind === 'file') scope.set(entry.path, entry.changed);
  return scope;
}

async function readManifests(snapshot: Snapshot, paths: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const path of paths) {
    if (found.size >= MAX_MANIFESTS) break;
    if (!/(?:^|\/)(?:package\.json|[jt]sconfig[\w.-]*\.json|go\.mod)$/u.test(path) || path.includes('node_modules/'))
      continue;
    const read = await snapshot.read(path);
    if (read.kind === 'text') found.set(path, read.text);
  }
  return found;
}

interface Completion {
  readonly snapshot: Snapshot;
  readonly scope: Scope;
  readonly files: LinkedFiles;
  readonly paths: ReadonlySet<string>;
  readonly projectKind: ProjectKind | null;
  readonly kindOf: KindOf;
  readonly cache: AnalysisCache | null;
  readonly signal: AbortSignal;
}

/** Scans what was not scanned: files of the scope whose scan was played from a record, and those that the scope calls into. */
async function completeFlows(flows: Map<string, FileFlows>, parts: Completion): Promise<void> {
  const { scope, paths } = parts;
  // Where the scans of this run are known, a file without flows is one that they could not finish.
  if (flows.size === 0) await scanMissing(flows, [...scope.keys()], parts);
  if ([...paths].every((path) => scope.has(path) || familyOfPath(path) === null)) return;
  const named = groupByName(paths);
  let wave = [...scope.keys()].filter((path) => flows.has(path));
  const reached = new Set(wave);
  for (let depth = 0; depth < 2 && wave.length > 0; depth += 1) {
    const next = new Set<string>();
    for (const path of wave)
      for (const found of await findCalled(path, flows, named, parts.files)) if (!reached.has(found)) next.add(found);
    wave = [...next].slice(0, MAX_REACHED_FILES - reached.size + scope.size);
    for (const path of wave) reached.add(path);
    await scanMissing(flows, wave, parts);
  }
}

/** Files outside the scope that a file may call into: by import, else by a name that it mentions. */
async function findCalled(
  path: string,
  flows: ReadonlyMap<string, FileFlows>,
  named: ReadonlyMap<string, readonly string[]>,
  files: LinkedFiles,
): Promise<readonly string[]> {
  const outline = await files.outlineOf(path);
  const words = new Set(normalize(flows.get(path)?.words ?? '').split(' '));
  const family = familyOfPath(path);
  const found = new Set(outline ? files.importedBy(outline) : []);
  for (const other of [...words].flatMap((word) => named.get(`${family} ${word}`) ?? []))
    if (other !== path && (await files.isLinked(path, other))) found.add(other);
  return [...found];
}

/** Files by their family and the name they have without folder and ending. */
const groupByName = (paths: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> =>
  Map.groupBy(paths, (path) => `${familyOfPath(path)} ${normalize(baseName(path))}`);

const normalize = (words: string): string => words.toLowerCase().replaceAll('_', '');
const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\..*$/u, '');

/** The rules whose flows go on in other files, and no others. */
const followedRules: RulePack = (family) => {
  const { rules, vocabulary } = ownRulePack(family);
  return { rules: rules.filter(isFollowed), vocabulary };
};

async function scanMissing(
  flows: Map<string, FileFlows>,
  paths: readonly string[],
  { files, snapshot, projectKind, kindOf, cache, signal }: Completion,
): Promise<void> {
  const scan = createRuleScan(undefined, followedRules, projectKind);
  for (const path of paths) {
    signal.throwIfAborted();
    const text = flows.has(path) || isTestPath(path) ? null : await files.textOf(path);
    const language = languageOf(path);
    if (text === null || language === null) continue;
    const kind = `flows ${language} ${kindOf(path)}${await nameSilenced(snapshot, path, language)}`;
    const known = cache?.get(kind, path, text) as FileFlows | undefined;
    if (known === undefined) {
      const { found, isWhole } = await scanOne({ path, language, text, changed: null }, scan, snapshot, signal);
      flows.set(path, found);
      if (isWhole) cache?.put(kind, path, text, found);
    } else flows.set(path, known);
    await setImmediate();
  }
}

/** Rules that what the project is built on silences: what is kept of a file was learnt without them. */
async function nameSilenced(snapshot: Snapshot, path: string, language: RuleLanguage): Promise<string> {
  const asking = followedRules(RULE_FAMILIES[language]).rules.filter(({ unlessPackages }) => unlessPackages);
  if (asking.length === 0) return '';
  const packages = await packagesAbove(snapshot, path);
  return asking.map(({ id, unlessPackages }) => (unlessPackages?.test(packages) ? ` without ${id}` : '')).join('');
}

/** What was stopped or failed is not whole: another run may learn more. */
async function scanOne(
  file: SourceFile & { readonly language: RuleLanguage },
  scan: Scan,
  snapshot: Snapshot,
  signal: AbortSignal,
): Promise<{ readonly found: FileFlows; readonly isWhole: boolean }> {
  const { flows, unfinished } = await scan([file], snapshot, signal);
  const { path, language, text } = file;
  const nothing = { sinks: [], begins: false, reported: [] };
  const found = flows?.[0] ?? { path, language, ...describeText(text, RULE_FAMILIES[language]), ...nothing };
  return { found, isWhole: unfinished.length === 0 };
}
