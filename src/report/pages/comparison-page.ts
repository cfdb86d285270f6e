/**
 * Builds the page for a comparison of two runs: findings that are new, newly seen, fixed, unknown or still there, the most severe
 * first. Called by cli/commands/runs-command.ts for `runs compare`.
 */
import { FINDING_CHANGES, newestOf } from '../../protocol/report/compare-runs.ts';
import type {
  ComparedRun,
  ComparisonDocument,
  ComparisonEntry,
  FindingChange,
} from '../../protocol/report/comparison-document.ts';
import {
  facts,
  list,
  type Page,
  paragraph,
  place,
  quiet,
  section,
  strong,
  type Text,
  type Tone,
  title,
  toned,
} from '../blocks.ts';
import { formatMoment } from '../runs-text.ts';

const CHANGES: Readonly<
  Record<FindingChange, { readonly title: string; readonly short: string; readonly tone?: Tone }>
> = {
  new: { title: 'New', short: 'new', tone: 'bad' },
  newly_seen: { title: 'Newly seen: the first run did not review this code', short: 'newly seen', tone: 'bad' },
  fixed: { title: 'Fixed', short: 'fixed', tone: 'good' },
  unknown: { title: 'Unknown: the second run did not review this code', short: 'unknown', tone: 'warn' },
  still_there: { title: 'Still there', short: 'still there' },
};

const LISTED = 20;

export const buildComparisonPage = (comparison: ComparisonDocument): Page => [
  ...title('Comparison of two runs'),
  ...paragraph([strong(describeChange(comparison)), ` · ${describeVerdicts(comparison)}`]),
  ...facts([
    ['First', describeRun(comparison.before)],
    ['Second', describeRun(comparison.after)],
  ]),
  ...section(toned('warn', 'The two runs are not fully comparable'), list(comparison.differences)),
  ...FINDING_CHANGES.flatMap((change) => writeChange(change, comparison[change])),
];

function writeChange(change: FindingChange, entries: readonly ComparisonEntry[]): Page {
  const { title: name, tone } = CHANGES[change];
  const heading = `${name} (${entries.length})`;
  const findings = list(entries.map(writeEntry), { brief: { most: LISTED, noun: 'findings' } });
  return section(
    tone === undefined ? heading : toned(tone, heading),
    findings,
    change === 'still_there' ? 'folded' : undefined,
  );
}

function writeEntry(entry: ComparisonEntry): Text {
  const { severity, file, line, title: name } = newestOf(entry);
  const moved = entry.before !== null && entry.after !== null && entry.before.line !== line;
  const remarks = [
    ...(moved ? [`was line ${entry.before.line}`] : []),
    ...(entry.reason === null ? [] : [entry.reason]),
  ];
  return [
    strong(severity, severity),
    ' ',
    place(`${file}:${line}`),
    ` ${name}`,
    quiet(remarks.length === 0 ? '' : ` (${remarks.join('; ')})`),
  ];
}

/** `1 new · 0 fixed · 12 still there`, and the two that concern coverage where there are any. */
const describeChange = ({ counts }: ComparisonDocument): string =>
  FINDING_CHANGES.filter((change) => counts[change] > 0 || (change !== 'newly_seen' && change !== 'unknown'))
    .map((change) => `${counts[change]} ${CHANGES[change].short}`)
    .join(' · ');

const describeVerdicts = ({ before, after }: ComparisonDocument): string =>
  before.verdict === after.verdict ? `verdict ${after.verdict}` : `verdict ${before.verdict} → ${after.verdict}`;

const describeRun = ({ id, playbook, selection, model, started_at, complete }: ComparedRun): string =>
  `${id}: ${playbook} of ${selection}, ${model}, ${formatMoment(started_at)}${complete ? '' : ', incomplete'}`;
