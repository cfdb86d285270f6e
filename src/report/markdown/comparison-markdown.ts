/** `runs compare` as Markdown, for a comment on a pull request or a log. */
import { FINDING_CHANGES, newestOf } from '../../protocol/report/compare-runs.ts';
import type { ComparisonDocument, ComparisonEntry } from '../../protocol/report/comparison-document.ts';
import { CHANGE_TITLES, describeChange, describeCompared, describeVerdicts } from '../comparison-text.ts';
import { escapeProse, toCode, toDetails } from './markdown-text.ts';

export function formatComparisonMarkdown(comparison: ComparisonDocument): string {
  const { before, after, differences } = comparison;
  const lines = [
    '# Comparison of two runs',
    '',
    `**${describeChange(comparison)}** · ${describeVerdicts(comparison)}`,
    '',
    `- First: ${escapeProse(describeCompared(before))}`,
    `- Second: ${escapeProse(describeCompared(after))}`,
    ...(differences.length === 0
      ? []
      : [
          '',
          'The two runs did not look at the same things in the same way:',
          '',
          ...differences.map((line) => `- ${escapeProse(line)}`),
        ]),
    ...FINDING_CHANGES.flatMap((change) => {
      const rows = comparison[change].map(writeEntry);
      if (rows.length === 0) return [];
      const title = `${CHANGE_TITLES[change]} (${rows.length})`;
      return change === 'still_there' ? ['', ...toDetails(title, rows)] : ['', `## ${title}`, '', ...rows];
    }),
  ];
  return `${lines.join('\n')}\n`;
}

function writeEntry(entry: ComparisonEntry): string {
  const { severity, file, line, title } = newestOf(entry);
  const reason = entry.reason === null ? '' : ` (${escapeProse(entry.reason)})`;
  return `- **${severity}** ${toCode(`${file}:${line}`)} ${escapeProse(title)}${reason}`;
}
