/**
 * Takes the result of a hunt agent that comes as a call (`return_result`): reads what it says of its work into claims, and joins them
 * with what was written and recorded beside it. Counts are the host's own. Called by hunt-tools.ts and hunt.ts.
 */
import { normalizePath } from '../../../context/tools/readable-files.ts';
import type { HuntTask } from '../../../ports/auditor.ts';
import { HUNT_ANSWERS } from '../../../prompts/hunt-tools.ts';
import { RESULT_TAKEN, RESULT_TOO_EARLY } from '../../../prompts/review-tools.ts';
import { COVERAGE_STATUSES, type CoverageStatus, type Dimension } from '../../../protocol/findings/dimension.ts';
import { formatLines } from '../../../protocol/findings/location.ts';
import { type AgentClaims, type ClaimedHotspot, NO_CLAIMS } from '../../../protocol/output/agent-claims.ts';
import type { AgentOutput } from '../../../protocol/output/agent-output.ts';
import { readCount, readDimension, readText } from '../../../protocol/output/reviewer-claims.ts';
import { isJsonObject, type JsonObject } from '../../../protocol/text/json-object.ts';
import type { CallAnswer } from '../agent-policy.ts';
import type { HuntLog } from './hunt-log.ts';
import { recordFinding } from './record-finding.ts';

const listObjects = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);

function readCoverage(value: unknown): Partial<Record<Dimension, CoverageStatus>> {
  const coverage: Partial<Record<Dimension, CoverageStatus>> = {};
  for (const row of listObjects(value)) {
    const dimension = readDimension(row.dimension);
    const status = COVERAGE_STATUSES.find((each) => each === row.status);
    if (dimension !== null && status !== undefined) coverage[dimension] = status;
  }
  return coverage;
}

const readHotspots = (value: unknown): readonly ClaimedHotspot[] =>
  listObjects(value).flatMap(({ file, line, end_line: last, reason }) => {
    const said = readText(file);
    const path = said === null ? null : normalizePath(said);
    const start = readCount(line);
    if (path === null || start === null) return [];
    return [{ file: path, lines: formatLines(start, readCount(last) ?? start), reason: readText(reason) ?? '' }];
  });

/**
 * Findings that were put into the result against its schema are recorded like all others. Nobody returns over a finding that it
 * was told to mend in the same answer.
 */
export function takeHuntResult(args: unknown, task: HuntTask, log: HuntLog): CallAnswer {
  const result = isJsonObject(args) ? args : {};
  for (const finding of listObjects(result.findings)) recordFinding(finding, task, log);
  if (log.hasRejected) return { text: RESULT_TOO_EARLY, isError: true };
  const coverage = readCoverage(result.coverage);
  if (task.dimensions.some((dimension) => coverage[dimension] === undefined))
    return { text: HUNT_ANSWERS.lacksCoverage, isError: true };
  log.returned = {
    coverage,
    hotspots: readHotspots(result.hotspots),
    gaps: (Array.isArray(result.gaps) ? result.gaps : []).map(readDimension).filter((each) => each !== null),
  };
  return { text: RESULT_TAKEN, isError: false };
}

/** The same from an answer that is held to a schema; whether it was taken. */
export function takeHeldHunt(answer: JsonObject | null, task: HuntTask, log: HuntLog): boolean {
  if (answer === null) return false;
  const coverage = isJsonObject(answer.coverage) ? Object.entries(answer.coverage) : [];
  const rows = coverage.map(([dimension, status]) => ({ dimension, status }));
  const { text, isError } = takeHuntResult({ ...answer, coverage: rows }, task, log);
  log.refusal = isError ? text : null;
  return !isError;
}

/** What was written beside the call stands as far as it was whole; the result itself has arrived. */
export function completeOutput(
  written: AgentOutput,
  returned: Pick<AgentClaims, 'coverage' | 'hotspots' | 'gaps'>,
  { agentId, round, dimensions }: Pick<HuntTask, 'agentId' | 'round' | 'dimensions'>,
  { documents, toolCalls }: Pick<HuntLog, 'documents' | 'toolCalls'>,
): AgentOutput {
  return {
    ...written,
    format: 'json',
    agent: agentId,
    complete: true,
    truncation: 'none',
    anomalous: false,
    claimed: { ...NO_CLAIMS, round, dimensions, modulesLoaded: documents, toolCalls, ...returned },
    unrecovered: { count: 0, atLeast: false },
  };
}
