/**
 * Compares Markdown (links, commands, flags, imports, headings, code blocks) and comments of source files (parameters, mentioned
 * documents, undocumented exports) with the repository and returns findings of documentation-reviewer, with scores from 1 to 5 per file
 * (FACT-12). Loaded by declaration.ts.
 */

import { directoryOf, resolvePath } from '../../protocol/source/paths.ts';
import { isTestPath } from '../../protocol/source/test-path.ts';
import { readJson } from '../../protocol/text/json-object.ts';
import { listSome } from '../../protocol/text/list-some.ts';
import type { Scan } from '../declaration.ts';
import { type EntryPoints, isEntryPoint, readEntryPoints } from '../source-text/entry-points.ts';
import { readExports } from '../source-text/exported-api.ts';
import { type MaskedSource, maskSource } from '../source-text/mask-source.ts';
import { createProjectScan, type Observation } from '../source-text/project-scan.ts';
import { openTree, type ProjectTree } from '../source-text/project-tree.ts';
import { isChangedLine, type TextDocument } from '../source-text/text-document.ts';
import { type CommandCatalog, observeCommands, readCatalog } from './documented-commands.ts';
import { type FlagCatalog, observeFlags, readFlags } from './documented-flags.ts';
import { observeImports } from './documented-imports.ts';
import { observeDocumentedParameters } from './documented-parameters.ts';
import { observeLinks } from './markdown-links.ts';
import { type MarkdownText, parseMarkdown } from './markdown-text.ts';

/** Fewer undocumented exports than this are no pattern, unless the file documents others. */
const UNDOCUMENTED = 2;
const NAMES_SHOWN = 5;

export const scanDocumentation: Scan = createProjectScan({
  reviewer: 'documentation-reviewer',
  begin: async (snapshot) => {
    const tree = await openTree(snapshot);
    const catalog = await readCatalog(tree);
    const flags = await readFlags(tree);
    const entries = await readEntryPoints(tree);
    return {
      check: async (document) =>
        withScores(
          document.language === 'markdown'
            ? await checkMarkdown(document, { tree, catalog, flags })
            : await checkSource(document, tree, entries),
        ),
    };
  },
});

const BEST_SCORE = 5;
const WORST_SCORE = 1;

/** Accuracy and completeness of the document from 1 to 5 (FACT-12): the best less one for every finding that speaks against it. */
function withScores(seen: readonly Observation[]): readonly Observation[] {
  const missing = seen.filter(({ category }) => category === 'completeness').length;
  const wrong = seen.filter(({ category }) => ['accuracy', 'links', 'examples'].includes(category)).length;
  const rate = (count: number): number => Math.max(WORST_SCORE, BEST_SCORE - count);
  const scores = { accuracy: rate(wrong), completeness: rate(missing) };
  return seen.map((each) => ({ ...each, extra: { ...each.extra, scores } }));
}

// ------------------------------------------------------------------------------------------------ markdown

/** What pages are compared with. */
interface RepositoryFacts {
  readonly tree: ProjectTree;
  readonly catalog: CommandCatalog;
  readonly flags: FlagCatalog;
}

async function checkMarkdown(document: TextDocument, holdings: RepositoryFacts): Promise<readonly Observation[]> {
  const { tree, catalog, flags } = holdings;
  const markdown = parseMarkdown(document.lines);
  return [
    ...(await observeLinks(document, markdown, tree)),
    ...(isHistory(document.path) ? [] : observeCommands(document, markdown, catalog, tree)),
    ...(isHistory(document.path) ? [] : await observeFlags(document, markdown, flags)),
    ...(isHistory(document.path) ? [] : await observeImports(document, markdown, tree)),
    ...(isHistory(document.path) ? [] : observeHeadings(document, markdown)),
    ...observeBlocks(document, markdown),
  ];
}

/** A changelog may well speak of what is gone, and its headings are those of a tool. */
const isHistory = (path: string): boolean => /(?:changelog|history|releases?|migrat|upgrad)[^/]*\.mdx?$/iu.test(path);

function observeHeadings(document: TextDocument, { headings }: MarkdownText): readonly Observation[] {
  const jump = headings.find((heading, index) => index > 0 && heading.level > (headings[index - 1]?.level ?? 6) + 1);
  if (!jump) return [];
  const before = headings[headings.indexOf(jump) - 1];
  return [
    {
      document,
      line: jump.line,
      rule: 'heading-jump',
      severity: 'LOW',
      category: 'clarity',
      title: `Heading level jumps from ${before?.level ?? 1} to ${jump.level}`,
      issue: `"${jump.text.slice(0, 80)}" skips a level below "${before?.text.slice(0, 80) ?? ''}"; outlines and screen readers lose the structure.`,
      recommendation: `Make it a level ${(before?.level ?? 1) + 1} heading.`,
    },
  ];
}

