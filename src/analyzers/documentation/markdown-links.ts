/**
 * Observes links and images of a Markdown file whose file or heading does not exist in the repository, and images without a description.
 * Web addresses are not requested. Called by documentation.ts.
 */

import { directoryOf, resolvePath } from '../../protocol/source/paths.ts';
import { listSome } from '../../protocol/text/list-some.ts';
import type { Observation } from '../source-text/project-scan.ts';
import type { ProjectTree } from '../source-text/project-tree.ts';
import { openDocument, type TextDocument } from '../source-text/text-document.ts';
import { type Link, type MarkdownText, parseMarkdown, slugOf } from './markdown-text.ts';

const SEPARATE_FINDINGS = 3;
const LINES_SHOWN = 20;
const PAGE_ENDINGS = ['.md', '.mdx', '/README.md', '/index.md', '/index.mdx'];
const PLACEHOLDER = /[{}<>$*|]|\.\.\.|…|^(?:path|url|link|todo|example)s?$/iu;

export async function observeLinks(
  document: TextDocument,
  markdown: MarkdownText,
  tree: ProjectTree,
): Promise<readonly Observation[]> {
  const seen: Observation[] = [];
  for (const link of markdown.links) {
    const problem = await judgeLink(document, markdown, link, tree);
    if (problem) seen.push(problem);
    if (link.isImage && !link.hasText) seen.push(describeBareImage(document, link));
  }
  return ['missing-link-target', 'missing-anchor', 'image-without-text'].flatMap((rule) =>
    gather(seen.filter((each) => each.rule === rule)),
  );
}

/** More of a kind in one file are one observation that counts them. */
function gather(group: readonly Observation[]): readonly Observation[] {
  const [first] = group;
  if (!first || group.length <= SEPARATE_FINDINGS) return group;
  const lines = [...new Set(group.map(({ line }) => String(line)))];
  return [
    {
      ...first,
      title: `${first.title} (${group.length} such in this file)`,
      issue: `${first.issue} The same holds on lines ${listSome(lines, LINES_SHOWN)}.`,
    },
  ];
}

async function judgeLink(
  document: TextDocument,
  markdown: MarkdownText,
  link: Link,
  tree: ProjectTree,
): Promise<Observation | null> {
  if (/^(?:[a-z][\w+.-]*:|\/)/iu.test(link.target) || PLACEHOLDER.test(link.target) || link.target === '') return null;
  const [address = '', anchor = ''] = link.target.split('#', 2);
  const target = decode(address.split('?', 1)[0] ?? '');
  if (target === null) return null;
  if (target === '') return judgeAnchor(document, markdown, link, anchor);
  const path = resolvePath(directoryOf(document.path), target);
  if (path === null) return null;
  const found = findPage(path, tree);
  if (found === null) return describeMissing(document, link, path);
  if (anchor === '' || !/\.mdx?$/u.test(found)) return null;
  const text = await tree.readText(found);
  return text === null ? null : judgeAnchor(document, readPage(found, text), link, anchor);
}

const readPage = (path: string, text: string): MarkdownText =>
  parseMarkdown(openDocument({ path, language: 'markdown', text, changed: null }).lines);

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** The file or folder a link means; pages may be named without their ending. */
function findPage(path: string, tree: ProjectTree): string | null {
  const plain = path.replace(/\/$/u, '');
  if (plain === '' || tree.paths.has(plain) || tree.folders.has(plain)) return plain;
  return (
    PAGE_ENDINGS.map((ending) => `${plain.replace(/\.html$/u, '')}${ending}`).find((page) => tree.paths.has(page)) ??
    null
  );
}

/** Generators differ in how they treat signs, so an anchor is missing only if its letters are. */
const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

function judgeAnchor(document: TextDocument, page: MarkdownText, link: Link, anchor: string): Observation | null {
  const wanted = decode(anchor);
  if (wanted === null || wanted === '' || wanted === 'top' || /^L\d/u.test(wanted)) return null;
  const letters = lettersOf(wanted).replace(/\d+$/u, '');
  const isKnown =
    page.anchors.has(wanted) ||
    page.headings.some(
      ({ text }) => slugOf(text) === wanted || lettersOf(slugOf(text)).replace(/\d+$/u, '') === letters,
    );
  if (isKnown) return null;
  return {
    document,
    line: link.line,
    rule: 'missing-anchor',
    severity: 'LOW',
    category: 'links',
    title: `No heading for the link to #${wanted.slice(0, 80)}`,
    issue: `The link \`${link.target.slice(0, 120)}\` names a section that its page does not have.`,
    recommendation: 'Use the anchor of the heading as it is now, or bring the section back.',
  };
}

const describeMissing = (document: TextDocument, link: Link, path: string): Observation => ({
  document,
  line: link.line,
  rule: 'missing-link-target',
  severity: 'MEDIUM',
  category: 'links',
  title: `${link.isImage ? 'Image' : 'Link'} to ${path.slice(0, 100)}, which does not exist`,
  issue: `\`${link.target.slice(0, 120)}\` is resolved to \`${path.slice(0, 120)}\`; the repository has no such file or folder.`,
  recommendation: 'Correct the path, add the file, or remove the link.',
});

const describeBareImage = (document: TextDocument, link: Link): Observation => ({
  document,
  line: link.line,
  rule: 'image-without-text',
  severity: 'LOW',
  category: 'clarity',
  title: 'Image without a description',
  issue: 'Readers who do not see the image learn nothing of what it shows.',
  recommendation: 'Describe it between the brackets: `![Orders per day](…)`.',
});
