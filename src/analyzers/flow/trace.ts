/**
 * Defines Trace, the path of untrusted data from a source to an expression (kind, source, lines, steps), and functions that start and
 * extend one. Built by walk.ts; ast-grep/ast-grep-findings.ts prints it as the flow of a finding.
 */
import type { SgNode } from '@ast-grep/napi';
import { lineOf } from './calls.ts';
import type { Tracked } from './relations.ts';
import type { Parameter, Scope } from './scopes.ts';

/** A way from a source to an expression. */
export interface Trace {
  /** A known source, a parameter some caller may fill with untrusted data, or a value of unseen origin. */
  readonly kind: 'source' | 'parameter' | 'value';
  /** The source set of the vocabulary that it begins in, `exported` for a parameter that other projects may fill; else null. */
  readonly origin: string | null;
  readonly source: string;
  readonly sourceLine: number;
  /** Lines on the way, source first. */
  readonly lines: readonly number[];
  /** Values it went through: a check of one of them further on holds for all behind it. */
  readonly steps: readonly Tracked[];
  /** Predicates of other files that vouch for it by their name alone. */
  readonly claims: readonly string[];
  /** Expressions it was part of. */
  readonly texts: readonly string[];
}

const MAX_TEXT = 1_500;

/** What kind of value begins a flow, and in which source set. */
export type Beginning = Pick<Trace, 'kind' | 'origin'>;

export const startAtParameter = ({ name, line }: Parameter, { kind, origin }: Beginning, scope: Scope): Trace => ({
  kind,
  origin,
  source: name,
  sourceLine: line,
  lines: [line],
  steps: [{ text: name, scope, from: scope.start }],
  claims: [],
  texts: [],
});

export const startTrace = (node: SgNode, origin: string | null): Trace => ({
  kind: 'source',
  origin,
  source: node.text(),
  sourceLine: lineOf(node),
  lines: [lineOf(node)],
  steps: [],
  claims: [],
  texts: [],
});

export const extendTrace = (trace: Trace, step: Tracked, line: number): Trace => ({
  ...trace,
  lines: trace.lines.at(-1) === line ? trace.lines : [...trace.lines, line],
  steps: [...trace.steps, step],
});

export const withStep = (trace: Trace, step: Tracked | null): Trace =>
  step ? { ...trace, steps: [...trace.steps, step] } : trace;

export const withClaims = (trace: Trace, claims: readonly string[]): Trace =>
  claims.length === 0 ? trace : { ...trace, claims: [...new Set([...trace.claims, ...claims])] };

export const withText = (trace: Trace, node: SgNode): Trace => ({
  ...trace,
  texts: [...trace.texts, node.text().slice(0, MAX_TEXT)],
});
