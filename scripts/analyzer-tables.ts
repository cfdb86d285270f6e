/** The tables of docs/analyzers.md, from what the analyzers declare. */
import type { AnalyzerDeclaration } from '../src/analyzers/declaration.ts';
import { ANALYZERS } from '../src/analyzers/list.ts';
import { toCode, toTable } from '../src/report/markdown/markdown-text.ts';

const listReviewers = ({ reviewers }: AnalyzerDeclaration): string =>
  Object.keys(reviewers)
    .map((name) => name.replace('-reviewer', ''))
    .join(', ');

export function tabulateOwn(): string {
  const own = ANALYZERS.filter(({ program }) => program === null);
  const rows = own.map((each) => [each.name, each.reads, listReviewers(each)]);
  return toTable(['analyzer', 'reads', 'used by'], 'lll', rows).join('\n');
}

export function tabulatePrograms(): string {
  const rows = ANALYZERS.flatMap((each) =>
    each.program === null ? [] : [[each.name, toCode(each.program), each.reads, listReviewers(each), each.leavesOut]],
  );
  return toTable(['analyzer', 'program', 'reads', 'used by', 'left out'], 'lllll', rows).join('\n');
}
