/**
 * Compares a changed file with its text before and observes what users lose: exported names, changed parameters, command-line flags,
 * environment variables. A name in the changed release notes counts as announced. Called by user-persona.ts; config-changes.ts shares its
 * context.
 */

import type { Snapshot } from '../../ports/repository.ts';
import { isTestPath } from '../../protocol/source/test-path.ts';
import { listSome } from '../../protocol/text/list-some.ts';
import { type EntryPoints, isPublicFile } from '../source-text/entry-points.ts';
import { type ExportedName, hasOpenExports, readExports } from '../source-text/exported-api.ts';
import type { Observation } from '../source-text/project-scan.ts';

import { openDocument, type TextDocument } from '../source-text/text-document.ts';

export interface ChangeContext {
  readonly snapshot: Snapshot;
  readonly entries: EntryPoints;
  readonly paths: ReadonlySet<string>;
  /** Text of the release notes that the change touches. */
  readonly announced: string;
  /** Text of the other changed files, to recognise what only moved. */
  readonly changedTexts: ReadonlyMap<string, string>;
}

const NAMES_SHOWN = 8;
const NOTES = /(?:^|\/)(?:changelog|changes|history|news|releases?|migrat\w*|upgrad\w*)[^/]*\.(?:md|mdx|txt|rst)$/iu;
const SETTING = {
  flag: /(?:\.option\(|\.requiredOption\(|add_argument\(|\.addOption\(new Option\()\s*['"](?:-\w,\s?|-\w['"],\s?['"])?(--[\w-]+)/gu,
  variable:
    /(?:process\.env\.|process\.env\[['"]|os\.environ\[['"]|os\.environ\.get\(['"]|os\.getenv\(['"]|os\.Getenv\("|os\.LookupEnv\("|ENV\[['"]|ENV\.fetch\(['"])([A-Z][A-Z0-9_]{2,})/gu,
} as const;

export async function readChangeContext(
  snapshot: Snapshot,
  entries: EntryPoints,
  paths: ReadonlySet<string>,
): Promise<ChangeContext> {
  const changedTexts = new Map<string, string>();
  const notes: string[] = [];
  for await (const entry of snapshot.entries()) {
    if (entry.kind !== 'file') continue;
    const read = await snapshot.read(entry.path);
    if (read.kind !== 'text') continue;
    changedTexts.set(entry.path, read.text);
    if (NOTES.test(entry.path)) notes.push(read.text);
  }
  return { snapshot, entries, paths, announced: notes.join('\n'), changedTexts };
}

export async function observeBreaks(document: TextDocument, context: ChangeContext): Promise<readonly Observation[]> {
  if (isTestPath(document.path) || document.language === null) return [];
  const base = await context.snapshot.readBase(document.path);
  if (base === null || base === document.text) return [];
  return [...observeApi(document, base, context), ...observeSettings(document, base, context)];
}

// ------------------------------------------------------------------------------------------------ exported names

function observeApi(document: TextDocument, base: string, context: ChangeContext): readonly Observation[] {
  const language = document.language ?? '';
  if (!isPublicFile(document, context.entries, context.paths) || hasOpenExports(document.text)) return [];
  const before = readExports(base, language);
  const after = new Map(readExports(document.text, language).map((each) => [each.name, each] as const));
  const isAnnounced = (name: string): boolean => context.announced.includes(name);
  const removed = before.filter(
    ({ name }) => !after.has(name) && !isAnnounced(name) && !isImported(document.text, name),
  );
  const changed = before.flatMap((old) => {
    const now = after.get(old.name);
    const difference = now && !isAnnounced(old.name) ? compareSignatures(old, now, language) : null;
    return now && difference !== null ? [describeSignature(document, now, difference)] : [];
  });
  return [...describeRemoved(document, base, removed), ...changed];
}

/** A Python name that is now imported is still there. */
const isImported = (text: string, name: string): boolean =>
  /^[\w.]+$/u.test(name) &&
  new RegExp(`^\\s*(?:from\\s+\\S+\\s+)?import\\s[^\\n]*\\b${name.replace('.', '\\.')}\\b`, 'mu').test(text);

/** What a caller has to change, or null. A new parameter that may be left out breaks nobody. */
function compareSignatures(old: ExportedName, now: ExportedName, language: string): string | null {
  if (!old.parameters || !now.parameters) return null;
  const count = now.parameters.length;
  if (language === 'go') {
    if (count !== old.parameters.length) return `takes ${count} parameters instead of ${old.parameters.length}`;
    return now.results === old.results ? null : `returns \`${now.results}\` instead of \`${old.results}\``;
  }
  const required = now.parameters.filter(({ isOptional }) => !isOptional).length;
  const requiredBefore = old.parameters.filter(({ isOptional }) => !isOptional).length;
  if (required > requiredBefore) return `needs ${required} parameters instead of ${requiredBefore}`;
  const hasRest = now.parameters.some(({ isRest }) => isRest);
  return !hasRest && count < old.parameters.length
    ? `takes ${count} parameters instead of ${old.parameters.length}`
    : null;
}

const describeSignature = (document: TextDocument, now: ExportedName, difference: string): Observation => ({
  document,
  line: document.lineAt(now.at),
  rule: 'signature-changed',
  severity: 'MEDIUM',
  category: 'breaking-change',
  title: `Callers of ${now.name} have to change`,
  issue: `\`${now.name}\` now ${difference}, and no changed release note mentions it.`,
  recommendation:
    'Keep the old form working (a default value, an options object), or announce the change with what to write instead.',
  extra: {
    user_impact: 'Code that calls it stops working after the update.',
    suggested_approach: 'Optional parameter with a default.',
    effort: 'small',
  },
});

function describeRemoved(
  document: TextDocument,
  base: string,
  removed: readonly ExportedName[],
): readonly Observation[] {
  const [first] = removed;
  if (!first) return [];
  const names = removed.map(({ name }) => `\`${name}\``);
  return [
    {
      document,
      line: lineNear(document, base, first.at),
      rule: 'export-removed',
      severity: 'MEDIUM',
      category: 'breaking-change',
      title: removed.length === 1 ? `${first.name} is no longer exported` : `${removed.length} exported names are gone`,
      issue: `Users could import ${listSome(names, NAMES_SHOWN)} before this change; no changed release note mentions it.`,
      recommendation:
        'Keep the old name as a deprecated alias for one release, or announce the removal with its replacement.',
      extra: {
        user_impact: 'Imports of these names fail after the update.',
        suggested_approach: 'Deprecated alias.',
        effort: 'small',
      },
    },
  ];
}

/** The changed place nearest to where something stood before. */
export function lineNear(document: TextDocument, base: string, at: number): number {
  const line = openDocument({ path: '', language: null, text: base, changed: null }).lineAt(at);
  const ranges = document.changed ?? [];
  const distance = (start: number): number => Math.abs(start - line);
  return ranges.reduce(
    (best, { start }) => (distance(start) < distance(best) ? start : best),
    ranges[0]?.start ?? line,
  );
}

// ------------------------------------------------------------------------------------------------ settings

function observeSettings(document: TextDocument, base: string, context: ChangeContext): readonly Observation[] {
  return (['flag', 'variable'] as const).flatMap((kind) => {
    const now = new Set(listSettings(document.text, kind).map(({ name }) => name));
    const gone = listSettings(base, kind).filter(({ name }) => !now.has(name) && !isKept(name, context));
    const [first] = gone;
    if (!first) return [];
    const names = [...new Set(gone.map(({ name }) => `\`${name}\``))];
    const word = kind === 'flag' ? 'command-line flag' : 'environment variable';
    return [
      {
        document,
        line: lineNear(document, base, first.at),
        rule: 'setting-removed',
        severity: 'MEDIUM' as const,
        category: 'migration',
        title: `The ${word} ${first.name} is no longer read`,
        issue: `Before this change ${names.slice(0, NAMES_SHOWN).join(', ')} had an effect; now nothing in the changed files reads it and no changed release note says so.`,
        recommendation: 'Go on accepting it with a warning that names the replacement, or announce its end.',
        confidence: 0.6,
        extra: {
          user_impact: 'Existing set-ups silently lose this setting.',
          suggested_approach: 'Accept the old name with a warning.',
          effort: 'small',
        },
      },
    ];
  });
}

const listSettings = (text: string, kind: keyof typeof SETTING): readonly { name: string; at: number }[] =>
  [...text.matchAll(SETTING[kind])].map((match) => ({ name: match[1] ?? '', at: match.index }));

/** Announced, or still read somewhere in the change. */
function isKept(name: string, context: ChangeContext): boolean {
  if (context.announced.includes(name)) return true;
  for (const [path, text] of context.changedTexts) {
    const isCode = !/\.(?:md|mdx|txt|rst|env[\w.]*)$/u.test(path);
    if (isCode && text.includes(name)) return true;
  }
  return false;
}
