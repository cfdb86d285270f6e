/**
 * Scans files with a rule pack: extracts embedded code, parses each file once, runs the rules of its language with data flow (flow/), and
 * returns findings, files that could not be parsed, and flows that other files may continue. No comment silences it. Used by
 * declaration.ts, and by own-rules with the rules of the project.
 */
import { setImmediate } from 'node:timers/promises';
import type { NapiConfig, SgNode } from '@ast-grep/napi';
import type {
  AnalyzerFinding,
  AskedPlace,
  ExaminedPlace,
  SourceFile,
  UnparsedFile,
  UnresolvedSink,
} from '../../ports/analyzer.ts';
import type { FileFlows } from '../../ports/open-flow.ts';
import type { Snapshot } from '../../ports/repository.ts';
import { getOrAdd } from '../../protocol/collections/get-or-add.ts';
import type { ProjectKind } from '../../protocol/config/project-kind.ts';
import type { AnalyzerHost, FreeMemory, Scan } from '../declaration.ts';
import { createFileFlow, type FileFlow } from '../flow/flow.ts';
import { EXPORTED } from '../flow/parameters.ts';
import type { Trace } from '../flow/trace.ts';
import { dropTypeArguments } from '../flow/type-arguments.ts';
import { packagesAbove } from '../packages/packages-above.ts';
import { loadProjectKinds } from '../packages/project-kind.ts';
import { type NoteLimit, scanFiles, UnfinishedFile } from '../scan-files.ts';
import { GRAMMARS } from '../syntax/grammars.ts';
import { loadParser, type Parse } from '../syntax/languages.ts';
import { isTextTooDeep, isTreeTooDeep, mayBeDeep } from '../syntax/limits.ts';
import { type PackedLines, readPackedLines } from '../syntax/packed-lines.ts';
import { RULE_FAMILIES, type RuleLanguage } from '../syntax/rule-families.ts';
import { measureErrors, type UnparsedLines } from '../syntax/syntax-errors.ts';
import { startOf, toFinding } from './ast-grep-findings.ts';
import { examinePlaces } from './examine-places.ts';
import { FileSearch, type MayBeCallee } from './file-search.ts';
import { fillTags } from './inline-scripts.ts';
import { createNameTest, type MayBeNamed } from './name-heads.ts';
import { readNotebook } from './notebook-cells.ts';
import { isFollowed, isLinked, mayBegin, OpenSinks } from './open-sinks.ts';
import { findRawTemplate } from './raw-templates.ts';
import { hasRegexFault, readRegexLiteral } from './regex-faults.ts';
import { listWords, type RequiredWords } from './required-words.ts';
import { findFocus } from './rule-focus.ts';
import { EXTRACTORS } from './rule-hosts.ts';
import { type FamilyRules, ownRulePack, type RulePack } from './rule-pack.ts';
import type { Rule, Taint, Vocabulary } from './rule-schema.ts';
import { findInnerLanguage } from './ruled-languages.ts';

const PAUSE_MS = 20;

/** Sources that need no words of their own. */
const ASSUMED: ReadonlySet<string> = new Set(['parameter', 'exported', 'value']);

const isRuleLanguage = (language: string | null): language is RuleLanguage =>
  language !== null && Object.hasOwn(RULE_FAMILIES, language);

/** What a matched node weighs outside the heap, in characters of parsed text. */
const NODE_CHARACTERS = 16;

/** Trees and nodes lie where the engine does not see them: `relieve` hears of them. */
export function createRuleScan(
  relieve: FreeMemory = () => null,
  pack: RulePack = ownRulePack,
  /** What the configuration says of the project; null: its manifests tell. */
  projectKind: ProjectKind | null = null,
  /** What the host asks about, by path. */
  places: AnalyzerHost['places'] = {},
): Scan {
  const byLanguage = new Map<RuleLanguage, FamilyRules>();
  const rulesOf = (language: RuleLanguage): FamilyRules =>
    getOrAdd(byLanguage, language, () => pickRules(pack, language));
  return async (files, snapshot, signal, begin) => {
    const parse = await loadParser();
    const projectOf: ProjectOf = async (path) => projectKind ?? (await loadProjectKinds(snapshot))(path);
    const flows: FileFlows[] = [];
    const unparsed: UnparsedFile[] = [];
    const unresolved: UnresolvedSink[] = [];
    const examined: ExaminedPlace[] = [];
    const outcome = await scanFiles(files, { signal, begin }, async (file, note) => {
      const asked = places[file.path] ?? [];
      const scan = tellPhp(
        file,
        tellCells(file, await scanFile(file, { parse, rulesOf, relieve, snapshot, projectOf, asked })),
      );
      await relieve(file.text.length);
      if (scan.gap !== null) throw new UnfinishedFile(scan.gap, scan.findings);
      if (scan.isBroken) unparsed.push({ path: file.path, fault: BROKEN });
      if (scan.isCutShort) unresolved.push({ file: file.path, line: null, cwe: null });
      noteLimits(scan, note);
      if (scan.flows) flows.push(scan.flows);
      examined.push(...scan.examined);
      return scan.findings;
    });
    const open = flows.filter(({ begins, sinks }) => begins || sinks.length > 0).map(({ path }) => path);
    return {
      ...outcome,
      ...(unparsed.length > 0 ? { unparsed } : {}),
      ...(unresolved.length > 0 ? { unresolved } : {}),
      ...(examined.length > 0 ? { examined } : {}),
      ...(flows.length > 0 ? { flows } : {}),
      ...(open.length > 0 ? { open } : {}),
    };
  };
}

