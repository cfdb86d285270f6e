/**
 * Parses SARIF 2.1.0 of another scanner into alarms (rule, file, lines, message, CWEs); results that cannot be placed are counted
 * with a reason. Never throws. Called by wiring/triage.ts for the command `triage`.
 */
import { findCweFamily, normalizeCwe } from '../findings/cwe-family.ts';
import type { Severity } from '../findings/severity.ts';
import { resolvePath } from '../source/paths.ts';
import { asFields, asList, isJsonObject, type JsonObject } from '../text/json-object.ts';

export interface Alarm {
  readonly tool: string;
  readonly rule: string;
  readonly title: string;
  readonly message: string;
  readonly severity: Severity;
  /** As the tool names them, brought to the numbers that our rules use; the first is the one that is shown. */
  readonly cwes: readonly string[];
  /** Relative to the root. */
  readonly file: string;
  readonly line: number;
  readonly endLine: number;
  readonly help: string | null;
}

export interface SarifAlarms {
  readonly tools: readonly string[];
  readonly alarms: readonly Alarm[];
  /** What is no alarm, or names no place, by reason. */
  readonly leftOut: ReadonlyMap<LeftOut, number>;
}

/** `outside`, `no-place`, `too-many`: nobody judges them. The others are no alarms by the word of their tool. */
export type LeftOut = 'outside' | 'no-place' | 'too-many' | 'suppressed' | 'not-a-failure' | 'malformed';

export type ParsedSarif = SarifAlarms | { readonly fault: string };

/** A report of more results is a mistake, or an attack. */
const MAX_ALARMS = 20_000;
const MAX_RULE = 200;
const MAX_TITLE = 120;
const MAX_MESSAGE = 2_000;
const MAX_LINE = 10_000_000;
const MAX_CWES = 8;

/** `root`: the absolute path of the reviewed folder, which absolute addresses of the file are compared with. */
export function parseSarif(text: string, root: string): ParsedSarif {
  let document: unknown;
  try {
    document = JSON.parse(text.replace(/^\uFEFF/u, ''));
  } catch (error) {
    return { fault: `it is no JSON (${error instanceof Error ? error.message : String(error)})` };
  }
  const { runs } = asFields(document);
  if (!Array.isArray(runs)) return { fault: 'it has no list `runs`' };
  return runs.every(isRun)
    ? readRuns(runs.map(asFields), root)
    : { fault: 'an entry of `runs` is no run with a list `results`' };
}

/** What cannot be read as a run would otherwise be a scan without alarms. */
const isRun = (run: unknown): boolean => isJsonObject(run) && (run.results == null || Array.isArray(run.results));

function readRuns(runs: readonly JsonObject[], root: string): SarifAlarms {
  const leftOut = new Map<LeftOut, number>();
  const alarms: Alarm[] = [];
  const tools = new Set<string>();
  for (const run of runs) {
    const scan = openRun(run, root);
    tools.add(scan.tool);
    for (const result of asList(run.results)) {
      const read = alarms.length >= MAX_ALARMS ? 'too-many' : readResult(result, scan);
      if (typeof read === 'string') leftOut.set(read, (leftOut.get(read) ?? 0) + 1);
      else alarms.push(read);
    }
  }
  return { tools: [...tools], alarms, leftOut };
}

interface ScanRun {
  readonly tool: string;
  readonly rules: readonly JsonObject[];
  readonly byId: ReadonlyMap<string, JsonObject>;
  readonly artifacts: readonly unknown[];
  readonly bases: JsonObject;
  readonly root: string;
}

function openRun(run: JsonObject, root: string): ScanRun {
  const tool = asFields(run.tool);
  const driver = asFields(tool.driver);
  const rules = asList(driver.rules).map(asFields);
  const others = asList(tool.extensions).flatMap((each) => asList(asFields(each).rules).map(asFields));
  return {
    tool: textOf(driver.name, MAX_RULE) ?? 'unknown tool',
    rules,
    byId: new Map([...others, ...rules].map((rule) => [String(rule.id ?? ''), rule])),
    artifacts: asList(run.artifacts),
    bases: asFields(run.originalUriBaseIds),
    root,
  };
}

