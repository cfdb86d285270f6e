/**
 * Defines the type of what a reviewer is shown of a changed file: its hunks with the functions around them, and of other files
 * what these call or are called by. Made by context/change/change-views.ts, printed by context/tools/show-change.ts.
 */
import type { LineRange } from '../protocol/findings/finding.ts';

export interface ChangedFile {
  readonly path: string;
  readonly language: string | null;
  /** Lines of the new text. */
  readonly changed: readonly LineRange[];
}

/** Lines of another file. */
export interface RelatedCode {
  readonly path: string;
  /** `callee`: the change calls it. `caller`: it calls what was changed. */
  readonly kind: 'callee' | 'caller';
  readonly name: string;
  readonly range: LineRange;
  readonly lines: readonly string[];
}

export interface ChangeView {
  readonly path: string;
  readonly lines: readonly string[];
  readonly changed: readonly LineRange[];
  /** Merged and sorted; every changed line is in one of them. */
  readonly shown: readonly LineRange[];
  /** Lines that the change took away, by the line before which they stood. */
  readonly removed: ReadonlyMap<number, readonly string[]>;
  /** Lines of declarations that are not shown otherwise. */
  readonly outline: readonly number[];
  readonly related: readonly RelatedCode[];
}

/** From the richest to the barest; each holds every changed line. */
export const VIEW_LEVELS = ['full', 'functions', 'hunks'] as const;
export type ViewLevel = (typeof VIEW_LEVELS)[number];

/** Null where the file has no text. */
export type ViewChange = (file: ChangedFile, level: ViewLevel) => Promise<ChangeView | null>;
