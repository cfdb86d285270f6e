/**
 * The Repository port: the reviewed repository, what was selected of it (Selection), its files as a Snapshot, its settings.
 * Read-only; nothing of it is executed. Implemented by repository/repository.ts; used by nearly everything that reads files.
 */
import type { LineRange } from '../protocol/findings/finding.ts';
import type { IgnoreReason } from '../protocol/report/report-document.ts';

/** What the user asked to have reviewed. */
export type Selection =
  | { readonly kind: 'auto' }
  | { readonly kind: 'all' }
  | { readonly kind: 'paths'; readonly patterns: readonly string[] }
  | { readonly kind: 'staged' }
  | { readonly kind: 'commit'; readonly revision: string }
  | { readonly kind: 'range'; readonly base: string; readonly head: string | null }
  | { readonly kind: 'patch'; readonly text: string; readonly origin: string };

/** Filters on top of the selection. Globs and ignore patterns are relative to the root. */
export interface ScopeRules {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Lines of `.consensus-reviewignore`, gitignore syntax. */
  readonly ignoreLines: readonly string[];
  readonly maxFileBytes: number;
}

/** A file of the scope. `changed` are the changed line ranges of its new text; null where the whole file is in scope. */
export interface ScopeFile {
  readonly kind: 'file';
  readonly path: string;
  readonly language: string | null;
  readonly changed: readonly LineRange[] | null;
  /** Imports of this file that the change breaks elsewhere; absent where there are none. Their lines are among `changed`. */
  readonly broken?: readonly BrokenImport[] | undefined;
}

/** An import, or the use of an imported name, whose other end the change takes away. */
export interface BrokenImport {
  readonly line: number;
  /** As the file writes it. */
  readonly module: string;
  /** The name that is gone; null where the whole module is. */
  readonly name: string | null;
  /** The file that had it. */
  readonly from: string;
}

export interface IgnoredEntry {
  readonly kind: 'ignored';
  readonly path: string;
  readonly reason: IgnoreReason;
  /** Files of source that the entry stands for, where its name does not tell: a folder, or a link whose target is reviewed. */
  readonly sourceFiles?: number;
}

export type ScopeEntry = ScopeFile | IgnoredEntry;

export type ReadOutcome =
  | { readonly kind: 'text'; readonly text: string; readonly bytes: number }
  | { readonly kind: 'unusable'; readonly reason: IgnoreReason };

/** Read-only by type. Nothing of the repository is executed and nothing outside its root is read. */
export interface Repository {
  readonly root: string;
  /**
   * Throws ReviewError for what the user has to mend: unknown path or revision, no git, no merge base. Once the signal has fired
   * nothing more is looked for: the entries end early.
   */
  open(selection: Selection, rules: ScopeRules, signal?: AbortSignal): Promise<Snapshot>;
  /**
   * Settings of the reviewed project: a file, or the files of a folder sorted by name; looked for in the root, then in the
   * git top level. From the base revision where a change is selected, so that it cannot loosen its own review; else from disk.
   */
  readSettings(path: string, selection: Selection): Promise<readonly SettingsFile[]>;
  /** Every text that its commits ever held; null without git. */
  readHistory?(): Promise<PastTexts | null>;
}

export interface PastTexts {
  /** Each once, at the commit that added it, oldest first. */
  readonly texts: readonly { readonly commit: string; readonly path: string; readonly oid: string }[];
  /** Older commits are not here. */
  readonly isShallow: boolean;
  read(oid: string, path: string, maxBytes: number): Promise<{ readonly text: string } | 'binary' | 'unread'>;
}

export interface SettingsFile {
  /** Where it was found, for messages. */
  readonly path: string;
  readonly text: string;
  /** Why it cannot be read, of a file in a folder of settings; its text is empty then. */
  readonly fault?: string | undefined;
}

/** One resolved selection: the same files and the same text however often it is read. */
export interface Snapshot {
  /** The selection in words, for the report: `working tree against main`, `src/**`. */
  readonly selection: string;
  /** Git branch, `detached@` + 12 hex digits, or null without git (REV-20). */
  readonly branch: string | null;
  /** True for change scopes, where `changed` decides what counts. */
  readonly isChange: boolean;
  /** The revision whose merge base the changes of a branch begin at, where nobody named one. */
  readonly against?: string;
  /** Things the user should know about the scope itself. */
  readonly warnings: readonly string[];
  /** Paths that were there before the change and that it deletes or renames; `readBase` has their text. Absent where nobody knows. */
  readonly removed?: readonly string[];
  /** Streams the scope, so that counting starts before it is fully resolved (SCOPE-02). Sorted by path. */
  entries(): AsyncIterable<ScopeEntry>;
  /** Text of a path at the head of the selection, whether in scope or not (lock files, link targets). */
  read(path: string): Promise<ReadOutcome>;
  /** The text as models see it, without secrets: their quotes are compared with it. Absent where no model is asked. */
  readRedacted?(path: string): Promise<ReadOutcome>;
  /** What its author says of the change: messages of its commits. Null or absent where there are none. */
  message?(): Promise<string | null>;
  /** Text before the change; null for path scopes and added files. */
  readBase(path: string): Promise<string | null>;
  /** Every path that exists at the head of the selection, in scope or not; never opens a file. */
  paths(): Promise<ReadonlySet<string>>;
  /**
   * An identity of the text at a path, without reading it: the same identity means the same text, now and in later runs. Of a blob
   * its id (`blob …`), of a file what the disk says of it. Null where it could not be trusted.
   */
  identity?(path: string): string | null;
}
