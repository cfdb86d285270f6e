/**
 * Formats and parses the `[CHECKPOINT]` lines that an audit agent writes every ten turns (CHECKPOINT-01, CHECKPOINT-02): turn,
 * findings, files read, open dimensions. agent-output.ts tells from the last one what a cut lost; prompts/audit-hunt.ts and
 * reviewers/model/audit/hunt.ts ask for them.
 */
import { type Dimension, isDimension } from '../findings/dimension.ts';

export const CHECKPOINT_TURNS = 10;
export const CHECKPOINT_MARKER = '[CHECKPOINT]';

export interface Checkpoint {
  readonly turn: number;
  readonly findings: number;
  readonly filesRead: number;
  readonly remainingDimensions: readonly Dimension[];
}

const LINE =
  /^\[CHECKPOINT\][ \t]+turn:(?<turn>\d{1,9})[ \t]+findings:(?<findings>\d{1,9})[ \t]+files_read:(?<files>\d{1,9})[ \t]+remaining_dims:(?<dims>[^\r\n]*)\r?$/u;

export const formatCheckpoint = ({ turn, findings, filesRead, remainingDimensions }: Checkpoint): string =>
  `${CHECKPOINT_MARKER} turn:${turn} findings:${findings} files_read:${filesRead} remaining_dims:${remainingDimensions.join(',') || 'none'}`;

/** Reads one line from its first column; null where it is no checkpoint. Words that are no dimension, such as `none`, name none. */
export function parseCheckpoint(line: string): Checkpoint | null {
  const groups = LINE.exec(line)?.groups;
  if (groups === undefined) return null;
  return {
    turn: Number(groups.turn),
    findings: Number(groups.findings),
    filesRead: Number(groups.files),
    remainingDimensions: [...new Set((groups.dims ?? '').split(/[,\s]+/u))].filter(isDimension),
  };
}

/** Turns after which a checkpoint is due. */
export const listCheckpointTurns = (maxTurns: number): readonly number[] =>
  Array.from({ length: Math.max(0, Math.floor(maxTurns / CHECKPOINT_TURNS)) }, (_, i) => (i + 1) * CHECKPOINT_TURNS);
