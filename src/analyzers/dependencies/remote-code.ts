/**
 * Matches each line of a source file, Dockerfile or workflow with the patterns of rules/dependencies/ (such as `curl … | sh`) and returns
 * an observation where code is downloaded and run unchecked. Called by dependencies.ts.
 */
import { readTable } from '../rule-tables/read-table.ts';
import { observeRule } from '../source-text/observe-rule.ts';
import type { Observation } from '../source-text/project-scan.ts';
import type { TextDocument } from '../source-text/text-document.ts';

/** Lines beyond this are generated; the rest of them is not read. */
const LINE_CHARS = 2000;

const RULES = readTable('dependencies');

const CHEAP = /curl|wget|exec|eval|install|add |<script|from |import/iu;

/** What each of them comes to. */
const IMPACT = 'Anyone who controls the address, or the network path to it, runs code with the rights of this program.';

export function observeRemoteCode(document: TextDocument): readonly Observation[] {
  const rules = RULES.filter(({ languages }) => languages === null || languages.includes(document.language ?? ''));
  return document.lines.flatMap((whole, index) => {
    const line = whole.length > LINE_CHARS ? whole.slice(0, LINE_CHARS) : whole;
    if (!CHEAP.test(line) || isCommentLine(line)) return [];
    const rule = rules.find(({ pattern, also }) => pattern.test(line) && also?.test(line) !== false);
    return rule ? [{ ...observeRule(rule, { document, line: index + 1 }), impact: IMPACT }] : [];
  });
}

const isCommentLine = (line: string): boolean => /^\s*(?:\/\/|#(?!!)|\*|--|<!--|;|%)/u.test(line);
