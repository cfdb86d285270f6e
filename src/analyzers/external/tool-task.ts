/**
 * Defines the types between external-analyzer.ts, which runs external programs, and the adapters (bandit, gosec, semgrep and others): the
 * ToolTask that an adapter is given for one scan, the ToolReport that it returns, and what the host allows.
 */
import type { AnalyzerFinding, SourceFile } from '../../ports/analyzer.ts';
import type { Snapshot } from '../../ports/repository.ts';
import type { ProgramEnd } from '../../programs/external-process.ts';
import type { PrivateFolder } from './external-folder.ts';
import type { ToolFault } from './tool-hits.ts';

/** What the host allows external programs. */
export interface ExternalHost {
  /** Reviewed folder: no program inside it is ever run. */
  readonly root: string;
  /** Folders to look for programs in; without it none is found. */
  readonly searchPath: string | undefined;
  /** Whether comments and settings of the reviewed repository may silence a tool. */
  readonly trustsRepository: boolean;
}

export interface ToolTask {
  readonly files: readonly SourceFile[];
  readonly snapshot: Snapshot;
  readonly folder: PrivateFolder;
  readonly host: ExternalHost;
  run(args: readonly string[], options?: RunOptions): Promise<ProgramEnd>;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

export type ToolReport =
  | {
      readonly kind: 'scanned';
      readonly findings: readonly AnalyzerFinding[];
      /** Paths as the snapshot has them; null where the fault concerns no single file. */
      readonly faults: readonly ToolFault[];
      /** Files it has no rule for. */
      readonly unread?: readonly string[];
    }
  /** It is installed, but what it needs besides is not there. */
  | { readonly kind: 'absent'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** Runs the program over the files of its task. */
export type ToolScan = (task: ToolTask) => Promise<ToolReport>;

/** Another program that is asked about the tool. */
export interface VersionSource {
  /** Name on the search path. */
  readonly program: string;
  args(tool: string): readonly string[];
  /** The first group is the version. */
  readonly pattern: RegExp;
}
