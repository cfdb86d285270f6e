/**
 * Runs the checks of this folder on each source file and returns findings of code-quality-reviewer: complex functions, long files, unused
 * names, calls not awaited, changes without tests, added notes. Works on text; rules that need a syntax tree are in the rule pack
 * (ast-grep). Loaded by declaration.ts.
 */

import { isTestPath } from '../../protocol/source/test-path.ts';
import type { Scan } from '../declaration.ts';
import { type MaskedSource, maskSource } from '../source-text/mask-source.ts';
import { isBuiltPath } from '../source-text/measured-files.ts';
import { createProjectScan, type Observation } from '../source-text/project-scan.ts';
import { openTree } from '../source-text/project-tree.ts';
import type { TextDocument } from '../source-text/text-document.ts';
import { observeNotes, observeUntested, readTestMap } from './change-hygiene.ts';
import { findFunctions } from './function-blocks.ts';
import { LIMITS, observeFunctions } from './function-metrics.ts';
import { observeBroken, readBroken } from './removed-imports.ts';
import { observeUnawaited } from './unawaited-calls.ts';
import { observeUnused } from './unused-names.ts';

export const scanCodeQuality: Scan = createProjectScan({
  reviewer: 'code-quality-reviewer',
  begin: async (snapshot) => {
    const tests = await readTestMap(snapshot);
    const tree = await openTree(snapshot);
    const broken = await readBroken(snapshot);
    return {
      check: async (document) => {
        const masked = maskSource(document.text, document.language);
        const seen = [...observeNotes(document, masked), ...observeBroken(document, broken)];
        if (tests) seen.push(...observeUntested(document, masked, tests));
        if (isTestPath(document.path) || isBuiltPath(document.path)) return seen;
        const blocks = findFunctions(masked.code, document.language ?? '') ?? [];
        seen.push(...observeFunctions(document, masked, blocks), ...observeLength(document, masked));
        seen.push(...observeUnused(document, masked));
        seen.push(...(await observeUnawaited(document, { code: masked.code, blocks, tree })));
        return seen;
      },
    };
  },
});

function observeLength(document: TextDocument, masked: MaskedSource): readonly Observation[] {
  let lines = 0;
  for (const line of masked.code.split('\n')) if (line.trim() !== '') lines += 1;
  if (lines <= LIMITS.fileLines) return [];
  return [
    {
      document,
      line: 1,
      rule: 'long-file',
      severity: 'LOW',
      category: 'complexity',
      title: `File of ${lines} lines of code`,
      issue: `${document.path} holds ${lines} lines of code without comments and blank lines (limit ${LIMITS.fileLines}).`,
      recommendation: 'Divide it by subject, so that a change opens only the part it concerns.',
      extra: { effort: 'large' },
    },
  ];
}
