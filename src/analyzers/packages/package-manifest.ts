/**
 * Parses manifests of npm, Composer, pip, Poetry, Bundler, Go and Maven into declared dependencies with version spec and line. Never
 * throws; leaves out what it cannot read. read-manifest.ts chooses the parser; dependencies/ uses the types.
 */
import { asFields, type JsonObject } from '../../protocol/text/json-object.ts';
import type { TextDocument } from '../source-text/text-document.ts';

export type Ecosystem = 'npm' | 'pypi' | 'go' | 'rubygems' | 'packagist' | 'maven' | 'crates.io';

export interface DeclaredDependency {
  readonly name: string;
  /** Of Maven: registries know it as `group:name`. */
  readonly group?: string;
  /** What a property of the file says in place of the spec. */
  readonly resolved?: string;
  /** Version, range or address as written; empty where none is given. */
  readonly spec: string;
  readonly line: number;
  readonly isDevelopment: boolean;
}

export interface Manifest {
  readonly ecosystem: Ecosystem;
  readonly declared: readonly DeclaredDependency[];
}

/** Line of `"key":` behind `"section":`, or of the section, or 1. */
export function lineOfKey(document: TextDocument, section: string, key: string | null): number {
  const sectionAt = findKey(document.text, section, 0);
  if (sectionAt < 0) return 1;
  const keyAt = key === null ? -1 : findKey(document.text, key, sectionAt);
  return document.lineAt(keyAt < 0 ? sectionAt : keyAt);
}

function findKey(text: string, key: string, from: number): number {
  const quoted = JSON.stringify(key);
  for (let at = text.indexOf(quoted, from); at >= 0; at = text.indexOf(quoted, at + quoted.length)) {
    const rest = text.slice(at + quoted.length, at + quoted.length + 20);
    if (/^\s*:/u.test(rest)) return at;
  }
  return -1;
}

/** Keys that are written with escapes are not found in the text; after so many the search is given up. */
const MISSED_KEYS = 20;
const NPM_SECTIONS = ['dependencies', 'optionalDependencies', 'devDependencies'] as const;
const COMPOSER_SECTIONS = ['require', 'require-dev'] as const;

export const parseNpmDependencies = (document: TextDocument, manifest: JsonObject): readonly DeclaredDependency[] =>
  parseSections(document, manifest, NPM_SECTIONS);

export const parseComposerDependencies = (
  document: TextDocument,
  manifest: JsonObject,
): readonly DeclaredDependency[] =>
  parseSections(document, manifest, COMPOSER_SECTIONS).filter(({ name }) => name.includes('/'));

function parseSections(
  document: TextDocument,
  manifest: JsonObject,
  sections: readonly string[],
): readonly DeclaredDependency[] {
  return sections.flatMap((section) => parseSection(document, section, asFields(manifest[section])));
}

/** Keys come in the order of the text, so each is looked for behind the one before. */
function parseSection(document: TextDocument, section: string, entries: JsonObject): readonly DeclaredDependency[] {
  let cursor = Math.max(0, findKey(document.text, section, 0));
  let misses = 0;
  return Object.entries(entries).flatMap(([name, spec]) => {
    const at = misses > MISSED_KEYS ? -1 : findKey(document.text, name, cursor);
    if (at >= 0) cursor = at;
    else misses += 1;
    if (typeof spec !== 'string') return [];
    return [{ name, spec, line: document.lineAt(cursor), isDevelopment: /dev/iu.test(section) }];
  });
}

