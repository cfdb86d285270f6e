/**
 * The AgentTools port: the tools with which an agent on a model reads code (made by context/tools/agent-tools.ts), and the type
 * of its token account, which is charged for everything the agent reads and writes. Used by engine/ and reviewers/model/.
 */

import type { Mode } from '../protocol/budget/mode.ts';
import type { LineRange } from '../protocol/findings/finding.ts';
import type { ChangedFile } from './change-view.ts';

/** What an agent may see of its account. The host charges; the agent only looks. */
export interface LedgerView {
  readonly budgetTokens: number;
  readonly usedTokens: number;
  readonly usageRatio: number;
  readonly mode: Mode;
}

/** An agent's account as tools and drivers use it. Whatever enters or leaves the agent is paid for here. */
export interface Account extends LedgerView {
  /** Books the tokens and says true, or books nothing, forces the return and says false. */
  claim(tokens: number): boolean;
}

export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** Lines of a file that reached an agent. */
export interface Delivered {
  readonly path: string;
  readonly ranges: readonly LineRange[];
}

export interface ToolAnswer {
  /** `cut`: not everything is here, and the text says so. `refused`: nothing is, and the agent has to return. */
  readonly kind: 'whole' | 'cut' | 'refused' | 'failed';
  /** Ends with used, budget and mode (MODE-16). */
  readonly text: string;
  /** Charged for it. */
  readonly tokens: number;
  /** Lines of files the agent now has, for coverage (HOST-10). */
  readonly delivered: readonly Delivered[];
}

/** What one agent can look with. Every answer is paid for before it is delivered; no call throws. */
export interface AgentTools {
  readonly definitions: readonly ToolDefinition[];
  /** Answers every call, whatever its name and arguments. `isInTask`: for the first message, which reaches every agent whole. */
  call(name: string, args: unknown, isInTask?: boolean): Promise<ToolAnswer>;
  /**
   * A changed file as reviewers see it, as rich as `roomTokens` and one answer allow. Null where no view of it fits, it was shown
   * before, or there is none: then its lines are read.
   */
  showChange(file: ChangedFile, roomTokens?: number): Promise<ToolAnswer | null>;
  /**
   * The same for a text that stands before the agent from the beginning: not charged (REV-06). Null where the file is to be given
   * whole. Either way its lines count as preloaded.
   */
  preload(
    file: Pick<ChangedFile, 'path' | 'language'> & { readonly changed: readonly LineRange[] | null },
  ): Promise<string | null>;
  /** Lines of each file that stood before the agent from the beginning. */
  preloaded(): ReadonlyMap<string, readonly LineRange[]>;
  /** Lines of each file that reached the agent so far. */
  delivered(): ReadonlyMap<string, readonly LineRange[]>;
  /** From the first call on, only what was delivered before the last one counts: the agent has answered to it. */
  confirm(): void;
  /** Of what was delivered: what counts as read. */
  confirmed(): ReadonlyMap<string, readonly LineRange[]>;
  /** Every file an answer was about, shown in lines or not. */
  looked(): ReadonlySet<string>;
  /** Takes back what was delivered since: it was lost before anything came of it. What it cost stays paid. */
  takeBack(since: ReadonlyMap<string, readonly LineRange[]>): void;
  /** Takes back what was preloaded too: the text that it stood in was never given whole. Ends with the next `preload`. */
  takeBackTask(): void;
  isTaskLost(): boolean;
}