function observeBlocks(document: TextDocument, { blocks }: MarkdownText): readonly Observation[] {
  return blocks.flatMap((block) => {
    const text = block.lines.join('\n').trim();
    const said = block.isClosed ? (isBrokenJson(block.info, text) ? BROKEN_JSON : null) : OPEN_BLOCK;
    return said === null ? [] : [{ document, line: block.line, category: 'examples', ...said }];
  });
}

const OPEN_BLOCK = {
  rule: 'open-code-block',
  severity: 'MEDIUM',
  title: 'Code block without an end',
  issue: 'The fence opened here is never closed, so the rest of the page is shown as code.',
  recommendation: 'Close it with a line of three backticks.',
} as const;

const BROKEN_JSON = {
  rule: 'example-not-json',
  severity: 'LOW',
  title: 'The JSON example is not valid JSON',
  issue: 'Anyone who copies this example gets a parse error.',
  recommendation: 'Correct the example; trailing commas and single quotes are the usual causes.',
} as const;

/** Examples with ellipses, comments or placeholders are not meant to be parsed. */
const isBrokenJson = (info: string, text: string): boolean =>
  info === 'json' &&
  text.length < 100_000 &&
  /^[{[]/u.test(text) &&
  !/\.\.\.|…|\/\/|\/\*|#|<\w/u.test(text) &&
  readJson(text) === undefined;

// ------------------------------------------------------------------------------------------------ source

function checkSource(document: TextDocument, tree: ProjectTree, entries: EntryPoints): readonly Observation[] {
  const masked = maskSource(document.text, document.language);
  const seen = [...observeDocumentedParameters(document, masked), ...observeMentions(document, masked, tree)];
  if (!isTestPath(document.path) && isEntryPoint(document, entries))
    seen.push(...observeUndocumented(document, masked));
  return seen;
}

const MENTION = /(?:^|[\s("'`<[])((?:\.{0,2}\/)?(?:[\w.-]+\/)+[\w.-]+\.md)\b/gu;

/** Documents that comments point at; a path counts only if its first folder is one of the repository. */
function observeMentions(document: TextDocument, masked: MaskedSource, tree: ProjectTree): readonly Observation[] {
  if (!masked.comments.includes('.md')) return [];
  return masked.comments.split('\n').flatMap((line, index) => {
    if (!line.includes('.md') || line.length > 2000) return [];
    for (const [, path = ''] of line.matchAll(MENTION)) {
      const candidates = ['', directoryOf(document.path)].map((folder) =>
        resolvePath(folder, path.replace(/^\//u, '')),
      );
      const isOurs = candidates.some((each) => each !== null && tree.folders.has(directoryOf(each)));
      if (!isOurs || candidates.some((each) => each === null || tree.paths.has(each))) continue;
      return [describeMention(document, index + 1, path)];
    }
    return [];
  });
}

const describeMention = (document: TextDocument, line: number, path: string): Observation => ({
  document,
  line,
  rule: 'missing-mentioned-document',
  severity: 'LOW',
  category: 'links',
  title: `The comment refers to ${path.slice(0, 100)}, which does not exist`,
  issue: `Readers who look for the explanation in \`${path.slice(0, 120)}\` find nothing.`,
  recommendation: 'Name the document that explains it now, or say it here.',
});

function observeUndocumented(document: TextDocument, masked: MaskedSource): readonly Observation[] {
  const comments = masked.comments.split('\n');
  const offered = readExports(document.text, document.language ?? '').filter(
    ({ kind, name }) => kind !== 'other' && !name.includes('.'),
  );
  const isBare = ({ at }: (typeof offered)[number]): boolean => {
    const line = document.lineAt(at);
    const hasComment = (comments[line - 2] ?? '').trim() !== '' || /^\s*@/u.test(document.lines[line - 2] ?? '');
    return !hasComment && !(document.language === 'python' && hasDocstring(document, line));
  };
  // What was there before a change is not its doing.
  const bare = offered.filter(
    (each) => isBare(each) && (document.changed === null || isChangedLine(document, document.lineAt(each.at))),
  );
  const [first] = bare;
  const isCustom = offered.some((each) => !isBare(each));
  if (!first || (bare.length < UNDOCUMENTED && !isCustom)) return [];
  const names = bare.map(({ name }) => `\`${name}\``);
  return [
    {
      document,
      line: document.lineAt(first.at),
      rule: 'undocumented-exports',
      severity: 'LOW',
      category: 'completeness',
      title:
        bare.length === 1
          ? `${first.name} has no doc comment`
          : `${bare.length} public functions or classes without a doc comment`,
      issue: `This file is what users of the package import, and nothing is said about the contract of ${listSome(names, NAMES_SHOWN)}.`,
      recommendation: 'Say in a sentence or two what each takes, gives back and does when it fails.',
    },
  ];
}

const hasDocstring = (document: TextDocument, line: number): boolean =>
  document.lines.slice(line, line + 12).some((text) => /^\s*[rRuU]?(?:"""|''')/u.test(text));
