/**
 * Says whether a run looked for a finding of another run (its file, the same reviewer or analyzer, deep enough): null if so, else
 * in words why nobody can tell, so that what was not looked at is never reported as fixed. Called by compare-runs.ts.
 */
import type { ReportDocument, ReportFinding } from './report-document.ts';

/** What the run that has the finding says about its scope. */
type Origin = Pick<ReportDocument, 'scope'>;
type Reporter = ReportFinding['reported_by'][number];

interface FileReview {
  readonly finding: ReportFinding;
  readonly origin: Origin;
  readonly file: ReportDocument['coverage']['files'][number];
  readonly report: ReportDocument;
}

export function explainUnseen(finding: ReportFinding, origin: Origin, report: ReportDocument): string | null {
  const file = report.coverage.files.find(({ path }) => path === finding.file);
  if (file === undefined) return explainAbsence(finding.file, origin, report);
  const look = { finding, origin, file, report };
  const explainEyes = report.run.playbook === 'audit' ? explainAuditor : explainReviewer;
  const reasons = finding.reported_by.map((reporter) => explainEyes(reporter, look));
  if (reasons.length === 0 && file.status !== 'reviewed') return 'the file was not fully reviewed';
  return reasons.find((reason) => reason !== null) ?? explainAnalyzers(look) ?? explainCut(look);
}

/** Whether a file is missing since it does not exist: then what was found in it is not there either. */
export const isGone = (path: string, origin: Origin, report: ReportDocument): boolean =>
  !report.coverage.files.some((file) => file.path === path) && explainAbsence(path, origin, report) === null;

const isAt = (path: string, place: string): boolean =>
  path === place || path.startsWith(`${place.replace(/\/$/u, '')}/`);

/** `whole folder`, and why where it was not asked for; never with an `--include` behind it. */
const WHOLE_FOLDER = /^whole folder(?: \([^()]*\))?$/u;

/** The whole folder, or the same files and folders again, show every file there is; a selection of changes does not. */
function explainAbsence(path: string, origin: Origin, { scope }: ReportDocument): string | null {
  const ignored = scope.ignored.find((entry) => isAt(path, entry.path));
  if (ignored !== undefined) return `the file was left out: ${ignored.reason}`;
  if (scope.change) return 'the file was not among the changes';
  const isSame = scope.selection === origin.scope.selection && !origin.scope.change;
  return isSame || WHOLE_FOLDER.test(scope.selection) ? null : 'the file was not in scope';
}

function explainReviewer(reporter: Reporter, { finding, origin, file, report }: FileReview): string | null {
  const { agent, model } = reporter;
  const state = file.by[agent];
  if (state === undefined) return `${agent} did not take part`;
  if (state === 'skipped') return `${agent} did not review the file`;
  const rows = report.agents.filter((row) => row.agent === agent && (model === null || row.model === model));
  if (rows.length === 0) return `${agent} was not asked on ${model}`;
  if (model === null) return null;
  if (isMinor(finding) && file.depth === 'reduced') return 'the file was reviewed for CRITICAL and HIGH only';
  const leftOut = finding.severity === 'MEDIUM' ? 'medium_count' : 'low_count';
  if (isMinor(finding) && rows.some(({ skipped }) => skipped[leftOut] > 0))
    return `${agent} left out ${finding.severity} findings`;
  // A model is shown the changed lines for certain, the others only if it asks.
  const isCertain = !report.scope.change || (origin.scope.change && finding.introduced);
  return isCertain ? null : 'only the changed lines are known to be reviewed';
}

const isMinor = ({ severity }: ReportFinding): boolean => severity === 'MEDIUM' || severity === 'LOW';

/** What a rule found is found again wherever the dimension was asked for; what an agent found, where it is covered. */
function explainAuditor({ model, rule }: Reporter, { finding, file, report }: FileReview): string | null {
  const { dimension } = finding;
  if (model !== null && !report.run.model.split(',').includes(model)) return `it was not audited by ${model}`;
  if (dimension === null) return file.status === 'reviewed' ? null : 'the file was not fully audited';
  const cells = report.coverage.cells.filter((entry) => entry.dimension === dimension && entry.path === file.path);
  if (cells.length === 0) return `${dimension} was not audited in the file`;
  const isRule = model === null && rule !== null;
  return isRule || cells.every(({ status }) => status === '✅') ? null : `${dimension} is not covered in the file`;
}

/** A tool that is not there, or that was stopped, finds nothing. */
function explainAnalyzers({ finding: { extra, reported_by }, report: { analyzers } }: FileReview): string | null {
  const rules = reported_by.flatMap(({ rule, model }) => (model === null && rule !== null ? [rule] : []));
  const unfinished = rules
    .map((rule) => nameAnalyzer(rule, extra.analyzer))
    .find((name) =>
      name === null
        ? analyzers.some(({ status }) => status === 'failed' || status === 'partial')
        : !analyzers.some((analyzer) => analyzer.name === name && analyzer.status === 'completed'),
    );
  if (unfinished === undefined) return null;
  return unfinished === null ? 'not every analyzer finished' : `${unfinished} did not finish`;
}

/** Null for the analyzers that are always there. */
function nameAnalyzer(rule: string, said: unknown): string | null {
  if (typeof said === 'string') return said;
  const slash = rule.indexOf('/');
  if (slash > 0) return rule.slice(0, slash);
  return rule === 'known-vulnerability' ? 'advisories' : null;
}

function explainCut({ file, report }: FileReview): string | null {
  const lost = report.truncation.needs_reaudit.find((entry) => entry.file === file.path);
  return lost === undefined ? null : `an answer of ${lost.agent} about the file was cut off`;
}