const REQUIREMENT = /^([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*([^;#]*)/u;

/** Lines of a requirements file that name a package; options and includes are left out. */
export function parseRequirements(document: TextDocument): readonly DeclaredDependency[] {
  return document.lines.flatMap((text, index) => {
    const line = text.trim().slice(0, 500);
    if (line === '' || line.startsWith('#') || line.startsWith('-')) return [];
    const isAddress = /^(?:git\+|https?:)/u.test(line);
    const match = REQUIREMENT.exec(line);
    const name = isAddress ? (/[#&]egg=([\w.-]+)/u.exec(line)?.[1] ?? line) : match?.[1];
    if (name === undefined) return [];
    return [
      {
        name,
        spec: isAddress ? line : (match?.[2] ?? '').trim(),
        line: index + 1,
        isDevelopment: isDevelopmentPath(document.path),
      },
    ];
  });
}

const isDevelopmentPath = (path: string): boolean => /(?:dev|test|doc|lint)[^/]*\.txt$/iu.test(path);

const TOML_TABLE = /^\[{1,2}\s*([\w."'-]+(?:\s*\.\s*[\w."'-]+)*)\s*\]{1,2}/u;
const POETRY_TABLE = /^tool\.poetry\.(?:(?:group\.[\w-]+\.)?dependencies|dev-dependencies)$/u;
const TOML_STRING_ENTRY = /^([\w."-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|(\{.*))/u;

/** Poetry tables and PEP 621 lists of pyproject.toml, line by line. */
export function parsePyproject(document: TextDocument): readonly DeclaredDependency[] {
  let table = '';
  let isInList = false;
  return document.lines.flatMap((raw, index) => {
    const text = raw.trim().slice(0, 500);
    table = TOML_TABLE.exec(text)?.[1] ?? table;
    if (POETRY_TABLE.test(table)) return parsePoetryEntry(text, index + 1, table);
    if (table === 'project' && /^dependencies\s*=\s*\[/u.test(text)) isInList = true;
    if (!isInList) return [];
    if (text.endsWith(']')) isInList = false;
    return parseListItems(text, index + 1);
  });
}

function parsePoetryEntry(text: string, line: number, table: string): readonly DeclaredDependency[] {
  const entry = TOML_STRING_ENTRY.exec(text);
  const name = entry?.[1];
  if (!entry || name === undefined || name === 'python') return [];
  return [{ name, spec: poetrySpec(entry), line, isDevelopment: /dev|test/u.test(table) }];
}

const parseListItems = (text: string, line: number): readonly DeclaredDependency[] =>
  [...text.matchAll(/"([^"]+)"/gu)].flatMap(([, item]) => {
    const match = REQUIREMENT.exec(item ?? '');
    return match?.[1] === undefined
      ? []
      : [{ name: match[1], spec: (match[2] ?? '').trim(), line, isDevelopment: false }];
  });

function poetrySpec(entry: RegExpExecArray): string {
  const inline = entry[4];
  if (inline === undefined) return entry[2] ?? entry[3] ?? '';
  const address = /(?:git|url)\s*=\s*"([^"]*)"/u.exec(inline)?.[1];
  const revision = /\brev\s*=\s*"([^"]*)"/u.exec(inline)?.[1];
  if (address !== undefined) return `git+${address}${revision === undefined ? '' : `#${revision}`}`;
  return /version\s*=\s*"([^"]*)"/u.exec(inline)?.[1] ?? 'path';
}

const GEM = /^\s*gem\s+['"]([\w.-]+)['"](.*)$/u;

export function parseGemfile(document: TextDocument): readonly DeclaredDependency[] {
  return document.lines.flatMap((text, index) => {
    const match = GEM.exec(text.slice(0, 500));
    if (match?.[1] === undefined) return [];
    return [
      { name: match[1], spec: (match[2] ?? '').replace(/^\s*,\s*/u, '').trim(), line: index + 1, isDevelopment: false },
    ];
  });
}

const GO_REQUIRE = /^(?:require\s+)?([\w.-]+\.[\w-]+\/\S+)\s+(v\S+)/u;

export function parseGoModule(document: TextDocument): readonly DeclaredDependency[] {
  return document.lines.flatMap((text, index) => {
    const match = GO_REQUIRE.exec(text.trim().slice(0, 500));
    if (match?.[1] === undefined || text.includes('=>')) return [];
    return [{ name: match[1], spec: match[2] ?? '', line: index + 1, isDevelopment: false }];
  });
}

/** `<dependency>` elements of a pom.xml that state a version. */
export function parsePom(document: TextDocument): readonly DeclaredDependency[] {
  const found: DeclaredDependency[] = [];
  let artifact: string | null = null;
  let group = '';
  const lines = hideExclusions(document.lines);
  lines.forEach((line, index) => {
    if (/<dependency>/u.test(line)) [artifact, group] = ['', ''];
    if (artifact === null) return;
    group ||= /<groupId>\s*([^<]*)/u.exec(line)?.[1]?.trim() ?? '';
    artifact ||= /<artifactId>\s*([^<]*)/u.exec(line)?.[1]?.trim() ?? '';
    const version = /<version>\s*([^<]*)/u.exec(line)?.[1]?.trim();
    if (version !== undefined)
      found.push({
        name: artifact,
        group,
        spec: version,
        ...resolveProperty(document.text, version),
        line: index + 1,
        isDevelopment: false,
      });
    if (/<\/dependency>/u.test(line)) artifact = null;
  });
  return found;
}

/** Artifacts that an `<exclusions>` names are no dependencies. */
function hideExclusions(lines: readonly string[]): readonly string[] {
  let isInside = false;
  return lines.map((text) => {
    const line = text.slice(0, 500);
    const begin = isInside ? 0 : line.indexOf('<exclusions>');
    if (begin < 0) return line;
    const end = line.indexOf('</exclusions>', begin);
    isInside = end < 0;
    return `${line.slice(0, begin)}${end < 0 ? '' : line.slice(end)}`;
  });
}

/** `${jackson.version}`, where the same file has `<jackson.version>2.9.8</jackson.version>`. */
function resolveProperty(text: string, version: string): { readonly resolved?: string } {
  const [, name] = /^\$\{([\w.-]+)\}$/u.exec(version) ?? [];
  const at = name === undefined ? -1 : text.indexOf(`<${name}>`);
  const value = at < 0 ? undefined : /^<[^>]*>\s*([\w.+-]+)\s*</u.exec(text.slice(at, at + 300))?.[1];
  return value === undefined ? {} : { resolved: value };
}

/** As registries and advisories call it. */
export const nameOf = ({ group = '', name }: DeclaredDependency): string => (group === '' ? name : `${group}:${name}`);
