/**
 * Formats the report as SARIF 2.1.0 (`-f sarif`), in the shape that code scanning services read. An incomplete run is not a successful
 * invocation; every file that was not reviewed and every limit that cut results is a notification. Loaded by formats.ts.
 */

import { readRepair } from '../../protocol/findings/repair.ts';
import { compareSeverity } from '../../protocol/findings/severity.ts';
import type { ReportDocument, ReportFinding } from '../../protocol/report/report-document.ts';
import { type Check, describeCheck } from '../audit-checks.ts';
import { writeJson } from '../json-writer.ts';
import { NO_DIMENSION, summarize } from '../overview.ts';
import { toLine } from '../plain-text.ts';
import { describeSetAside } from '../reporters.ts';
import { traceFlow } from './sarif-flow.ts';
import { LEVELS, listRules, type Rule, ruleIdOf } from './sarif-rules.ts';

export interface SarifOptions {
  readonly toolVersion?: string;
  /** Most results per run; 25,000 is what GitHub takes. More of them are further runs. */
  readonly maxResults?: number;
}

type Level = 'error' | 'warning' | 'note';

interface Notification {
  readonly descriptor: { readonly id: string };
  readonly level: Level;
  readonly message: { readonly text: string };
  readonly locations?: readonly unknown[];
}

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';
const ROOT = '%SRCROOT%';
const MAX_RESULTS = 25_000;
/** GitHub takes 20 runs in one file. */
const MAX_RUNS = 20;
const MAX_FILE_NOTIFICATIONS = 1000;

interface Descriptor {
  readonly text: string;
  readonly help: string;
}

const DESCRIPTORS = {
  warning: {
    text: 'Something about the run that its reader should know.',
    help: 'Read the message; it says what happened and what it means for the result.',
  },
  'file-not-reviewed': {
    text: 'A file in scope was not reviewed, or not by every reviewer it was assigned to.',
    help: 'Review the file again: the report names the command.',
  },
  analyzer: {
    text: 'An analyzer did not run, or did not finish.',
    help: 'Install the analyzer or mend what the message names; `consensus-review doctor` shows what is missing.',
  },
  'agent-ended-early': {
    text: 'A reviewer failed or ended before its work was done.',
    help: 'Continue the run with `consensus-review resume`, or review the remaining files again.',
  },
  cap: {
    text: 'More was found than this file holds.',
    help: 'Use the JSON report, which holds everything, or a smaller scope.',
  },
} as const satisfies Readonly<Record<string, Descriptor>>;

export function formatSarif(report: ReportDocument, options: SarifOptions = {}): string {
  const findings = report.findings.toSorted((a, b) => compareSeverity(a.severity, b.severity));
  const size = options.maxResults ?? MAX_RESULTS;
  const kept = findings.slice(0, size * MAX_RUNS);
  const count = Math.max(1, Math.ceil(kept.length / size));
  const parts = Array.from({ length: count }, (_, at) => kept.slice(at * size, (at + 1) * size));
  const context = { report, options, ...createCaches(report) };
  return writeJson({
    $schema: SCHEMA,
    version: '2.1.0',
    runs: parts.map((part, at) => toRun(part, at, findings.length - kept.length, context)),
  });
}

interface Context {
  readonly report: ReportDocument;
  readonly options: SarifOptions;
  readonly paths: ReadonlySet<string>;
  /** How often a fingerprint has been written. */
  readonly seen: Map<string, number>;
}

const createCaches = (report: ReportDocument): Pick<Context, 'paths' | 'seen'> => ({
  paths: new Set(report.coverage.files.map((file) => file.path)),
  seen: new Map(),
});