function noteLimits({ unparsed, isCutShort }: FileScan, note: NoteLimit): void {
  if (unparsed !== null) note(UNPARSED, unparsed);
  if (isCutShort) note(CUT_SHORT);
}

/** The rules of one language, with the words of its family. */
function pickRules(pack: RulePack, name: RuleLanguage): FamilyRules {
  const { rules, ...family } = pack(RULE_FAMILIES[name]);
  return { ...family, rules: rules.filter(({ language }) => language.includes(name)) };
}

interface Code {
  readonly language: RuleLanguage;
  readonly text: string;
}

/** Of a page only the code inside is matched; findings quote the page itself. */
function toCode({ path, language, text }: SourceFile): Code | null {
  const inner = findInnerLanguage(path, language);
  if (inner === null) return isRuleLanguage(language) ? { language, text } : null;
  const code = EXTRACTORS[inner](text, path);
  return code === null ? null : { language: inner, text: code };
}

interface FileScan {
  readonly findings: readonly AnalyzerFinding[];
  /** Large parts are no code to the parser: whatever was found, nobody has reviewed the file. */
  readonly isBroken: boolean;
  /** Small parts that are none; null where there are no such. */
  readonly unparsed: UnparsedLines | null;
  /** It had more ways for data than were followed. */
  readonly isCutShort: boolean;
  /** What was not looked at though a rule is there for it: the file is not finished. Null where nothing is missing. */
  readonly gap: string | null;
  /** What other files may continue; null where nothing is known of it. */
  readonly flows: FileFlows | null;
  readonly examined: readonly ExaminedPlace[];
}

const PACKED = 'data flow not judged in lines of packed code';
const UNREAD = 'lines of packed code not analysed';
const BROKEN = 'could not be parsed in large parts';
const UNPARSED = 'could not be parsed';
const CUT_SHORT = 'data flow not followed to its end';
const NOTHING: FileScan = {
  findings: [],
  isBroken: false,
  unparsed: null,
  isCutShort: false,
  gap: null,
  flows: null,
  examined: [],
};

/** Declarations run nowhere. */
const isCode = ({ path }: SourceFile): boolean => !/\.d\.[cm]?ts$/u.test(path);

const UNREAD_CELLS =
  'code cells are not read that are in another language than Python or whose lines share a line of the file';

/** Of a notebook readers know the cell, not the line of the file. */
function tellCells({ language, text }: SourceFile, scan: FileScan): FileScan {
  if (language !== 'notebook') return scan;
  const { unread, placeOf } = readNotebook(text);
  const findings = scan.findings.map((finding) => {
    const place = placeOf(finding.line);
    if (place === null) return finding;
    return {
      ...finding,
      issue: `${finding.issue} This is cell ${place.cell}, line ${place.line}.`,
      extra: { ...finding.extra, cell: place.cell, cell_line: place.line },
    };
  });
  return { ...scan, findings, gap: scan.gap ?? (unread === 0 ? null : UNREAD_CELLS) };
}

const UNREAD_PHP = 'PHP in a page is not read';

/** A server may run PHP in a page whatever the page is called. */
function tellPhp({ language, text }: SourceFile, scan: FileScan): FileScan {
  return language === 'html' && /<\?(?:php\b|=)/iu.test(text) ? { ...scan, gap: scan.gap ?? UNREAD_PHP } : scan;
}

