/**
 * Parses Semgrep's JSON output into tool hits: severities mapped, files of other projects and low severities dropped, duplicates removed
 * (FACT-06), everything dropped counted; also its faults and the files it scanned. Never throws. Called by semgrep.ts and
 * semgrep-salvage.ts.
 */
import type { Edit } from '../../protocol/findings/repair.ts';
import { asFields, asList, asText, readJson } from '../../protocol/text/json-object.ts';
import { asLine, makeHit, type ToolFault, type ToolHit } from '../external/tool-hits.ts';

/** Semgrep's own words, mildest first. */
const LEVELS: readonly string[] = ['unknown', 'info', 'warning', 'error'];

export type SemgrepOutcome =
  | {
      readonly kind: 'parsed';
      /** Partial where Semgrep itself reports errors or an entry could not be read. */
      readonly status: 'completed' | 'partial';
      readonly hits: readonly ToolHit[];
      readonly dropped: {
        readonly malformed: number;
        readonly belowMinimum: number;
        readonly foreignPath: number;
        readonly duplicate: number;
      };
    }
  | { readonly kind: 'unusable'; readonly reason: string };

const LEVEL_OF: Readonly<Record<string, string>> = {
  low: 'info',
  info: 'info',
  medium: 'warning',
  warning: 'warning',
  high: 'error',
  critical: 'error',
  error: 'error',
};

export const readLevel = (value: unknown): string => {
  const word = asText(value).toLowerCase();
  return Object.hasOwn(LEVEL_OF, word) ? (LEVEL_OF[word] ?? 'unknown') : 'unknown';
};

const rank = (level: string): number => LEVELS.indexOf(level);
const MINIMUM = rank('warning');

const FOREIGN_PATH = /(?:^|\/)(?:node_modules|vendor|third[-_]party|static\/plugins|dist|build)\/|\.min\.(?:js|css)$/u;

export const isForeignPath = (path: string): boolean => FOREIGN_PATH.test(path.replaceAll('\\', '/'));

/** Reads the text of `semgrep-baseline.json`; `nameRule` says what a check is called, wherever its rules lie. */
export function parseSemgrepResults(text: string, nameRule = (check: string): string => check): SemgrepOutcome {
  const document = readJson(text);
  if (document === undefined) return { kind: 'unusable', reason: 'not JSON' };
  const { results, errors } = asFields(document);
  if (!Array.isArray(results)) return { kind: 'unusable', reason: 'no top-level results list' };

  const dropped = { malformed: 0, belowMinimum: 0, foreignPath: 0, duplicate: 0 };
  const unique = new Map<string, ToolHit>();
  for (const result of results as readonly unknown[]) {
    const hit = readHit(result, nameRule);
    if (hit === null) dropped.malformed += 1;
    else if (isForeignPath(hit.path)) dropped.foreignPath += 1;
    else if (rank(hit.level) < MINIMUM) dropped.belowMinimum += 1;
    else if (unique.has(keyOf(hit))) dropped.duplicate += 1;
    else unique.set(keyOf(hit), hit);
  }
  const failed = asList(errors).length > 0 || dropped.malformed > 0;
  return {
    kind: 'parsed',
    status: failed ? 'partial' : 'completed',
    hits: [...unique.values()],
    dropped,
  };
}

/** Files that Semgrep has a rule for, as it names them; null where it does not say. */
export function parseSemgrepScanned(text: string): ReadonlySet<string> | null {
  const { scanned } = asFields(asFields(readJson(text)).paths);
  return Array.isArray(scanned) ? new Set(scanned.map(asText)) : null;
}

/** What Semgrep says it could not do, by file where it names one. Empty for a text that is no result document. */
export function parseSemgrepFaults(text: string): readonly ToolFault[] {
  return asList(asFields(readJson(text)).errors).map((entry) => {
    const { path, message, long_msg, type } = asFields(entry);
    const kind = asText(type) || asText(asList(type)[0]);
    return {
      path: asText(path) || null,
      reason: asText(message) || asText(long_msg) || kind || 'an error without a message',
    };
  });
}

function readHit(value: unknown, nameRule: (check: string) => string): ToolHit | null {
  const { check_id, path, start, end, extra } = asFields(value);
  const { message, severity, metadata, fix, dataflow_trace } = asFields(extra);
  const { cwe, references, confidence } = asFields(metadata);
  const line = asLine(asFields(start).line);
  const endLine = asLine(asFields(end).line ?? line);
  if (line === null || endLine === null || endLine < line) return null;
  const rule = nameRule(asText(check_id));
  return makeHit({
    rule,
    path: String(path ?? '')
      .replaceAll('\\', '/')
      .replace(/^(?:\.\/)+/u, ''),
    line,
    endLine,
    message: asText(message) || rule,
    level: readLevel(severity),
    certainty: asText(confidence) || null,
    cwe: readCwe(cwe),
    references: [references].flat().filter((link) => asText(link).startsWith('https://')) as readonly string[],
    fix: asText(fix) || null,
    edit: readEdit(start, end, fix),
    trace: readTrace(dataflow_trace),
  });
}

/** The text that a rule puts in the place of the whole hit. */
function readEdit(start: unknown, end: unknown, fix: unknown): Edit | null {
  const [from, to] = [asFields(start), asFields(end)];
  const [line, column, end_line, end_column] = [from.line, from.col, to.line, to.col].map(asLine);
  return typeof fix === 'string' && line && column && end_line && end_column
    ? { line, column, end_line, end_column, text: fix }
    : null;
}

/** Metadata says `CWE-89: …`, alone or in a list. */
const readCwe = (value: unknown): string | null => /CWE-\d+/u.exec(asText([value].flat()[0]))?.[0] ?? null;

/** `["CliLoc", [place, text]]`, where a call is on the way `["CliCall", [[place, text], …]]`, and `{ location, content }` between. */
function readStep(value: unknown): { readonly line: number | null; readonly text: string } {
  const { location, content } = asFields(value);
  const told = asList(asList(value)[1]);
  const [place, text] = Array.isArray(told[0]) ? told[0] : told;
  return {
    line: asLine(asFields(asFields(location ?? place).start).line),
    text: asText(content ?? text).replace(/\s+/gu, ' '),
  };
}

/** Null where a version of Semgrep tells it to its customers only. */
function readTrace(value: unknown): ToolHit['trace'] {
  const { taint_source, intermediate_vars, taint_sink } = asFields(value);
  const [source, sink] = [readStep(taint_source), readStep(taint_sink)];
  if (source.line === null || sink.line === null || source.text === '' || sink.text === '') return null;
  const lines = [source, ...asList(intermediate_vars).map(readStep), sink].flatMap(({ line }) => line ?? []);
  return {
    source: `${source.text} :${source.line}`,
    sink: `${sink.text} :${sink.line}`,
    flow: lines
      .filter((line, i) => line !== lines[i - 1])
      .map((line) => `:${line}`)
      .join(' → '),
  };
}

const keyOf = ({ level, rule, path, line, endLine, message }: ToolHit): string =>
  JSON.stringify([level, rule, path, line, endLine, message]);
