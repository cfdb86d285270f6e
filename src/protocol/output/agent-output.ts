/**
 * Parses an agent's output (reviewer JSON or `===AGENT_RESULT===` text, whole or cut off, at once or in pieces) into findings,
 * claims, and what has to be reviewed again (HOST-03, HOST-04, REV-25, TRUNC-07..16). Never throws or invents. Called by
 * reviewers/model/review/review-agent.ts, reviewers/model/audit/hunt.ts, engine/audit/ask-hunter.ts and engine/collect.ts.
 */

import type { ClaimedFinding } from '../findings/finding.ts';
import { type AgentClaims, type EmitFinding, NO_CLAIMS, type Reaudit, type ResultPart } from './agent-claims.ts';
import type { Checkpoint } from './checkpoint.ts';
import { cutPart, type FrameReading, OutputFrames } from './output-frame.ts';

export interface AgentOutputOptions {
  /** Nonce of the end marker we asked for; without it any end marker counts (HOST-03). */
  readonly nonce?: string;
  /** False where the stream was aborted, timed out or hit a length limit; then nothing is complete. */
  readonly transportEnded?: boolean;
}

export type Truncation = 'none' | 'mild' | 'severe';

export interface AgentOutput {
  readonly format: 'json' | 'text' | 'none';
  readonly agent: string | null;
  /** Nothing of the output is missing. What the agent says about being partial plays no part. */
  readonly complete: boolean;
  /** `mild`: Rule 1, whole findings kept. `severe`: Rule 2, everything discarded. */
  readonly truncation: Truncation;
  /** It arrived whole but is not what was agreed; its dimensions count as shallow (AUD-18). */
  readonly anomalous: boolean;
  /** Whole ones, and those of TRUNC-15 with `originallyTruncated`. */
  readonly findings: readonly ClaimedFinding[];
  /** Begun, but not usable, or of a cut output that names no agent: not in the final report (TRUNC-16, REV-25). */
  readonly needsReaudit: readonly Reaudit[];
  readonly claimed: AgentClaims;
  readonly checkpoints: readonly Checkpoint[];
  /** Findings known to be lost; `atLeast` where nothing tells how many there were (AUD-16). */
  readonly unrecovered: { readonly count: number; readonly atLeast: boolean };
  readonly warnings: readonly string[];
}

/** Reads an output that arrives in pieces. */
export interface AgentOutputStream {
  /** Takes the next piece and returns the findings that became whole with it. */
  push(chunk: string): readonly ClaimedFinding[];
  /** Everything that was read. Findings handed out before are among it unless an earlier copy of them stands for both. */
  end(options?: { readonly transportEnded?: boolean }): AgentOutput;
}

export function openAgentOutput(options: Pick<AgentOutputOptions, 'nonce'> = {}): AgentOutputStream {
  const givers = new Map<string, object>();
  let fresh: ClaimedFinding[] = [];
  const emit: EmitFinding = (finding, result) => {
    const key = identityOf(finding);
    if ((givers.get(key) ?? result) !== result) return;
    givers.set(key, result);
    fresh.push(finding);
  };
  const frames = new OutputFrames({ nonce: options.nonce ?? null, emit });
  return {
    push(chunk) {
      fresh = [];
      frames.push(chunk);
      return fresh;
    },
    end({ transportEnded = true } = {}) {
      const reading = frames.end();
      return foldParts(selectParts(reading, options), reading.checkpoints, transportEnded);
    },
  };
}

/** Reads one agent's output. Never throws, never invents. */
export function parseAgentOutput(text: string, options: AgentOutputOptions = {}): AgentOutput {
  const reading = readFrames(text, options);
  return foldParts(selectParts(reading, options), reading.checkpoints, options.transportEnded ?? true);
}

/** Reads a text that may hold the outputs of several agents: one entry for each of them, at least one in all. */
export function parseAgentOutputs(text: string, options: AgentOutputOptions = {}): readonly AgentOutput[] {
  const reading = readFrames(text, options);
  const transportEnded = options.transportEnded ?? true;
  const parts = selectParts(reading, options);
  const byAgent = new Map<string | null, ResultPart[]>();
  for (const part of parts) {
    const own = byAgent.get(part.agent);
    if (own === undefined) byAgent.set(part.agent, [part]);
    else own.push(part);
  }
  if (byAgent.size < 2) return [foldParts(parts, reading.checkpoints, transportEnded)];
  // Whose checkpoints they are cannot be told.
  return [...byAgent.values()].map((own) => foldParts(own, [], transportEnded));
}

function readFrames(text: string, { nonce = null }: { readonly nonce?: string | null }): FrameReading {
  const frames = new OutputFrames({ nonce, emit: () => undefined });
  frames.push(text);
  return frames.end();
}

const isClosed = ({ ending }: ResultPart): boolean => ending === 'closed';

