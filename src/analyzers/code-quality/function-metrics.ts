/**
 * Measures lines of code, branches and nesting depth of each function, without its inner functions, and returns one observation per
 * function over the limits (100 lines, 25 paths, depth 5). Called by code-quality.ts, which also takes its limit of file length.
 */

import type { MaskedSource } from '../source-text/mask-source.ts';
import type { Observation } from '../source-text/project-scan.ts';
import type { TextDocument } from '../source-text/text-document.ts';
import type { FunctionBlock } from './function-blocks.ts';

export interface FunctionMetrics {
  /** Lines that hold code. */
  readonly lines: number;
  /** 1 + branches; a switch counts once, however many cases it has. */
  readonly paths: number;
  readonly depth: number;
}

export const LIMITS = { lines: 100, paths: 25, depth: 5, fileLines: 1000 } as const;

const WORDS = /\b(?:if|for|while|switch|match|catch|foreach|case)\b|&&|\|\||\?(?=[ \t\n][^:])/gu;
const WORDS_WITHOUT_TERNARY = /\b(?:if|for|while|switch|select|match|when|catch|guard)\b|&&|\|\|/gu;
const BRANCHES: Readonly<Record<string, RegExp>> = {
  python: /\b(?:if|elif|for|while|except|and|or)\b/gu,
  ruby: /\b(?:if|elsif|unless|for|while|until|case|rescue|and|or)\b|&&|\|\|/gu,
  bash: /\b(?:if|elif|for|while|until|case)\b|&&|\|\|/gu,
  go: WORDS_WITHOUT_TERNARY,
  rust: WORDS_WITHOUT_TERNARY,
  swift: WORDS_WITHOUT_TERNARY,
  kotlin: WORDS_WITHOUT_TERNARY,
  scala: WORDS_WITHOUT_TERNARY,
};

export function measureFunction(block: FunctionBlock, code: string, language: string): FunctionMetrics {
  let lines = 0;
  let paths = 1;
  for (const part of ownParts(block, code)) {
    for (const line of part.split('\n')) if (line.trim() !== '') lines += 1;
    for (const [word] of part.matchAll(BRANCHES[language] ?? WORDS))
      if (word !== 'case' || language === 'bash') paths += 1;
  }
  return { lines, paths, depth: block.depth };
}

function ownParts(block: FunctionBlock, code: string): readonly string[] {
  const parts: string[] = [];
  let from = block.bodyStart;
  for (const inner of block.inner) {
    parts.push(code.slice(from, inner.start));
    from = Math.max(from, inner.end);
  }
  parts.push(code.slice(from, block.end));
  return parts;
}

/** One observation per function that is over a limit, with everything that is. */
export function observeFunctions(
  document: TextDocument,
  masked: MaskedSource,
  blocks: readonly FunctionBlock[],
): readonly Observation[] {
  const seen: Observation[] = [];
  for (const block of blocks) {
    const metrics = measureFunction(block, masked.code, document.language ?? '');
    const reasons = describeExcess(metrics);
    if (reasons.length === 0) continue;
    const line = document.lineAt(block.start);
    const isSevere = reasons.length > 1 || metrics.paths > 2 * LIMITS.paths || metrics.lines > 2 * LIMITS.lines;
    seen.push({
      document,
      line,
      rule: 'complex-function',
      severity: isSevere ? 'MEDIUM' : 'LOW',
      category: 'complexity',
      title: `Function ${block.name} is hard to follow`,
      issue: `${block.name} (lines ${line}–${document.lineAt(block.end - 1)}) has ${reasons.join(', ')}.`,
      recommendation:
        metrics.depth > LIMITS.depth
          ? 'Return early for the exceptional cases and move the inner blocks into functions with a name, e.g. `if (!isReady) return;` at the top.'
          : 'Split it along its steps into functions with a name, so that each can be read and tested alone.',
      impact: 'Changes here are likely to miss a path, and tests cannot reach all of them.',
      extra: { effort: isSevere ? 'medium' : 'small' },
    });
  }
  return seen;
}

function describeExcess({ lines, paths, depth }: FunctionMetrics): readonly string[] {
  const reasons: string[] = [];
  if (lines > LIMITS.lines) reasons.push(`${lines} lines of code (limit ${LIMITS.lines})`);
  if (paths > LIMITS.paths) reasons.push(`${paths} independent paths (limit ${LIMITS.paths})`);
  if (depth > LIMITS.depth) reasons.push(`${depth} nested control blocks (limit ${LIMITS.depth})`);
  return reasons;
}