interface ScanContext {
  readonly parse: Parse;
  rulesOf(language: RuleLanguage): FamilyRules;
  readonly relieve: FreeMemory;
  readonly snapshot: Snapshot;
  readonly projectOf: ProjectOf;
  readonly asked: readonly AskedPlace[];
}

/** What the project around a path is made for. */
type ProjectOf = (path: string) => Promise<ProjectKind | null>;

async function scanFile(file: SourceFile, context: ScanContext): Promise<FileScan> {
  const { rulesOf } = context;
  const found = toCode(file);
  if (found === null) return NOTHING;
  const planned = planScan(file, found, rulesOf(found.language));
  if (planned.chosen.length + context.asked.length === 0)
    return { ...NOTHING, flows: planned.sinks?.finish(found.language, []) ?? null };
  const rest = planned.packed?.rest ?? null;
  if (rest !== null) return scanRest(file, { ...found, text: rest }, context);
  return scanCode(file, found, planned, context);
}

/** Of a file that is packed nearly as a whole only the other lines are parsed: rules would take minutes for a few megabytes. */
async function scanRest(file: SourceFile, code: Code, context: ScanContext): Promise<FileScan> {
  const planned = planScan(file, code, context.rulesOf(code.language));
  const scan = planned.chosen.length === 0 ? NOTHING : await scanCode(file, code, planned, { ...context, asked: [] });
  return { ...scan, gap: UNREAD, flows: null, isBroken: false };
}

async function scanCode(file: SourceFile, found: Code, planned: ScanPlan, context: ScanContext): Promise<FileScan> {
  const { parse, rulesOf, relieve, snapshot, projectOf } = context;
  const { code, root, isBroken, unparsed } = readCode(parse, file, found);
  const { language, text } = code;
  const { vocabulary } = rulesOf(language);
  const { chosen, sinks, packed } = code === found ? planned : planScan(file, code, rulesOf(language));
  const search = new FileSearch(root, language, text, parse);
  const findFlow = cacheFlow(root, language, vocabulary, search);
  const pause = createPauses();
  const isReadable = packed?.isReadable ?? (() => true);
  const findings: AnalyzerFinding[] = [];
  const asked = chosen.some(({ project }) => project) ? await projectOf(file.path) : null;
  const mayBeNamed = createNameTest(text);
  const matching = { search, findFlow, mayBeNamed, pause, snapshot, sinks, projectOf, isReadable, vocabulary };
  const packages = chosen.some((rule) => rule.unlessPackages) ? await packagesAbove(snapshot, file.path) : '';
  const isMeant = ({ project, unlessPackages }: Rule): boolean =>
    (project ?? asked) === asked && unlessPackages?.test(packages) !== true;
  for (const rule of chosen.filter(isMeant)) {
    const matched = await matchRule(file, rule, matching);
    findings.push(...(rule.taint ? matched.findings.filter(({ line }) => isReadable(line)) : matched.findings));
    const relief = relieve(matched.nodes * NODE_CHARACTERS);
    if (relief) await relief;
  }
  return {
    findings: dropWeaker(findings, chosen),
    isBroken,
    unparsed,
    isCutShort: findFlow()?.isCutShort === true,
    gap: packed && chosen.some(({ taint }) => taint) ? PACKED : null,
    flows: sinks?.finish(language, findings) ?? null,
    examined: examineAsked(file, { ...context, isJudged: !packed && !isBroken, root, language }, matching),
  };
}

/** What data flow says of places that the host asks about, by every rule of the language that may speak of them. */
function examineAsked(
  file: SourceFile,
  {
    asked,
    isJudged,
    root,
    rulesOf,
    language,
  }: Pick<ScanContext, 'asked' | 'rulesOf'> &
    Pick<Code, 'language'> &
    Pick<ReadCode, 'root'> & { readonly isJudged: boolean },
  matching: NamingContext & Pick<MatchContext, 'search'>,
): readonly ExaminedPlace[] {
  const { search, findFlow } = matching;
  const flow = asked.length === 0 || !isJudged ? null : findFlow();
  if (flow === null) return [];
  const matchesOf = (rule: Rule): readonly SgNode[] =>
    fitsText(rule, file)
      ? toConfigs(rule)
          .flatMap((config) => search.findAll(config))
          .filter((node) => fits(node, rule, matching))
      : [];
  return examinePlaces(file.path, asked, { root, flow, rules: rulesOf(language).rules, matchesOf });
}

interface ReadCode {
  readonly code: Code;
  readonly root: SgNode;
  readonly isBroken: boolean;
  readonly unparsed: UnparsedLines | null;
}