/** With a nonce we asked for a marked block: loose JSON is used only where no block came, and is never complete. */
function selectParts(
  { loose, framed }: FrameReading,
  { nonce }: Pick<AgentOutputOptions, 'nonce'>,
): readonly ResultPart[] {
  const isMarked = nonce !== undefined;
  const open = isMarked ? loose.map(cutPart) : loose;
  const parts = isMarked && framed.length > 0 ? framed : [...open, ...framed];
  const hasWhole = parts.some(isClosed);
  // A sample of the shape in prose breaks off without a finding; it is no second answer.
  return hasWhole ? parts.filter(({ ending, findings }) => ending !== 'broken' || findings.length > 0) : parts;
}

function foldParts(
  parts: readonly ResultPart[],
  checkpoints: readonly Checkpoint[],
  transportEnded: boolean,
): AgentOutput {
  const complete = transportEnded && parts.length > 0 && parts.every(isClosed);
  const isDiscarded = (part: ResultPart): boolean => part.agent === null && !(isClosed(part) && transportEnded);
  const kept = parts.filter((part) => !isDiscarded(part));
  const discarded = parts.filter(isDiscarded);
  const findings = mergeFindings(kept);
  const begunAgain = listReaudits(kept, findings);
  const lostHeadings = discarded.reduce((sum, { begun }) => sum + begun, 0);
  const agent = parts.find((part) => part.agent !== null)?.agent ?? null;
  const last = kept.findLast(isClosed) ?? kept.at(-1);
  return {
    format: parts[0]?.format ?? 'none',
    agent,
    complete,
    truncation: complete ? 'none' : agent === null && findings.length === 0 ? 'severe' : 'mild',
    anomalous: parts.some(({ anomalous }) => anomalous),
    findings,
    needsReaudit: [...begunAgain, ...listLeads(discarded, findings)],
    claimed: last?.claims ?? NO_CLAIMS,
    checkpoints,
    unrecovered: countUnrecovered(parts, checkpoints, complete, begunAgain.length + lostHeadings),
    warnings: [...new Set(parts.flatMap(({ warnings }) => warnings)), ...warnOfFold(parts, findings, complete)],
  };
}

function countUnrecovered(
  parts: readonly ResultPart[],
  checkpoints: readonly Checkpoint[],
  complete: boolean,
  known: number,
): AgentOutput['unrecovered'] {
  if (complete) return { count: known, atLeast: false };
  const begun = parts.reduce((sum, part) => sum + part.begun, 0);
  const last = checkpoints.at(-1);
  return { count: known + Math.max(0, (last?.findings ?? 0) - begun), atLeast: last === undefined };
}

const identityOf = ({ severity, cwe, file, line, endLine, title, issue }: ClaimedFinding): string =>
  [severity, cwe, file, line, endLine, title, issue].join('\0');

/** Findings of all results, each once: an answer given twice is one answer, and a whole copy replaces a cut one. */
function mergeFindings(parts: readonly ResultPart[]): readonly ClaimedFinding[] {
  const merged: ClaimedFinding[] = [];
  const known = new Map<string, { readonly part: ResultPart; readonly index: number }>();
  for (const part of parts) {
    for (const finding of part.findings) {
      const key = identityOf(finding);
      const earlier = known.get(key);
      if (earlier === undefined || earlier.part === part) {
        known.set(key, { part, index: merged.length });
        merged.push(finding);
      } else if (merged[earlier.index]?.originallyTruncated) merged[earlier.index] = finding;
    }
  }
  return merged;
}

/** Left to be audited again, without those that a second copy of the answer brought whole. */
function listReaudits(parts: readonly ResultPart[], findings: readonly ClaimedFinding[]): readonly Reaudit[] {
  const whole = new Set(findings.map(({ id }) => id));
  return parts.flatMap(({ reaudit }) => reaudit).filter(({ id }) => !whole.has(id));
}

/** Whole findings of a cut output that names no agent: to be looked at again, counted nowhere (REV-25). */
function listLeads(discarded: readonly ResultPart[], findings: readonly ClaimedFinding[]): readonly Reaudit[] {
  const known = new Set(findings.map(identityOf));
  return mergeFindings(discarded).flatMap((finding, i) =>
    finding.originallyTruncated || known.has(identityOf(finding))
      ? []
      : [
          {
            id: finding.id ?? `F${String(i + 1).padStart(3, '0')}`,
            file: finding.file,
            reason: 'its output was cut and names no agent',
          },
        ],
  );
}

function warnOfFold(
  parts: readonly ResultPart[],
  findings: readonly ClaimedFinding[],
  complete: boolean,
): readonly string[] {
  const agents = new Set(parts.flatMap(({ agent }) => (agent === null ? [] : [agent])));
  const repeated = parts.reduce((sum, part) => sum + part.findings.length, 0) - findings.length;
  return [
    ...(parts.length === 0 ? ['no result found in the output'] : []),
    ...(parts.length > 0 && agents.size === 0 ? ['the output does not name its agent'] : []),
    ...(agents.size > 1 ? [`results of ${agents.size} agents in one output: ${[...agents].join(', ')}`] : []),
    ...(complete && parts.length > 1 ? [`${parts.length} results in one output`] : []),
    ...(complete && repeated > 0 ? [`${repeated} repeated findings left out`] : []),
  ];
}
