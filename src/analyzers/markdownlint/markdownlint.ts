/**
 * Markdown that is shown otherwise than it was meant: links, tables and emphasis that do not work. Matters of style are
 * left out, and neither settings of the repository nor comments in a page can silence it.
 */
import type { AnalyzerFinding, SourceFile } from '../../ports/analyzer.ts';
import { CONFIDENCE, claimFinding } from '../../protocol/findings/finding.ts';
import type { Scan } from '../declaration.ts';
import { scanFiles, UnfinishedFile } from '../scan-files.ts';

const REVIEWER = 'documentation-reviewer';
const MAX_CHARACTERS = 200_000;
const MAX_EVIDENCE_WIDTH = 300;

interface PageRule {
  readonly category: 'links' | 'clarity';
  readonly title: string;
  readonly issue: string;
  readonly recommendation: string;
  /** A page without this cannot have it, which is cheaper to know than to parse it. */
  readonly requires: RegExp;
  /** Lines on which the linter's rule means something else. */
  readonly except?: RegExp;
}

const RULES: Readonly<Record<string, PageRule>> = {
  MD011: {
    category: 'links',
    requires: /\)\[/u,
    title: 'Link with its brackets the wrong way round',
    issue: 'It is shown as text with brackets instead of a link.',
    recommendation: 'Text first, then the address: `[text](address)`.',
  },
  MD018: {
    category: 'clarity',
    requires: /^\s{0,3}#{1,6}[^#\s]/mu,
    title: 'Heading without a space after its #',
    issue: 'It is shown as plain text with a #, and is missing from the outline.',
    recommendation: 'Put a space behind it: `# Title`.',
    except: /^\s*#(?:\d|!|\S+\s*$)/u,
  },
  MD037: {
    category: 'clarity',
    requires: /(?:\*\*|__)\s|\s(?:\*\*|__)/u,
    title: 'Emphasis with spaces inside its marks',
    issue: 'It is shown with its stars or underscores instead of bold or italic.',
    recommendation: 'Put the marks next to the words: `**word**`.',
    except: /`|\$|[*_]\s*[=+/-]|\d\s*\*|^(?!.*(?:\*\*|__))/u,
  },
  MD042: {
    category: 'links',
    requires: /\]\(\s*(?:#|<>)?\s*\)/u,
    title: 'Link without an address',
    issue: 'Who follows it stays on the page.',
    recommendation: 'Give the address, or write plain text.',
  },
  MD052: {
    category: 'links',
    requires: /\]\[/u,
    title: 'Link to a reference that is not defined',
    issue: 'It is shown as text with brackets instead of a link.',
    recommendation: 'Define it at the end of the page: `[name]: https://…`.',
    except: /\[\d+\]\[\d+\]/u,
  },
  MD056: {
    category: 'clarity',
    requires: /^\s*\|?[\s:|-]*-{2,}[\s:|-]*\|/mu,
    title: 'Table row with more or fewer cells than its head',
    issue: 'Cells too many are not shown, cells too few stay empty.',
    recommendation: 'Give every row the cells of the head; a bar inside a cell is written `\\|`.',
  },
};

export const scanMarkdown: Scan = async (files, _snapshot, signal) => {
  const { lint } = await import('markdownlint/sync');
  // All of them at once: one that needs no parser of its own finds nothing when it is alone.
  const config = { default: false, ...Object.fromEntries(Object.keys(RULES).map((rule) => [rule, true])) };
  return scanFiles(files, signal, async (file) => {
    if (file.text.length > MAX_CHARACTERS) throw new UnfinishedFile(`longer than ${MAX_CHARACTERS} characters`);
    if (!Object.values(RULES).some(({ requires }) => requires.test(file.text))) return [];
    const { page = [] } = lint({ strings: { page: file.text }, config, noInlineConfig: true });
    return toFindings(file, page);
  });
};

interface Place {
  readonly lineNumber: number;
  readonly ruleNames: readonly string[];
}

/** One finding per rule, at its first line: a page is mended as a whole. */
function toFindings(file: SourceFile, places: readonly Place[]): readonly AnalyzerFinding[] {
  const lines = file.text.split(/\r?\n/u);
  return Object.entries(RULES).flatMap(([name, rule]) => {
    const at = places
      .filter(({ ruleNames }) => ruleNames[0] === name)
      .map(({ lineNumber }) => lineNumber)
      .filter((line) => isMeant(lines[line - 1], rule))
      .toSorted((a, b) => a - b);
    const [line] = at;
    if (line === undefined) return [];
    const more = at.length > 1 ? ` The same on ${at.length - 1} more lines.` : '';
    const claim = claimFinding({
      severity: 'LOW',
      category: rule.category,
      title: rule.title,
      issue: `${rule.issue}${more}`,
      evidence: (lines[line - 1] ?? '').slice(0, MAX_EVIDENCE_WIDTH),
      recommendation: rule.recommendation,
      confidence: CONFIDENCE.high,
    });
    const place = { file: file.path, line, endLine: line };
    return [{ ...claim, ...place, reviewer: REVIEWER, rule: `markdown-${name.toLowerCase()}` }];
  });
}

const isMeant = (line: string | undefined, { except }: PageRule): boolean =>
  line !== undefined && line.trim() !== '' && !except?.test(line);
