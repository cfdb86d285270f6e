/**
 * Holds the zod building blocks (`text`, `count`, `severity` …) of the document schemas in this folder and in
 * protocol/evaluation/. From such a schema come the TypeScript type, the published JSON Schema and the tables in docs/. Loads
 * zod: where start-up time matters, import only types.
 */
import { z } from 'zod';
import { ISOLATIONS } from '../budget/isolation.ts';
import { MODES } from '../budget/mode.ts';
import { COVERAGE_SYMBOLS, DIMENSIONS } from '../findings/dimension.ts';
import { SEVERITIES, VERDICTS } from '../findings/severity.ts';
import type { RoundMove } from '../rounds/convergence.ts';

export const text = z.string();
export const texts = z.array(text);
export const flag = z.boolean();
export const count = z.int().min(0);
export const ratio = z.number().min(0).max(1);
export const percent = z.int().min(0).max(100);
export const severity = z.enum(SEVERITIES);
export const dimension = z.enum(DIMENSIONS);
export const dimensions = z.array(dimension);
export const coverageSymbol = z.enum(Object.values(COVERAGE_SYMBOLS));
export const verdict = z.enum(VERDICTS);
export const isolation = z.enum(ISOLATIONS);
export const mode = z.enum(MODES);
export const playbook = z.enum(['review', 'audit']);
export const runMode = z.enum(['review', 'quick', 'standard', 'deep']);
export const agentStatus = z.enum(['completed', 'truncated', 'failed']);
export const analyzerStatus = z.enum(['completed', 'partial', 'absent', 'failed']);
export const roundDecision = z.enum([
  'next-round',
  'converge',
  'emergency',
  'incomplete',
] as const satisfies readonly RoundMove['kind'][]);
export const truncationSeverity = z.enum(['mild', 'severe']);
