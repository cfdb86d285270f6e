/**
 * Writes the part of a knowledge document (`knowledge/languages/*.md`, `knowledge/frameworks/*.md`) that comes from the tables:
 * sources, sinks and guards, so that text and tables cannot drift apart. Called by scripts/generate-knowledge.ts alone.
 */
import type { KnowledgeRow } from './knowledge-row.ts';

/** Calls shown per line, fewer where there are many lines; the tables know more. */
const CALLS_SHOWN = 3;
const MANY_LINES = 12;
const OPEN = '<!-- tables -->';
const CLOSE = '<!-- /tables -->';

export interface KnowledgeDocument {
  /** Path below the folder of the pack. */
  readonly path: string;
  readonly row: KnowledgeRow;
}

export const listDocuments = (
  languages: readonly KnowledgeRow[],
  frameworks: readonly KnowledgeRow[],
): readonly KnowledgeDocument[] => [
  ...languages.map((row) => ({ path: `languages/${row.name}.md`, row })),
  ...frameworks.map((row) => ({ path: `frameworks/${row.name}.md`, row })),
];

const code = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

/** Sources, sinks and guards as short lists. */
export function formatTables({ sources, sinks, guards }: KnowledgeRow): string {
  const shown = sinks.length > MANY_LINES ? CALLS_SHOWN - 1 : CALLS_SHOWN;
  const lines = sinks.map(({ dimension, category, calls }) => {
    const more = calls.length > shown ? ' …' : '';
    return `- ${dimension} ${category}: ${code(calls.slice(0, shown))}${more}`;
  });
  return ['## Sources', '', code(sources), '', '## Sinks', '', ...lines, '', '## Guards', '', code(guards)].join('\n');
}

/** A document with its title and its tables as the data says; the words around them stay. */
export function refreshDocument(text: string, row: KnowledgeRow): string {
  const open = text.indexOf(OPEN);
  const close = text.indexOf(CLOSE);
  if (open < 0 || close < open) return text;
  const titled = text.replace(/^# .*$/mu, `# ${row.title}`);
  const shift = titled.length - text.length;
  return `${titled.slice(0, open + shift + OPEN.length)}\n\n${formatTables(row)}\n\n${titled.slice(close + shift)}`;
}
