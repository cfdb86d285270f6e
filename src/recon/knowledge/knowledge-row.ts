/** Shape of the knowledge tables: what sources, sinks and guards look like in a language or framework. */
import type { Dimension } from '../../protocol/findings/dimension.ts';

export interface SinkRow {
  readonly dimension: Dimension;
  readonly category: string;
  /** Callees by full name; `*.` stands for any receiver. */
  readonly calls: readonly string[];
}

export interface KnowledgeRow {
  /** Name of the document without its ending. */
  readonly name: string;
  readonly title: string;
  /** Languages it belongs to, as files are detected. */
  readonly languages: readonly string[];
  /** Packages that show a framework is there: dependency or import names; empty for a language. */
  readonly packages: readonly string[];
  /** Expressions that bring in what others sent. */
  readonly sources: readonly string[];
  readonly sinks: readonly SinkRow[];
  /** What is put in the way of a request: middleware, decorators, annotations. */
  readonly guards: readonly string[];
}

export const sink = (dimension: Dimension, category: string, calls: string): SinkRow => ({
  dimension,
  category,
  calls: calls.split(' '),
});

export const words = (list: string): readonly string[] => (list === '' ? [] : list.split(' '));