function readResult(given: unknown, scan: ScanRun): Alarm | LeftOut {
  const result = asFields(given);
  const named = asFields(result.rule);
  const at = typeof result.ruleIndex === 'number' ? result.ruleIndex : named.index;
  const id = textOf(result.ruleId ?? named.id ?? scan.rules[Number(at)]?.id, MAX_RULE);
  if (id === null) return 'malformed';
  if (result.kind !== undefined && result.kind !== 'fail' && result.kind !== 'review' && result.kind !== 'open')
    return 'not-a-failure';
  if (result.level === 'none' || result.baselineState === 'absent') return 'not-a-failure';
  if (asList(result.suppressions).some(isAccepted)) return 'suppressed';
  const rule = scan.byId.get(id) ?? scan.byId.get(id.split('/')[0] ?? '') ?? scan.rules[Number(at)] ?? {};
  const place = readPlace(asList(result.locations)[0], scan);
  if (typeof place === 'string') return place;
  const message = messageOf(result.message, rule);
  return {
    tool: scan.tool,
    rule: id.replace(/[^\w./:@-]+/gu, '-'),
    title: titleOf(rule, message, id),
    message,
    severity: severityOf(result, rule),
    cwes: listCwes(result, rule),
    ...place,
    help: addressOf(rule.helpUri),
  };
}

/** A suppression that waits for somebody, or was turned down, suppresses nothing. */
const isAccepted = (given: unknown): boolean => (asFields(given).status ?? 'accepted') === 'accepted';

function readPlace(given: unknown, scan: ScanRun): Pick<Alarm, 'file' | 'line' | 'endLine'> | LeftOut {
  const { artifactLocation, region } = asFields(asFields(given).physicalLocation);
  const artifact = asFields(artifactLocation);
  const listed = typeof artifact.index === 'number' ? asFields(asFields(scan.artifacts[artifact.index]).location) : {};
  const address = artifact.uri === undefined ? listed : artifact;
  if (typeof address.uri !== 'string' || address.uri === '') return 'no-place';
  const file = relativeTo(scan.root, address.uri, baseOf(address.uriBaseId, scan.bases, 0));
  if (file === null) return 'outside';
  const { startLine, endLine } = asFields(region);
  const line = lineOf(startLine) ?? 1;
  return { file, line, endLine: Math.max(line, lineOf(endLine) ?? line) };
}

const lineOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_LINE ? value : null;

const MAX_BASES = 5;

/** Where relative addresses begin; empty: at the root. */
function baseOf(id: unknown, bases: JsonObject, depth: number): string {
  const base = typeof id === 'string' && Object.hasOwn(bases, id) && depth < MAX_BASES ? asFields(bases[id]) : {};
  if (typeof base.uri !== 'string') return '';
  return /^[a-z][\w+.-]*:|^\//iu.test(base.uri) ? base.uri : `${baseOf(base.uriBaseId, bases, depth + 1)}${base.uri}`;
}