/** A part of the results; each is a category of its own, as code hosts want it. What concerns the whole is in the first. */
function toRun(findings: readonly ReportFinding[], at: number, left: number, context: Context): object {
  const { report, options, paths, seen } = context;
  const { rules, cutTags } = listRules(findings);
  const ruleIndex = new Map(rules.map((rule, index) => [rule.id, index]));
  const notifications = at === 0 ? listNotifications(report, listCaps(left, cutTags)) : [];
  return {
    tool: { driver: describeDriver(rules, options.toolVersion) },
    automationDetails: { id: `consensus-review/${report.run.playbook}/${at === 0 ? '' : `part-${at + 1}/`}` },
    originalUriBaseIds: { [ROOT]: { description: { text: 'The root of the reviewed scope.' } } },
    columnKind: 'utf16CodeUnits',
    invocations: [describeInvocation(report, notifications)],
    results: findings.map((finding) => {
      const result = toResult(finding, ruleIndex, paths, seen);
      const check = describeCheck(report.audit, finding);
      return check === null ? result : { ...result, properties: { ...result.properties, ...toProperties(check) } };
    }),
    properties: { verdict: report.verdict, complete: report.complete, runId: toLine(report.run.id) },
  };
}

const describeDriver = (rules: readonly Rule[], version: string | undefined): object => ({
  name: 'consensus-review',
  ...(version === undefined ? {} : { version }),
  rules,
  notifications: Object.entries(DESCRIPTORS).map(([id, { text, help }]) => ({
    id,
    shortDescription: { text },
    fullDescription: { text },
    help: { text: help },
  })),
});

const describeInvocation = (report: ReportDocument, notifications: readonly Notification[]): object => ({
  executionSuccessful: report.complete,
  startTimeUtc: report.run.started_at,
  endTimeUtc: report.run.finished_at,
  toolExecutionNotifications: notifications,
});

const listCaps = (cutResults: number, cutTags: number): readonly string[] => [
  ...(cutResults > 0 ? [`${cutResults} findings, the least severe, are left out`] : []),
  ...(cutTags > 0 ? [`${cutTags} tags of rules are left out`] : []),
];

const notify = (id: keyof typeof DESCRIPTORS, level: Level, text: string, path?: string): Notification => ({
  descriptor: { id },
  level,
  message: { text: toLine(text) },
  ...(path === undefined ? {} : { locations: [{ physicalLocation: { artifactLocation: toArtifact(path) } }] }),
});

function listNotifications(report: ReportDocument, caps: readonly string[]): readonly Notification[] {
  const { agents, unreviewed, idleAnalyzers } = summarize(report);
  const cutFiles = unreviewed.length - MAX_FILE_NOTIFICATIONS;
  return [
    ...caps.map((text) => notify('cap', 'warning', text)),
    ...(cutFiles > 0 ? [notify('cap', 'warning', `${cutFiles} more files that were not reviewed are not listed`)] : []),
    ...[...report.warnings, ...report.notes].map((text) => notify('warning', 'warning', text)),
    ...agents
      .filter((agent) => agent.isPartial)
      .map((agent) => notify('agent-ended-early', 'warning', `${agent.agent}: ${agent.remarks.join(', ')}`)),
    ...unreviewed.slice(0, MAX_FILE_NOTIFICATIONS).map(({ path, reason, missedBy }) => {
      if (reason === NO_DIMENSION)
        return notify('file-not-reviewed', 'note', 'No dimension of the audit concerns it', path);
      const who = missedBy.length === 0 ? 'Reviewed by nobody' : `Not reviewed by ${missedBy.join(', ')}`;
      return notify('file-not-reviewed', 'warning', `${who}: ${reason}`, path);
    }),
    ...idleAnalyzers.map(({ name, status, reason }) =>
      notify(
        'analyzer',
        status === 'absent' ? 'note' : 'warning',
        `${name}: ${status}${reason === null ? '' : `, ${reason}`}`,
      ),
    ),
  ];
}

/** What was checked in an audit, by whom, with what result. */
const toProperties = ({ verdict, steps, proof }: Check): object => ({
  validation: verdict,
  ...(steps.length === 0 ? {} : { validationSteps: steps }),
  ...(proof === null ? {} : { proofOfConcept: proof }),
});