/** As its language has it; where that is no code, as the first other reading that is. */
function readCode(parse: Parse, file: SourceFile, code: Code): ReadCode {
  const root = parseTree(parse, code);
  const errors = isCode(file) ? measureErrors(root) : null;
  const isBroken = errors?.isLarge === true;
  const asRead = { code, root, isBroken, unparsed: isBroken ? null : (errors?.lines ?? null) };
  // A script with tags of a template is often a small part of its page.
  const isDoubtful = isBroken || (asRead.unparsed !== null && code.text !== file.text);
  const other = isDoubtful ? readOtherwise(file, code) : null;
  if (other === null) return asRead;
  const again = parseTree(parse, other);
  const left = measureErrors(again);
  const isBetter = isBroken ? !left.isLarge : (left.lines?.count ?? 0) < (asRead.unparsed?.count ?? 0);
  return isBetter ? { code: other, root: again, isBroken: false, unparsed: left.lines } : asRead;
}

/** JavaScript may be written with types (Flow), and a script of a page with tags of a template. */
function readOtherwise({ text: whole }: SourceFile, { language, text }: Code): Code | null {
  if (language !== 'javascript') return null;
  return text === whole ? { language: 'tsx', text } : { language, text: fillTags(text) };
}

function parseTree(parse: Parse, { language, text }: Code): SgNode {
  if (isTextTooDeep(text)) throw new UnfinishedFile('nested too deeply');
  const plain = parse(language, text);
  if (mayBeDeep(text) && isTreeTooDeep(plain)) throw new UnfinishedFile('nested too deeply');
  return dropTypeArguments(plain, parse, language, text);
}

interface ScanPlan {
  /** Rules that are tried. */
  readonly chosen: readonly Rule[];
  /** Null where no other file goes on with what this one leaves open. */
  readonly sinks: OpenSinks | null;
  /** Null where people wrote the file. */
  readonly packed: PackedLines | null;
}

/** A rule that is followed into other files is tried where no source is seen, too. */
function planScan(
  file: SourceFile,
  { language, text }: Code,
  { rules, vocabulary, words = {} }: FamilyRules,
): ScanPlan {
  const packed = readPackedLines(text);
  const isShared = vocabulary !== null && packed === null && text === file.text && isLinked(file.path, language);
  const mayFlow = (rule: Rule, { sources }: Taint): boolean =>
    (isShared && isFollowed(rule)) || !vocabulary || mayHaveSource(sources, text, vocabulary);
  const written = listWords(text);
  const isTried = (rule: Rule): boolean =>
    hasWords(written, words[rule.id] ?? []) &&
    fitsText(rule, { ...file, text }) &&
    (!rule.taint || mayFlow(rule, rule.taint));
  const sinks = isShared ? new OpenSinks(file, mayBegin(text, vocabulary)) : null;
  return { chosen: rules.filter(isTried), sinks, packed };
}

/** Of two rules that mean one flaw the one that says more stays. */
function dropWeaker(findings: readonly AnalyzerFinding[], rules: readonly Rule[]): readonly AnalyzerFinding[] {
  const yields = new Map(rules.map(({ id, yieldsTo }) => [id, yieldsTo]));
  const told = new Set(findings.map(({ rule, line }) => `${rule} ${line}`));
  return findings.filter(({ rule, line }) => !yields.get(rule ?? '')?.some((other) => told.has(`${other} ${line}`)));
}

const hasWords = (written: string, required: RequiredWords): boolean =>
  required.every((anyOf) => anyOf.some((word) => written.includes(word)));

const fitsText = (rule: Rule, { path, text }: SourceFile): boolean =>
  !rule.exclude?.test(path) && rule.requires?.test(text) !== false && !rule.unless?.test(text);

const mayHaveSource = (sources: Taint['sources'], text: string, { mentions, entries }: Vocabulary): boolean =>
  sources.some((name) => ASSUMED.has(name) || mentions[name]?.test(text)) || entries?.test(text) === true;

/** What tells how things of a file are called. */
interface NamingContext {
  readonly findFlow: FindFlow;
  readonly mayBeNamed: MayBeNamed;
}

interface MatchContext extends NamingContext {
  readonly search: FileSearch;
  /** Whether data flow is judged on a line. */
  isReadable(line: number): boolean;
  readonly pause: Pause;
  readonly snapshot: Snapshot;
  readonly sinks: OpenSinks | null;
  readonly projectOf: ProjectOf;
  readonly vocabulary: Vocabulary | null;
}