/** The path below the root; null where the address lies elsewhere or is none. */
function relativeTo(root: string, uri: string, base: string): string | null {
  const isWhole = /^file:|^[/\\]|^[a-z]:[/\\]/iu.test(uri);
  const written = isWhole ? uri : `${base}${base === '' || base.endsWith('/') ? '' : '/'}${uri}`;
  const path = decode(written.replace(/^file:\/\/(?:localhost(?=\/))?/iu, '').replace(/^file:/iu, ''))
    ?.replaceAll('\\', '/')
    .replace(/^\/(?=[a-z]:\/)/iu, '');
  if (path === undefined || path.includes('\0') || /^[a-z][\w+.-]+:\/\//iu.test(path)) return null;
  const folder = root.replaceAll('\\', '/').replace(/\/+$/u, '');
  const isAbsolute = path.startsWith('/') || /^[a-z]:\//iu.test(path);
  if (!isAbsolute) return resolvePath('', path) || null;
  const plain = `/${resolvePath('', path) ?? ''}`;
  const top = `/${resolvePath('', folder) ?? ''}`;
  return plain.startsWith(`${top}/`) ? plain.slice(top.length + 1) : null;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function messageOf(given: unknown, rule: JsonObject): string {
  const message = asFields(given);
  const strings = asFields(rule.messageStrings);
  const named = typeof message.id === 'string' && Object.hasOwn(strings, message.id) ? strings[message.id] : {};
  const written = message.text ?? message.markdown ?? asFields(named).text;
  const filled = asList(message.arguments).reduce<string>(
    (text, value, i) => text.replaceAll(`{${i}}`, String(value)),
    typeof written === 'string' ? written.slice(0, MAX_MESSAGE) : '',
  );
  return textOf(filled, MAX_MESSAGE) ?? 'The tool gave no message.';
}

/** What the rule is about, else the first sentence of the message. Names that are only the id again say nothing. */
function titleOf(rule: JsonObject, message: string, id: string): string {
  const short = textOf(asFields(rule.shortDescription).text, MAX_TITLE);
  if (short !== null && !short.includes(id)) return short;
  const [sentence = ''] = message.split(/(?<=[\w)`"'][.!?])\s/u);
  const plain = sentence.replace(/[.:]$/u, '');
  return plain.length <= MAX_TITLE ? plain : `${plain.slice(0, MAX_TITLE - 1).trimEnd()}…`;
}

const LEVELS: Readonly<Record<string, Severity>> = { error: 'HIGH', warning: 'MEDIUM', note: 'LOW' };

/** The score that code hosts read, else the level. */
function severityOf(result: JsonObject, rule: JsonObject): Severity {
  const score = Number(
    asFields(result.properties)['security-severity'] ?? asFields(rule.properties)['security-severity'] ?? Number.NaN,
  );
  if (score >= 9) return 'CRITICAL';
  if (score >= 7) return 'HIGH';
  if (score >= 4) return 'MEDIUM';
  if (score >= 0) return 'LOW';
  const level = result.level ?? asFields(rule.defaultConfiguration).level;
  return LEVELS[typeof level === 'string' ? level : 'warning'] ?? 'MEDIUM';
}

/** From tags (`external/cwe/cwe-089`, `CWE-89: …`), properties and taxa of the rule and the result. */
function listCwes(result: JsonObject, rule: JsonObject): readonly string[] {
  const properties = [asFields(rule.properties), asFields(result.properties)];
  const said = [
    ...properties.flatMap(({ tags, cwe, cwes }) => [tags, cwe, cwes].flat()),
    ...asList(result.taxa).flatMap(readTaxon),
    ...asList(rule.relationships).flatMap((each) => readTaxon(asFields(each).target)),
  ];
  const found = said.flatMap((each) => {
    const number = typeof each === 'string' ? /(?:^|\/)cwe[-_ ]?(\d{1,5})(?:\D|$)/iu.exec(each.slice(0, 200)) : null;
    const cwe = number === null ? null : normalizeCwe(number[1] ?? '');
    return cwe === null ? [] : [findCweFamily(cwe)?.cwe ?? cwe];
  });
  return [...new Set(found)].slice(0, MAX_CWES);
}

/** A number counts where the taxonomy is that of CWE: `{ id: "89", toolComponent: { name: "CWE" } }`. */
function readTaxon(given: unknown): readonly string[] {
  const { id, toolComponent } = asFields(given);
  if (typeof id !== 'string' && typeof id !== 'number') return [];
  return /^cwe$/iu.test(String(asFields(toolComponent).name ?? '')) ? [`cwe-${String(id).replace(/^cwe-/iu, '')}`] : [];
}

const addressOf = (value: unknown): string | null => {
  const text = textOf(value, 500);
  return text !== null && /^https:\/\/[^\s<>"']+$/u.test(text) ? text : null;
};

/** On one line, without control characters, cut to its length; null where nothing is left. */
function textOf(value: unknown, most: number): string | null {
  if (typeof value !== 'string') return null;
  const plain = value
    .slice(0, most * 4)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  if (plain === '') return null;
  return plain.length <= most ? plain : `${plain.slice(0, most - 1)}…`;
}
