/**
 * Finds the places that the audit's dimensions have to look at: calls of the knowledge tables (sinks), files that hold settings by
 * their names, and workflows (payment, checkout) by names of functions. Called by survey-project.ts; wiring/audit-survey.ts takes
 * `isManifest`.
 */

import type { SourceOutline } from '../ports/outline.ts';
import { append, getOrAdd } from '../protocol/collections/get-or-add.ts';
import { compareDimensions, type Dimension } from '../protocol/findings/dimension.ts';
import { fileNameOf } from '../protocol/source/paths.ts';
import { isTestPath } from '../protocol/source/test-path.ts';
import { compareText } from '../protocol/text/compare-text.ts';
import { dotted, fullCallee } from './full-names.ts';
import type { KnowledgeRow } from './knowledge/knowledge-row.ts';
import { FRAMEWORK_ROWS, LANGUAGE_ROWS } from './knowledge/knowledge-rows.ts';
import type { EntryPoint, SinkSpot, Workflow } from './recon.ts';

interface Pattern {
  readonly dimension: Dimension;
  readonly category: string;
  /** In full, `*.` in front for any receiver. */
  readonly name: string;
}

/** Patterns by the last part of their name. */
type PatternTable = ReadonlyMap<string, readonly Pattern[]>;

const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

function buildTable(rows: readonly KnowledgeRow[]): PatternTable {
  const table = new Map<string, Pattern[]>();
  for (const { dimension, category, calls } of rows.flatMap(({ sinks }) => sinks))
    for (const call of calls) {
      const name = dotted(call);
      append(table, lastPart(name), { dimension, category, name });
    }
  return table;
}

/** Calls that also mean something harmless are sinks only on a receiver that looks like a model or a collection. */
const NOSQL_RECEIVER = /(?:^|[.])(?:[A-Z]\w*|\w*[cC]ollection(?:\(\))?|\w*[mM]odel)\.\w+$/u;
const LOOSE = new Set(['nosql']);
/** Calls of the same name that read what was sent. */
const HARMLESS = /\bURL\.Query$|\bsearchParams\.\w+$/u;

function fits(pattern: Pattern, full: string, isConstruction: boolean): boolean {
  const { name, category } = pattern;
  if (HARMLESS.test(full)) return false;
  if (name.startsWith('*.')) return full.endsWith(name.slice(1)) && (!LOOSE.has(category) || NOSQL_RECEIVER.test(full));
  if (full === name) return true;
  if (!name.includes('.')) return false;
  if (full.endsWith(`.${name}`)) return true;
  const parts = name.split('.');
  if (isConstruction) return full === parts.at(-1);
  return parts.length > 2 && full === parts.slice(-2).join('.');
}

/** Test code counts for cryptography and configuration alone (FACT-04). */
const isWanted = (dimension: Dimension, isTest: boolean): boolean =>
  !isTest || dimension === 'D7' || dimension === 'D8';

export function findSinks(outlines: readonly SourceOutline[], frameworks: ReadonlySet<string>): readonly SinkSpot[] {
  const tables = new Map<string, PatternTable>();
  const rows = [...LANGUAGE_ROWS, ...FRAMEWORK_ROWS.filter(({ name }) => frameworks.has(name))];
  const makeTable = (language: string): PatternTable =>
    buildTable(rows.filter(({ languages }) => languages.includes(language)));
  return outlines.flatMap((file) =>
    findFileSinks(
      file,
      getOrAdd(tables, file.language, () => makeTable(file.language)),
    ),
  );
}

function findFileSinks(file: SourceOutline, table: PatternTable): readonly SinkSpot[] {
  const isTest = isTestPath(file.path);
  const spots = new Map<string, SinkSpot>();
  const note = (full: string, line: number, what: string, isConstruction: boolean): void => {
    for (const pattern of table.get(lastPart(full)) ?? []) {
      if (!isWanted(pattern.dimension, isTest) || !fits(pattern, full, isConstruction)) continue;
      const { dimension, category } = pattern;
      spots.set(`${line} ${dimension} ${category}`, { file: file.path, line, dimension, category, what });
    }
  };
  for (const call of file.calls) note(fullCallee(file, call), endLineOfCallee(call), call.callee, call.isConstruction);
  for (const { name, line } of file.bindings)
    if (/\.(?:inner|outer)HTML$/u.test(name)) note(dotted(name), line, name, false);
  return [...spots.values()];
}

/** The line of the first argument is nearest to where the call itself is written in a long chain. */
const endLineOfCallee = (call: SourceOutline['calls'][number]): number =>
  call.callee.includes(')') ? (call.arguments[0]?.line ?? call.endLine) : call.line;

