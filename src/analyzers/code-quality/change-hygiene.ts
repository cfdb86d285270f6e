/**
 * Observes in the review of a change: source that was changed or added without a change to its test, and TODO or FIXME notes on changed
 * lines. Returns nothing where the review is not of a change. Called by code-quality.ts.
 */

import type { Snapshot } from '../../ports/repository.ts';
import { isSourcePath } from '../../protocol/source/language.ts';
import { directoryOf, stemOf } from '../../protocol/source/paths.ts';
import { isTestPath } from '../../protocol/source/test-path.ts';
import type { MaskedSource } from '../source-text/mask-source.ts';
import { isBuiltPath } from '../source-text/measured-files.ts';
import type { Observation } from '../source-text/project-scan.ts';
import { isChangedLine, type TextDocument } from '../source-text/text-document.ts';

/** Fewer changed lines of code than this need no new test. */
const TESTED_LINES = 3;
/** What nobody writes a test for: declarations of types, settings of tools. */
const UNTESTABLE = /\.d\.[cm]?ts$|(?:^|[/.])(?:config|conf|setup|rc)\.\w+$/u;
const NOTE = /\b(?:TODO|FIXME|XXX|HACK)\b/u;

/** Tests of the project by the stem of what they test, and which of them the change touches. */
export interface TestMap {
  readonly byStem: ReadonlyMap<string, readonly string[]>;
  readonly changed: ReadonlySet<string>;
}

export async function readTestMap(snapshot: Snapshot): Promise<TestMap | null> {
  if (!snapshot.isChange) return null;
  const paths = [...(await snapshot.paths())];
  const tests = paths.filter((path) => isTestPath(path) && isSourcePath(path));
  const changed = new Set<string>();
  for await (const entry of snapshot.entries())
    if (entry.kind === 'file' && isTestPath(entry.path)) changed.add(entry.path);
  return { byStem: Map.groupBy(tests, testedStem), changed };
}

const testedStem = (path: string): string => stemOf(path).replace(/^test_|_test$|Tests?$/u, '');

export function observeNotes(document: TextDocument, masked: MaskedSource): readonly Observation[] {
  if (document.changed === null) return [];
  const lines: number[] = [];
  masked.comments.split('\n').forEach((text, index) => {
    if (isChangedLine(document, index + 1) && NOTE.test(text)) lines.push(index + 1);
  });
  const [line] = lines;
  if (line === undefined) return [];
  const more = lines.length > 1 ? ` (${lines.length} in this file: lines ${lines.slice(0, 8).join(', ')})` : '';
  return [
    {
      document,
      line,
      rule: 'note-added',
      severity: 'LOW',
      category: 'patterns',
      title: 'The change adds a note to do something later',
      issue: `A TODO, FIXME, XXX or HACK note comes in with this change${more}.`,
      recommendation: 'Do it now, or write an issue and name it in the note: `TODO(#123): …`.',
      extra: { effort: 'small' },
    },
  ];
}

/** In a change a file without ranges is new as a whole. */
export function observeUntested(document: TextDocument, masked: MaskedSource, tests: TestMap): readonly Observation[] {
  if (isTestPath(document.path) || isBuiltPath(document.path) || UNTESTABLE.test(document.path)) return [];
  const lines = changedCodeLines(document, masked);
  const [line] = lines;
  if (line === undefined || lines.length < TESTED_LINES) return [];
  const own = findOwnTests(document, tests);
  if (own.some((path) => tests.changed.has(path))) return [];
  if (own.length === 0 && (tests.byStem.size === 0 || tests.changed.size > 0)) return [];
  const said =
    own[0] === undefined
      ? 'The project has tests, but the change touches none and this file has none of its own.'
      : `${own[0]} tests this file and was not changed with it.`;
  return [
    {
      document,
      line,
      rule: 'untested-change',
      severity: 'LOW',
      category: 'testing',
      title: document.changed === null ? 'New code without a test' : 'Changed code without a changed test',
      issue: `${lines.length} lines of code ${document.changed === null ? 'are new' : 'changed'}. ${said}`,
      recommendation: `Add a case that fails without this change to ${own[0] ?? 'a test of this file'}.`,
      confidence: 0.6,
      extra: { effort: 'small' },
    },
  ];
}

function changedCodeLines(document: TextDocument, masked: MaskedSource): readonly number[] {
  const lines: number[] = [];
  masked.code.split('\n').forEach((text, index) => {
    const isTouched = document.changed === null || isChangedLine(document, index + 1);
    if (/\w/u.test(text) && isTouched) lines.push(index + 1);
  });
  return lines;
}

/** Tests of the same stem: those beside the file or under it first; a common stem elsewhere is no proof. */
function findOwnTests(document: TextDocument, tests: TestMap): readonly string[] {
  const named = tests.byStem.get(stemOf(document.path)) ?? [];
  const folder = directoryOf(document.path);
  const near = named.filter((path) => path.startsWith(folder === '' ? '' : `${folder}/`));
  return near.length > 0 || named.length > 1 ? near : named;
}