async function matchRule(
  file: SourceFile,
  rule: Rule,
  matching: MatchContext,
): Promise<{ readonly findings: readonly AnalyzerFinding[]; readonly nodes: number }> {
  const { search, findFlow, pause, snapshot, sinks, projectOf, isReadable, vocabulary } = matching;
  const findings = new Map<number, AnalyzerFinding>();
  const ways = new Set<string>();
  const isJudged = (node: SgNode): boolean => rule.taint?.place !== 'sink' || isReadable(startOf(node).line + 1);
  const mayBeCallee: MayBeCallee = (variable, callee) => isNamed(callee, rule.names?.[variable], matching);
  const limits = { isWanted: isJudged, mayBeCallee, focus: findFocus(rule, vocabulary) };
  const matched = toConfigs(rule).flatMap((config) => search.findAll(config, limits));
  for (const node of matched) {
    const turn = pause();
    if (turn) await turn;
    if (findings.has(startOf(node).line + 1) || !fits(node, rule, matching)) continue;
    const judged = judgeMatch(file, rule, node, { findFlow, sinks, ways });
    if (judged === null || findings.has(judged.finding.line)) continue;
    const finding = judged.retell?.(await projectOf(file.path)) ?? judged.finding;
    const shown = rule.template ? await showTemplate(finding, node, rule.template, snapshot) : finding;
    if (shown) findings.set(finding.line, shown);
  }
  return { findings: [...findings.values()], nodes: matched.length };
}

/** A variable that was filled in the same way: of sinks that it goes to the first is told. */
function isRepeated({ source, lines, steps }: Trace, ways: Set<string>): boolean {
  const names = steps.map(({ text }) => text).filter((text) => /^[$@]?\w+$/u.test(text));
  const way = JSON.stringify([source, lines, names]);
  const isKnown = names.length > 0 && ways.has(way);
  ways.add(way);
  return isKnown;
}

interface Judged {
  readonly finding: AnalyzerFinding;
  /** Where it matters what the project is made for: the finding for such a project. Null where it does not. */
  readonly retell: ((project: ProjectKind | null) => AnalyzerFinding) | null;
}

function judgeMatch(
  file: SourceFile,
  rule: Rule,
  node: SgNode,
  { findFlow, sinks, ways }: Pick<MatchContext, 'findFlow' | 'sinks'> & { readonly ways: Set<string> },
): Judged | null {
  const flow = findFlow();
  const trace = rule.taint ? traceFocus(node, rule.taint, flow) : null;
  if (isExcused(node, rule, findFlow)) return null;
  if (trace && rule.taint?.once && isRepeated(trace, ways)) return null;
  const finding = trace || !rule.taint ? toFinding(rule, file, { node, trace, project: null }) : null;
  if (flow && rule.taint && trace?.kind !== 'source') sinks?.add(rule, node, flow, finding);
  const kind = finding?.extra.source_kind;
  if (!finding || (kind !== EXPORTED && kind !== 'unknown')) return finding && { finding, retell: null };
  return { finding, retell: (project) => toFinding(rule, file, { node, trace, project }) };
}

/** The finding with the template that writes the value as it is; null where none does. */
async function showTemplate(
  finding: AnalyzerFinding,
  node: SgNode,
  { name, key }: NonNullable<Rule['template']>,
  snapshot: Snapshot,
): Promise<AnalyzerFinding | null> {
  const [template, variable] = [name, key].map((each) => unquote(node.getMatch(each)?.text() ?? ''));
  const place = await findRawTemplate(snapshot, template ?? '', variable ?? '', finding.file ?? '');
  if (place === null) return null;
  const issue = `${finding.issue} The template is \`${place.path}\`, line ${place.line}.`;
  return { ...finding, issue, extra: { ...finding.extra, template: place.path, template_line: place.line } };
}