function toResult(
  finding: ReportFinding,
  ruleIndex: ReadonlyMap<string, number>,
  paths: ReadonlySet<string>,
  seen: Map<string, number>,
): { readonly properties: object; readonly [key: string]: unknown } {
  const ruleId = ruleIdOf(finding);
  const trace = traceFlow(finding, paths);
  const times = (seen.get(finding.fingerprint) ?? 0) + 1;
  seen.set(finding.fingerprint, times);
  return {
    ruleId,
    ruleIndex: ruleIndex.get(ruleId) ?? -1,
    level: LEVELS[finding.severity],
    message: { text: describe(finding) },
    locations: [toLocation(finding.file, finding.line, finding.end_line, finding.evidence)],
    partialFingerprints: {
      'consensusReview/v1': finding.fingerprint,
      primaryLocationLineHash: `${finding.fingerprint}:${times}`,
    },
    ...(trace.length < 2
      ? {}
      : {
          codeFlows: [
            {
              threadFlows: [
                {
                  locations: trace.map((step) => ({
                    location: { ...toLocation(step.file, step.line, step.line, null), message: { text: step.text } },
                  })),
                },
              ],
            },
          ],
        }),
    ...toFixes(finding),
    suppressions: toSuppressions(finding),
    properties: {
      id: finding.id,
      severity: finding.severity,
      category: finding.category,
      status: finding.status,
      confidence: finding.confidence,
      introduced: finding.introduced,
      reportedBy: [...new Set(finding.reported_by.map((by) => by.agent))],
      ...describeReporters(finding),
      ...(finding.dimension === null ? {} : { dimension: finding.dimension }),
    },
  };
}

/** Mechanical repairs, as `fix` applies them. */
function toFixes(finding: ReportFinding): object {
  const repair = readRepair(finding);
  if (repair === null) return {};
  const replacements = repair.edits.map(({ line, column, end_line, end_column, text }) => ({
    deletedRegion: { startLine: line, startColumn: column, endLine: end_line, endColumn: end_column },
    insertedContent: { text: text.toWellFormed() },
  }));
  return {
    fixes: [
      {
        description: { text: toLine(finding.recommendation ?? finding.title) },
        artifactChanges: [{ artifactLocation: toArtifact(finding.file), replacements }],
      },
    ],
  };
}

/** Where several could have reported it: how many did, and on which models. */
function describeReporters({ agreement, reported_by }: ReportFinding): object {
  const models = [...new Set(reported_by.flatMap(({ model }) => (model === null ? [] : [model])))];
  return {
    ...(agreement.n > 1 ? { agreement } : {}),
    ...(models.length > 0 ? { models } : {}),
  };
}

const describe = (finding: ReportFinding): string => {
  const fix = finding.recommendation === null ? '' : ` Fix: ${toLine(finding.recommendation)}`;
  return `${toLine(finding.title)}: ${toLine(finding.issue)}${fix}`;
};

const toLocation = (file: string, line: number, endLine: number, snippet: string | null): object => ({
  physicalLocation: {
    artifactLocation: toArtifact(file),
    region: {
      startLine: line,
      endLine: Math.max(line, endLine),
      ...(snippet === null ? {} : { snippet: { text: snippet } }),
    },
  },
});

/** A relative URI reference with `/`; everything else that is not unreserved is percent-encoded. */
const toArtifact = (path: string): object => ({
  uri: path
    .replace(/\p{Cs}/gu, '\ufffd')
    .split('/')
    .map(encodeURIComponent)
    .join('/'),
  uriBaseId: ROOT,
});

/** Always present, since an absent list would mean that nobody knows. */
function toSuppressions(finding: ReportFinding): readonly object[] {
  const { status } = finding;
  if (status !== 'rejected' && status !== 'suppressed') return [];
  const said = describeSetAside(finding);
  const justification = said === null ? `${status} by consensus-review` : toLine(said);
  const { kind } = (finding.extra.suppression ?? {}) as { readonly kind?: unknown };
  return [{ kind: kind === 'comment' ? 'inSource' : 'external', status: 'accepted', justification }];
}