const SETTINGS: readonly (readonly [Dimension, string, RegExp])[] = [
  ['D8', 'container', /(?:^|\/)(?:Dockerfile(?:\.\w+)?|Containerfile|docker-compose[\w.-]*\.ya?ml|compose\.ya?ml)$/u],
  ['D8', 'environment', /(?:^|\/)\.env(?:\.\w+)*$/u],
  ['D8', 'server', /(?:^|\/)(?:nginx[\w.-]*\.conf|httpd\.conf|Caddyfile|\.htaccess|web\.config)$/u],
  [
    'D8',
    'settings',
    /(?:^|\/)(?:settings|config|application|appsettings|production|development|default)(?:[\w.-]*)\.(?:py|js|ts|json|ya?ml|toml|properties|rb|php|ini)$|(?:^|\/)(?:config|settings|conf)\/[^/]+\.(?:py|js|ts|json|ya?ml|toml|rb|php|ini)$/u,
  ],
  [
    'D8',
    'deployment',
    /\.tf$|(?:^|\/)(?:k8s|kubernetes|helm|manifests|deploy)\/.*\.ya?ml$|(?:^|\/)serverless\.ya?ml$/u,
  ],
  ['D8', 'pipeline', /(?:^|\/)\.github\/workflows\/[^/]+\.ya?ml$|(?:^|\/)\.gitlab-ci\.yml$|(?:^|\/)Jenkinsfile$/u],
  [
    'D2',
    'identity',
    /(?:^|\/)(?:[\w-]*(?:auth|session|login|passport|jwt|token|identity|credential|password)[\w-]*)\.(?:[cm]?[jt]sx?|py|go|java|rb|php|cs|kt)$/iu,
  ],
  [
    'D7',
    'keys',
    /\.(?:pem|key|p12|jks|keystore|crt)$|(?:^|\/)(?:[\w-]*(?:crypto|cipher|encrypt|hash|signing)[\w-]*)\.(?:[cm]?[jt]sx?|py|go|java|rb|php|cs)$/iu,
  ],
];

const MANIFEST =
  /(?:^|\/)(?:package\.json|package-lock\.json|yarn\.lock|pnpm-lock\.yaml|requirements[\w.-]*\.txt|pyproject\.toml|poetry\.lock|Pipfile(?:\.lock)?|setup\.py|go\.mod|go\.sum|pom\.xml|build\.gradle(?:\.kts)?|Gemfile(?:\.lock)?|composer\.(?:json|lock)|[\w.-]+\.csproj|packages\.lock\.json|Cargo\.(?:toml|lock))$/u;

export const isManifest = (path: string): boolean => MANIFEST.test(path);

/** Files that hold settings, keys or the identity of users, by their names. */
export const findSettings = (paths: readonly string[]): readonly SinkSpot[] =>
  paths.flatMap((file) => {
    const manifest: readonly SinkSpot[] = isManifest(file)
      ? [{ file, line: 1, dimension: 'D10', category: 'manifest', what: fileNameOf(file) }]
      : [];
    const settings = SETTINGS.filter(
      ([dimension, , pattern]) => pattern.test(file) && isWanted(dimension, isTestPath(file)),
    );
    return [
      ...manifest,
      ...settings.map(([dimension, category]) => ({ file, line: 1, dimension, category, what: file })),
    ];
  });

const WORKFLOWS: readonly (readonly [string, RegExp])[] = [
  ['payment', /pay(?:ment|out|ments)?(?:$|[A-Z_\W])|charge|billing/u],
  ['checkout', /checkout|cart|basket|placeOrder|place_order|createOrder|create_order|priceOrder/u],
  ['order', /(?:^|[_\W])orders?(?:$|[A-Z_\W])|cancelOrder|Orders?$/u],
  ['transfer', /transfer(?!Encoding)|withdraw|deposit/iu],
  ['refund', /refund|chargeback/iu],
  ['discount', /coupon|discount|voucher|redeem|promo(?:tion|code)/iu],
  ['registration', /sign_?up|register(?:User|_user|Account)|registration/iu],
  ['recovery', /reset_?password|forgot_?password|password_?reset/iu],
  ['approval', /approve|approval|moderat/iu],
  ['booking', /booking|reserv(?:e|ation)/iu],
  ['subscription', /subscri(?:be|ption)/iu],
];

/** What workflows are looked for by, as the patterns of other dimensions are named. */
export const WORKFLOW_PATTERNS = WORKFLOWS.map(([subCategory, { source }]) => ({ pattern: source, subCategory }));

const MAX_PLACES = 50;

/** Workflows in which order and amounts matter, by the names of endpoints and functions. */
export function findWorkflows(entries: readonly EntryPoint[], outlines: readonly SourceOutline[]): readonly Workflow[] {
  const named = [
    ...entries
      .filter(({ kind }) => kind === 'http' || kind === 'message' || kind === 'rpc')
      .map(({ file, line, route, handler }) => ({ file, line, words: `${route ?? ''} ${handler ?? ''}` })),
    ...outlines
      .filter(({ path }) => !isTestPath(path))
      .flatMap(({ path, functions }) => functions.map(({ name, line }) => ({ file: path, line, words: name }))),
  ];
  return WORKFLOWS.flatMap(([name, pattern]) => {
    const places = named.filter(({ words }) => pattern.test(words)).map(({ file, line }) => ({ file, line }));
    const unique = [...new Map(places.map((place) => [`${place.file}:${place.line}`, place])).values()];
    return unique.length === 0 ? [] : [{ name, places: unique.slice(0, MAX_PLACES) }];
  });
}

export const compareSpots = (a: SinkSpot, b: SinkSpot): number =>
  compareDimensions(a.dimension, b.dimension) ||
  compareText(a.file, b.file) ||
  a.line - b.line ||
  compareText(a.category, b.category);