const unquote = (text: string): string => text.replace(/^['"`]|['"`]$/gu, '');

type Pause = () => Promise<void> | null;

/** What is no longer used outside the heap is freed between two turns of the event loop: long work gives way now and then. */
function createPauses(): Pause {
  let last = performance.now();
  return () => {
    const now = performance.now();
    if (now - last < PAUSE_MS) return null;
    last = now;
    return setImmediate();
  };
}

const isExcused = (node: SgNode, { unlessAround }: Rule, findFlow: FindFlow): boolean =>
  unlessAround?.test(findFlow()?.textAround(node) ?? '') === true;

type FindFlow = () => FileFlow | null;

/** What a rule says about its metavariables beyond their shape: their full names, their types, their values, their expressions. */
const fits = (node: SgNode, rule: Rule, naming: NamingContext): boolean => {
  const { findFlow } = naming;
  return (
    hasFault(node, rule, findFlow) &&
    everyMatch(node, rule.names, (named, pattern) => isNamed(named, pattern, naming)) &&
    everyMatch(node, rule.types, (named, pattern) => pattern.test(findFlow()?.typeOf(named) ?? '')) &&
    everyMatch(node, rule.literals, (named, pattern) => pattern.test(literalOf(named, findFlow)))
  );
};

const everyMatch = (
  node: SgNode,
  patterns: Readonly<Record<string, RegExp>> | undefined,
  isMet: (named: SgNode, pattern: RegExp) => boolean,
): boolean =>
  Object.entries(patterns ?? {}).every(([variable, pattern]) => {
    const named = node.getMatch(variable);
    return named === null || isMet(named, pattern);
  });

/** Whether it is called so in full. Words tell most of those that are not, without data flow. */
const isNamed = (node: SgNode, pattern: RegExp | undefined, { findFlow, mayBeNamed }: NamingContext): boolean =>
  pattern === undefined || (mayBeNamed(pattern, node.text()) && pattern.test(findFlow()?.nameOf(node) ?? node.text()));

function hasFault(node: SgNode, { regex }: Rule, findFlow: FindFlow): boolean {
  const literal = regex ? node.getMatch(regex.focus) : null;
  const source = literal ? readRegexLiteral(literal.is('regex') ? literal.text() : literalOf(literal, findFlow)) : null;
  if (!regex || source === null) return !regex;
  const isAnchored = regex.anchoredBy?.test((node.field('function') ?? node.field('name'))?.text() ?? '') === true;
  return hasRegexFault(isAnchored ? `^(?:${source})` : source, regex.check);
}

const literalOf = (node: SgNode, findFlow: FindFlow): string => findFlow()?.literalOf(node) ?? node.text();

/** Data flow of a file is worked out only when a sink was found in it. */
function cacheFlow(
  root: SgNode,
  language: RuleLanguage,
  vocabulary: Vocabulary | null,
  search: FileSearch,
): () => FileFlow | null {
  const grammar = GRAMMARS[RULE_FAMILIES[language]];
  let flow: FileFlow | null = null;
  return () => {
    if (grammar && vocabulary) flow ??= createFileFlow(root, grammar, vocabulary, (config) => search.findAll(config));
    return flow;
  };
}

const configs = new WeakMap<Rule, readonly NapiConfig[]>();

const toConfigs = (rule: Rule): readonly NapiConfig[] => getOrAdd(configs, rule, () => makeConfigs(rule));

/** One search per matcher, with the constraints on the metavariables that it has. */
const makeConfigs = ({ matchers, constraints, utils }: Rule): readonly NapiConfig[] =>
  matchers.map((rule) => {
    const text = JSON.stringify([rule, utils]);
    const known = Object.entries(constraints ?? {}).filter(([name]) => new RegExp(`\\$${name}\\b`, 'u').test(text));
    return {
      rule,
      ...(known.length > 0 ? { constraints: Object.fromEntries(known) } : {}),
      ...(utils ? { utils } : {}),
    };
  });

/** What ast-grep says against the matchers of a rule; null where it takes them. */
export function findMatcherFault(rule: Rule, root: SgNode): string | null {
  try {
    for (const config of makeConfigs(rule)) root.findAll(config);
    return null;
  } catch (error) {
    const said = (error instanceof Error ? error.message : String(error)).split('|->').at(-1) ?? '';
    return said.replace(/\s+/gu, ' ').trim();
  }
}

function traceFocus(node: SgNode, taint: Taint, flow: FileFlow | null): Trace | null {
  for (const name of taint.focus) {
    const single = node.getMatch(name);
    for (const focus of single ? [single] : node.getMultipleMatches(name)) {
      const trace = flow?.trace(focus, taint);
      if (trace && wentThrough(trace, taint, focus)) return trace;
    }
  }
  return null;
}

function wentThrough(trace: Trace, { via, parameterVia, valueVia = parameterVia }: Taint, focus: SgNode): boolean {
  const texts = [...trace.texts, focus.text()];
  const fits = (pattern: RegExp | undefined) => !pattern || texts.some((text) => pattern.test(text));
  const assumed = trace.kind === 'value' ? valueVia : parameterVia;
  return fits(via) && (trace.kind === 'source' || fits(assumed));
}
