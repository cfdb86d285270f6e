/**
 * Makes the `AuditContext` of an audit from the survey and the baseline scan: builds the call graph once, and traces places on it
 * (FACT-07). Called by wiring/audit-ports.ts.
 */
import { ownRulePack } from '../../../analyzers/ast-grep/rule-pack.ts';
import { findInnerLanguage } from '../../../analyzers/ast-grep/ruled-languages.ts';
import { RULE_FAMILIES, type RuleLanguage } from '../../../analyzers/syntax/rule-families.ts';
import type { FlowOutcome } from '../../../ports/auditor.ts';
import type { Snapshot } from '../../../ports/repository.ts';
import { getOrAdd } from '../../../protocol/collections/get-or-add.ts';
import { findCweFamily } from '../../../protocol/findings/cwe-family.ts';
import type { Dimension } from '../../../protocol/findings/dimension.ts';
import type { ClaimedFinding } from '../../../protocol/findings/finding.ts';
import { isSourceLanguage } from '../../../protocol/source/language.ts';
import { buildCallGraph, type CallGraph } from '../../../recon/call-graph.ts';
import { findGuardAround, leadsTo } from '../../../recon/code-links.ts';
import { completeFlow, type EntryIndex, indexEntries, toFlowTarget } from '../../../recon/complete-flow.ts';
import { FRAMEWORK_ROWS, LANGUAGE_ROWS } from '../../../recon/knowledge/knowledge-rows.ts';
import type { ProjectSymbols } from '../../../recon/project-symbols.ts';
import type { CodePlace, Recon } from '../../../recon/recon.ts';
import { findRequestValue } from '../../../recon/request-value.ts';
import { WORKFLOW_PATTERNS } from '../../../recon/sinks.ts';
import type { Survey } from '../../../recon/survey-project.ts';
import type { AuditContext } from './audit-context.ts';
import type { EmbeddedScan } from './scan-baseline.ts';

export function openAuditContext(
  { recon, project, symbols }: Survey,
  scan: EmbeddedScan,
  files: readonly { readonly path: string; readonly language: string | null }[],
  snapshot: Pick<Snapshot, 'read'>,
): AuditContext {
  const graph = buildCallGraph(symbols);
  const entries = indexEntries(graph, project.entryPoints);
  const traces = new Map<string, FlowOutcome>();
  const texts = new Map<string, Promise<readonly string[]>>();
  const sources = new Set(files.filter(({ language }) => isSourceLanguage(language)).map(({ path }) => path));
  const found = new Map(scan.findings.map((finding) => [`${finding.file}:${finding.line}`, finding]));
  return {
    recon,
    project,
    findings: scan.findings,
    trace: (place) => {
      const key = `${place.file}:${place.line}`;
      return getOrAdd(traces, key, () => traceFlow({ graph, entries, symbols }, place, found.get(key)));
    },
    leadsTo: (start, place) => leadsTo(graph, entries, start, place),
    findGuardAround: (entry, place) => {
      const endpoint = project.endpoints.find(({ file, line }) => `${file}:${line}` === entry);
      return endpoint === undefined ? null : findGuardAround(graph, symbols, endpoint, place);
    },
    analysed: scan.analysed,
    unresolvedIn: indexUnresolved(scan.unresolved),
    followsData: indexLanguages(files),
    isSource: (path) => sources.has(path),
    outlined: new Set(symbols.outlines.map(({ path }) => path)),
    analyzers: new Set(scan.analyzers.filter(({ status }) => status === 'completed').map(({ name }) => name)),
    patternsOf: (dimension) => listPatterns(recon, dimension),
    linesOf: (path) => getOrAdd(texts, path, () => readLines(path, snapshot)),
  };
}

/** Two reviewers may tell of one sink. */
function indexUnresolved(sinks: EmbeddedScan['unresolved']): AuditContext['unresolvedIn'] {
  const known = new Map(sinks.map((sink) => [`${sink.file} ${sink.line} ${sink.cwe}`, sink]));
  const byFile = Map.groupBy(known.values(), ({ file }) => file);
  return (path, dimension) =>
    (byFile.get(path) ?? []).filter(({ cwe }) => cwe === null || findCweFamily(cwe)?.dimension === dimension);
}

function indexLanguages(
  files: readonly { readonly path: string; readonly language: string | null }[],
): AuditContext['followsData'] {
  const languages = new Map(files.map(({ path, language }) => [path, findInnerLanguage(path, language) ?? language]));
  return (path, dimension) => {
    const language = languages.get(path);
    if (language == null || !Object.hasOwn(RULE_FAMILIES, language)) return false;
    const { rules } = ownRulePack(RULE_FAMILIES[language as RuleLanguage]);
    return rules.some(({ taint, cwe }) => taint !== undefined && findCweFamily(cwe)?.dimension === dimension);
  };
}

interface Project {
  readonly graph: CallGraph;
  readonly entries: EntryIndex;
  readonly symbols: ProjectSymbols;
}

function traceFlow(
  { graph, entries, symbols }: Project,
  { file, line }: CodePlace,
  finding: Pick<ClaimedFinding, 'source' | 'sink'> | undefined,
): FlowOutcome {
  const { source = null, sink = null } = finding ?? {};
  const flow = completeFlow(graph, toFlowTarget({ file, line, source, sink }), entries);
  if (flow.status === 'complete') {
    const value = findRequestValue(flow, graph, symbols);
    const entry = `${flow.entry.file}:${flow.entry.line}`;
    return { kind: 'complete', steps: flow.steps, entry, ...(value === null ? {} : { value }) };
  }
  // Followed to its end: whoever calls this is no part of the project.
  if (flow.reason === 'external_library') return { kind: 'unknown', reason: flow.note };
  return { kind: 'broken', steps: flow.steps, reason: flow.reason };
}

async function readLines(path: string, snapshot: Pick<Snapshot, 'read'>): Promise<readonly string[]> {
  const read = await snapshot.read(path);
  return read.kind === 'text' ? read.text.split(/\r?\n/u) : [];
}

/** The calls of the tables for the languages and frameworks of the project. */
function listPatterns(recon: Recon, dimension: Dimension): ReturnType<AuditContext['patternsOf']> {
  if (dimension === 'D9') return WORKFLOW_PATTERNS;
  const languages = new Set(recon.languages.map(({ name }) => name));
  const rows = [
    ...LANGUAGE_ROWS.filter((row) => row.languages.some((name) => languages.has(name))),
    ...FRAMEWORK_ROWS.filter(({ name }) => recon.frameworks.includes(name)),
  ];
  return rows
    .flatMap(({ sinks }) => sinks)
    .filter((sink) => sink.dimension === dimension)
    .flatMap(({ category, calls }) => calls.map((pattern) => ({ pattern, subCategory: category })));
}
