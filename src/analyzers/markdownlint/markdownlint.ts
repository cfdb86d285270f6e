/**
 * Runs markdownlint on each Markdown file with the rules of rules/markdownlint/ (broken links, tables, emphasis; no matters of style) and
 * returns one finding of documentation-reviewer per rule and file, with a repair where there is one. Settings and comments of the
 * repository cannot silence it. Loaded by declaration.ts.
 */
import type { AnalyzerFinding, SourceFile } from '../../ports/analyzer.ts';
import { makeRepair } from '../../protocol/findings/repair.ts';
import type { Scan } from '../declaration.ts';
import { claimRule } from '../rule-tables/claim-rule.ts';
import { readTable } from '../rule-tables/read-table.ts';
import { scanFiles, UnfinishedFile } from '../scan-files.ts';
import { linesOf, quoteCode } from '../source-text/quote-code.ts';
import type { PageRule } from './page-rule.ts';

const REVIEWER = 'documentation-reviewer';
const MAX_CHARACTERS = 200_000;

const RULES = readTable('markdownlint');

/** Where none begins, looking for its end takes a tenth of the time of a page. */
const FRONT_MATTER = /^\uFEFF?(?:---|\+\+\+|\{)/u;

export const scanMarkdown: Scan = async (files, _snapshot, signal, begin) => {
  // All of them at once: one that needs no parser of its own finds nothing when it is alone.
  const config = { default: false, ...Object.fromEntries(RULES.map(({ code }) => [code, true])) };
  return scanFiles(files, { signal, begin }, async (file) => {
    if (file.text.length > MAX_CHARACTERS) throw new UnfinishedFile(`longer than ${MAX_CHARACTERS} characters`);
    if (!RULES.some(({ requires }) => requires.test(file.text))) return [];
    const { lint } = await import('markdownlint/sync');
    const frontMatter = FRONT_MATTER.test(file.text) ? {} : { frontMatter: null };
    const { page = [] } = lint({ strings: { page: file.text }, config, noInlineConfig: true, ...frontMatter });
    return toFindings(file, page);
  });
};

interface Place {
  readonly lineNumber: number;
  readonly ruleNames: readonly string[];
  readonly fixInfo?: {
    readonly lineNumber?: number;
    readonly editColumn?: number;
    readonly deleteCount?: number;
    readonly insertText?: string;
  } | null;
}

/** One finding per rule, at its first line: a page is mended as a whole. */
function toFindings(file: SourceFile, places: readonly Place[]): readonly AnalyzerFinding[] {
  const lines = linesOf(file.text);
  return RULES.flatMap((rule) => {
    const meant = places.filter(
      ({ ruleNames, lineNumber }) => ruleNames[0] === rule.code && isMeant(lines[lineNumber - 1], rule),
    );
    const at = meant.map(({ lineNumber }) => lineNumber).toSorted((a, b) => a - b);
    const [line] = at;
    if (line === undefined) return [];
    const more = at.length > 1 ? ` The same on ${at.length - 1} more lines.` : '';
    return [
      {
        ...claimRule({ ...rule, message: `${rule.message}${more}` }),
        evidence: quoteCode(lines, { line, column: 1, endLine: line }),
        reviewer: REVIEWER,
        file: file.path,
        line,
        endLine: line,
        rule: `markdown-${rule.code.toLowerCase()}`,
        extra: repairBy(meant, file.text),
      },
    ];
  });
}

/** All places of a rule at once; none where markdownlint has no repair for one of them. */
function repairBy(places: readonly Place[], text: string): AnalyzerFinding['extra'] {
  const edits = places.flatMap(({ lineNumber, fixInfo }) => {
    if (!fixInfo) return [];
    const { lineNumber: line = lineNumber, editColumn: column = 1, deleteCount = 0, insertText = '' } = fixInfo;
    // A count of -1 deletes the line.
    if (deleteCount < 0) return [{ line, column: 1, end_line: line + 1, end_column: 1, text: '' }];
    return [{ line, column, end_line: line, end_column: column + deleteCount, text: insertText }];
  });
  const repair = edits.length === places.length ? makeRepair(text, edits) : null;
  return repair === null ? {} : { repair };
}

const isMeant = (line: string | undefined, { except }: PageRule): boolean =>
  line !== undefined && line.trim() !== '' && !except?.test(line);
