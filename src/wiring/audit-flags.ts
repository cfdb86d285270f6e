/**
 * Reads and checks the flags of an audit (`--mode`, `--dimensions`, `--cells`, `--agents`, `--require-semgrep`) before anything runs:
 * from flag values to the fields of `AuditRequest`, or a ReviewError. playbooks.ts also takes `readDimensionFlag` from here for a
 * review, and cli/read-run-call.ts `scopeOfCells`.
 */
import picomatch from 'picomatch';
import type { AuditRequest, CellSelector } from '../engine/audit/audit-request.ts';
import { ReviewError } from '../errors.ts';
import { AUDIT_MODES, type AuditMode } from '../protocol/coverage/audit-mode.ts';
import { DIMENSIONS, type Dimension, isDimension } from '../protocol/findings/dimension.ts';

/** Values by the camelCase name of their flag. */
type Flags = Readonly<Record<string, unknown>>;

export type AuditFlags = Pick<AuditRequest, 'mode' | 'dimensions' | 'cells' | 'isInCell' | 'agents' | 'requireSemgrep'>;

export function readAuditFlags(flags: Flags): AuditFlags {
  requireValue(flags, 'cells');
  const cells = readCells(listOf(flags.cells));
  if (cells !== null && flags.dimensions !== undefined)
    throw new ReviewError('bad-value', '--cells already names dimensions; leave out --dimensions.');
  const matchers = new Map((cells ?? []).map(({ glob }) => [glob, picomatch(glob, { dot: true })]));
  return {
    mode: readMode(flags.mode),
    dimensions: readDimensionFlag(flags),
    cells,
    // A name is its own glob, whatever signs are in it: `app/[id]/route.ts`.
    isInCell: ({ glob }, path) => glob === path || (matchers.get(glob)?.(path) ?? false),
    agents: readAgents(flags.agents),
    requireSemgrep: flags.requireSemgrep === true,
  };
}

const EVERYWHERE = '**';

/** A flag that is given and says nothing does not mean everything. */
function requireValue(flags: Flags, name: 'cells' | 'dimensions'): void {
  if (flags[name] !== undefined && listOf(flags[name]).length === 0)
    throw new ReviewError('bad-value', `--${name} is empty; leave it out to include everything.`);
}

const listOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? (value as readonly string[]) : [])
    .flatMap((part) => part.split(','))
    .map((part) => part.trim())
    .filter((part) => part !== '');

function readMode(value: unknown): AuditMode {
  if (value === undefined) return 'standard';
  const mode = AUDIT_MODES.find((name) => name === value);
  if (mode === undefined)
    throw new ReviewError('bad-value', `--mode ${String(value)}: expected one of ${AUDIT_MODES.join(', ')}.`);
  return mode;
}

function readDimension(text: string, flag: string): Dimension {
  const dimension = text.toUpperCase();
  if (!isDimension(dimension))
    throw new ReviewError('bad-value', `${flag} ${text}: expected one of ${DIMENSIONS.join(', ')}.`);
  return dimension;
}

/** The dimensions a run is limited to; null for all of them. */
export function readDimensionFlag(flags: Flags): readonly Dimension[] | null {
  requireValue(flags, 'dimensions');
  const names = listOf(flags.dimensions);
  return names.length === 0 ? null : [...new Set(names.map((name) => readDimension(name, '--dimensions')))];
}

/** `D2:src/auth/**`, `D1+D4:src/a.ts`, `D10` for all its cells; a comma inside braces belongs to the glob and is therefore not supported. */
function readCells(texts: readonly string[]): readonly CellSelector[] | null {
  if (texts.length === 0) return null;
  return texts.flatMap((text) => {
    const at = text.indexOf(':');
    const [names, glob] = at < 0 ? [text, EVERYWHERE] : [text.slice(0, at), text.slice(at + 1)];
    if (names === '' || glob === '')
      throw new ReviewError('bad-value', `--cells ${text}: expected DIMENSION:GLOB, as D2:src/auth/**.`);
    return names.split('+').map((name) => ({ dimension: readDimension(name, '--cells'), glob }));
  });
}

function readAgents(value: unknown): number | null {
  if (value === undefined) return null;
  const agents = Number(value);
  if (!Number.isInteger(agents) || agents < 1 || agents > 50)
    throw new ReviewError('bad-value', `--agents ${String(value)}: expected a number from 1 to 50.`);
  return agents;
}

/** Cells name their files themselves: without another scope the whole project is what they choose from. */
export function scopeOfCells(flags: Flags, positional: readonly string[]): Flags {
  const isScoped =
    positional.length > 0 || ['all', 'staged', 'commit', 'base', 'diff'].some((name) => flags[name] !== undefined);
  return flags.cells === undefined || isScoped ? flags : { ...flags, all: true };
}
