/**
 * The only effects of the product, each with its contract. The engine gets these as arguments; adapters implement them.
 * A port resolves to data: what can go wrong is a value of its union, an exception is a defect or an operator's mistake
 * (ReviewError, thrown by Repository.open alone).
 */
import type { AgentClaims } from './protocol/output/agent-claims.ts';
import type { Opinion, SharedIssue } from './protocol/findings/consensus.ts';
import type { ClaimedFinding, LineRange } from './protocol/findings/finding.ts';
import type { Recollection } from './protocol/cache/recollection.ts';
import type {
  AnalyzerStatus,
  CutoffReason,
  IgnoreReason,
  Isolation,
  Mode,
  ReportDocument,
  Verdict,
} from './protocol/report/report-document.ts';
import type { ReviewerProfile } from './protocol/reviewers/reviewer.ts';
import type { RunEvent } from './protocol/report/run-events.ts';
import type { Pruned, Retention, StoredRun, StoredStep } from './protocol/report/stored-run.ts';

// ---------------------------------------------------------------------------------------------------- repository

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
}

export interface IgnoredEntry {
  readonly kind: 'ignored';
  readonly path: string;
  readonly reason: IgnoreReason;
}

export type ScopeEntry = ScopeFile | IgnoredEntry;

export type ReadOutcome =
  | { readonly kind: 'text'; readonly text: string; readonly bytes: number }
  | { readonly kind: 'unusable'; readonly reason: IgnoreReason };

/** Read-only by type. Nothing of the repository is executed and nothing outside its root is read. */
export interface Repository {
  readonly root: string;
  /** Throws ReviewError for what the user has to mend: unknown path or revision, no git, no merge base. */
  open(selection: Selection, rules: ScopeRules): Promise<Snapshot>;
  /**
   * Settings of the reviewed project: a file, or the files of a folder sorted by name; looked for in the root, then in the
   * git top level. From the base revision where a commit or a range is selected, so that a change cannot loosen its own
   * review; else from disk.
   */
  readSettings(path: string, selection: Selection): Promise<readonly SettingsFile[]>;
}

export interface SettingsFile {
  /** Where it was found, for messages. */
  readonly path: string;
  readonly text: string;
}

/** One resolved selection: the same files and the same text however often it is read. */
export interface Snapshot {
  /** The selection in words, for the report: `working tree against main`, `src/**`. */
  readonly selection: string;
  /** Git branch, `detached@` + 12 hex digits, or null without git (REV-20). */
  readonly branch: string | null;
  /** True for change scopes, where `changed` decides what counts. */
  readonly isChange: boolean;
  /** Things the user should know about the scope itself. */
  readonly warnings: readonly string[];
  /** Streams the scope, so that counting starts before it is fully resolved (SCOPE-02). Sorted by path. */
  entries(): AsyncIterable<ScopeEntry>;
  /** Text of a path at the head of the selection, whether in scope or not (lock files, link targets). */
  read(path: string): Promise<ReadOutcome>;
  /** Text before the change; null for path scopes and added files. */
  readBase(path: string): Promise<string | null>;
  /** Every path that exists at the head of the selection, in scope or not; never opens a file. */
  paths(): Promise<ReadonlySet<string>>;
  /**
   * A mark of the text at a path, without reading it: the same mark means the same text, now and in later runs. Of a blob
   * its id (`blob …`), of a file what the disk says of it. Null where the mark could not be trusted.
   */
  identity?(path: string): string | null;
}

// ---------------------------------------------------------------------------------------------------- index

export interface IndexedFile extends ScopeFile {
  readonly tokens: number;
  /** True where the tokenizer failed and bytes/4 stands in (REV-05). */
  readonly estimated: boolean;
  /** Lines that are not blank. */
  readonly loc: number;
  /** All lines. */
  readonly lines: number;
  readonly branch: string | null;
}

/** Measures the files of a snapshot as they are found; a file that turns out binary or generated becomes ignored. */
export interface Index {
  measure(snapshot: Snapshot, entries: AsyncIterable<ScopeEntry>): AsyncIterable<IndexedFile | IgnoredEntry>;
}

/** Exact tokens in the one encoding of the product (REV-05). Never throws. */
export interface TokenCounter {
  readonly encoding: string;
  count(text: string): number;
}

/** Isolated contexts of agents in a branch wave. */
export interface Branches {
  create(request: { readonly agent: string; readonly budgetTokens: number }): string;
  /** Closes the branch; what it used is the host's figure. */
  complete(branchId: string, usedTokens: number): void;
}

// ---------------------------------------------------------------------------------------------------- drivers

export interface AssignedFile extends IndexedFile {
  /** Priority tier 1..4 (PRIORITY-01..04). */
  readonly tier: number;
  /** How many findings of this file the host recorded from this agent in earlier waves. */
  readonly recorded: number;
  /** Lines that reached this agent in earlier waves. */
  readonly delivered?: readonly LineRange[];
}

/** A file this agent need not be given: it has reviewed it before, under the same conditions. */
export interface RecalledFile {
  readonly file: AssignedFile;
  readonly recollection: Recollection;
}

/** One agent's task in one wave. Files come in the order in which they are to be reviewed. */
export interface Assignment {
  readonly reviewer: ReviewerProfile;
  readonly round: number;
  readonly wave: number;
  readonly budgetTokens: number;
  readonly isolation: Isolation;
  readonly branchId: string | null;
  readonly files: readonly AssignedFile[];
  /** In a shared wave: the files whose text all agents have before them (REV-06). */
  readonly shared?: readonly AssignedFile[];
  /** Reviewed in an earlier run; not among `files`. */
  readonly recalled?: readonly RecalledFile[];
  /** What analyzers look at, where that is more than `files`: they review recalled files anew. */
  readonly analysed?: readonly AssignedFile[];
  /** True while a further wave may follow: then an agent at 0.80 takes no new file (HOST-15, HOST-16). */
  readonly mayContinue: boolean;
  /** In a second round: what others found and this agent is asked about (FACT-14). */
  readonly others?: readonly SharedIssue[];
}

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
  /** Answers every call, whatever its name and arguments. */
  call(name: string, args: unknown): Promise<ToolAnswer>;
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
}

/** What an agent may use. */
export interface ReviewTools {
  readonly snapshot: Snapshot;
  readonly account: Account;
  /** Opened when first used: reviewers without a context never do. */
  readonly context: () => AgentTools;
}

/** What the host made of a finding. */
export type FindingFate =
  | { readonly kind: 'recorded'; readonly doubt: string | null }
  | { readonly kind: 'rejected' | 'homeless'; readonly reason: string }
  /** Too mild for the mode, or past the budget. */
  | { readonly kind: 'counted' | 'refused' };

export type ReviewEvent =
  /**
   * A finding; the host has charged and judged it before the driver is asked for the next event. `isPaid` where its words
   * were charged as they were written; `tell` learns what became of it.
   */
  | {
      readonly kind: 'finding';
      readonly finding: ClaimedFinding;
      readonly isPaid?: boolean;
      /** An analyzer found it, not the model. */
      readonly isAnalyzers?: boolean;
      /** Which model said it, where it is not the one that was asked. */
      readonly model?: string;
      readonly tell?: (fate: FindingFate) => void;
    }
  /** Every in-scope line of the file was reviewed. */
  | { readonly kind: 'file-done'; readonly path: string }
  /** The file cannot be reviewed by this agent, now or in a later wave. */
  | {
      readonly kind: 'file-skipped';
      readonly path: string;
      readonly reason: 'no-analyzer' | 'no-model' | 'analyzer-failed' | 'unparsed' | 'unreadable';
      /** What stood in the way, where more is known than the reason. */
      readonly detail?: string;
    }
  | { readonly kind: 'analyzer'; readonly row: AnalyzerRow }
  /** Nothing happens for a while, and why. */
  | { readonly kind: 'waiting'; readonly message: string }
  | { readonly kind: 'outcome'; readonly outcome: ReviewOutcome };

export interface ReviewOutcome {
  readonly status: 'completed' | 'truncated' | 'failed';
  readonly cutoffReason: CutoffReason | null;
  /** The agent's own verdict, or null to have it derived from its findings. */
  readonly verdict: Verdict | null;
  readonly vetoReasons: readonly string[];
  readonly message: string | null;
  /** What it thinks of the findings of others it was shown. */
  readonly opinions?: readonly Opinion[];
  /** For the report, where the review went another way than usual. */
  readonly notes?: readonly string[];
  /** Answers that did not arrive whole. */
  readonly cuts?: readonly CutAnswer[];
  /** What the agent says of itself: kept with its run, never used (HOST-01). */
  readonly claimed?: AgentClaims | null;
  /** How often a model was asked, and which models answered. */
  readonly asked?: AskedModels;
}

export interface AskedModels {
  readonly calls: number;
  readonly models: readonly string[];
}

/** An answer that broke off, and what the recovery rules made of it (TRUNC-08..10). */
export interface CutAnswer {
  readonly severity: 'mild' | 'severe';
  /** Whole findings that were kept. */
  readonly kept: number;
  /** Findings known to be lost. */
  readonly lost: number;
  /** The text as it arrived; out of results and coverage (HOST-05). */
  readonly raw: string;
}

/** Reviews one assignment. Ends with exactly one `outcome` event and never throws. */
export interface Driver {
  /** `embedded`, or provider and name of the model. */
  readonly name: string;
  /** Whether reading is charged to the agent's context; false for embedded reviewers (HOST-15). */
  readonly hasContext: boolean;
  /** `delivered`: a file is reviewed when its lines were delivered, whatever the driver says (HOST-10). */
  readonly coverage?: 'delivered';
  /** In words, everything but the files that decides what it answers; absent where nothing of it is remembered. */
  readonly question?: (reviewer: ReviewerProfile) => string;
  review(
    assignment: Assignment,
    tools: ReviewTools,
    ledger: LedgerView,
    signal: AbortSignal,
  ): AsyncIterable<ReviewEvent>;
}

// ---------------------------------------------------------------------------------------------------- analyzers

export interface SourceFile {
  readonly path: string;
  readonly language: string | null;
  readonly text: string;
  readonly changed: readonly LineRange[] | null;
}

/** A finding of an analyzer, addressed to the reviewer who reports it. `file` and `line` are always set. */
export interface AnalyzerFinding extends ClaimedFinding {
  readonly reviewer: string;
  readonly file: string;
  readonly line: number;
  readonly endLine: number;
  readonly rule: string;
}

export type AnalyzerRow = {
  readonly name: string;
  readonly findings: number;
  readonly reason: string | null;
} & (
  | { readonly status: Exclude<AnalyzerStatus, 'absent' | 'failed'>; readonly version: string }
  | { readonly status: 'absent' | 'failed'; readonly version: string | null }
);

export interface UnparsedFile {
  readonly path: string;
  /** What is wrong with it, and where. */
  readonly fault: string;
}

export interface AnalyzerOutcome {
  readonly status: AnalyzerStatus;
  readonly reason: string | null;
  readonly findings: readonly AnalyzerFinding[];
  /** Files it could not finish, of those it was given. */
  readonly unfinished: readonly string[];
  /** Files it had no rule for, of those it was given: it has not looked at them. */
  readonly unread?: readonly string[];
  /** Files whose text breaks the rules of their format, of those it was given: found is what could still be read of them. */
  readonly unparsed?: readonly UnparsedFile[];
}

/** A real component that finds problems. Deterministic; never throws; never runs anything of the reviewed repository. */
export interface Analyzer {
  readonly name: string;
  /** Null only where it is not there, or has not run yet. */
  readonly version: string | null;
  /** Reviewers it finds for. */
  readonly reviewers: readonly string[];
  /** Whether it has something to say about such a file for that reviewer. */
  accepts(path: string, language: string | null, reviewer: string): boolean;
  scan(files: readonly SourceFile[], snapshot: Snapshot, signal: AbortSignal): Promise<AnalyzerOutcome>;
}

// ---------------------------------------------------------------------------------------------------- time, journal, events

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Aborts after that time; never keeps the process alive. */
  timeout(milliseconds: number): AbortSignal;
}

/** Fresh identifiers of a run; injected so that tests and replays are deterministic. */
export interface Ids {
  runId(): string;
  branchId(): string;
}

/** One effect: what it is, and everything its outcome depends on. */
export interface Step<T> {
  /** The same effect has the same key in every run of the same scope. */
  readonly key: string;
  /** `call`, `scope`, `scan`, `semgrep`, `choice`, `recall`. */
  readonly kind: string;
  /** Content address of what goes into the effect: model, prompt, files, parameters. */
  readonly mark: string;
  /** Paid effects are on the disk before anybody sees them; of the others a power cut may take the last ones. */
  readonly isPaid?: boolean;
  /**
   * What becomes of a value. `keep` (the default): it wins from now on. `drop`: the effect was not made, or is to be made
   * again for nothing. `leave`: it was made, but this is not its end; a resumed run makes it again and counts that.
   */
  readonly settle?: (value: T) => 'keep' | 'drop' | 'leave';
}

export interface Kept<T> {
  readonly value: T;
  /** It was recorded, and the effect did not run. */
  readonly isRecorded: boolean;
  /** How often the effect was begun before without an end that anybody knows. */
  readonly lost: number;
}

/**
 * Records effects: a recorded value wins over running again. The intent is recorded before the effect begins, the value
 * before anybody sees it. Values are JSON-safe. Rejects with what the effect threw, or with a ReviewError where the run cannot
 * go on: `stale-run`, `run-busy`.
 */
export interface Journal {
  step<T>(step: Step<T>, effect: (lost: number) => Promise<T>): Promise<Kept<T>>;
}

/** An agent's work, named so that another machine could do it. `input` is JSON-safe. */
export interface AgentTask {
  /** Tells the agents of a run apart: `wave/1/security-reviewer`, `audit/agent-r1-2`. */
  readonly key: string;
  readonly kind: 'review' | 'hunt' | 'deepen' | 'validate';
  readonly input: unknown;
  /** What the agent uses is booked here, also where it works elsewhere; absent where its result says it. */
  readonly account?: Account;
}

/** Where agents run: here, or on whichever worker is free. The outcome is the same data either way. */
export interface AgentHost {
  run<T>(task: AgentTask, here: () => Promise<T>): Promise<T>;
}

/** Runs that were kept, newest first. */
export interface RunHistory {
  /** `root` is a real path. */
  list(filter?: { readonly root?: string; readonly limit?: number }): Promise<readonly StoredRun[]>;
  /** By its id or the beginning of it; `ambiguous` where several begin so. */
  find(id: string): Promise<StoredRun | 'ambiguous' | null>;
  report(id: string): Promise<ReportDocument | 'damaged' | null>;
  /** In the order in which they were begun. */
  steps(id: string): Promise<readonly StoredStep[]>;
  /** What was recorded; undefined where there is nothing or it is damaged. */
  value(id: string, step: Pick<StoredStep, 'key' | 'mark'>): Promise<unknown>;
  /** Lets go what the retention does not keep. Never a run that is under way. */
  prune(retention: Retention): Promise<Pruned>;
  /** Forgets a run; false where it is under way or unknown. */
  forget(id: string): Promise<boolean>;
}

export type { RunEvent };
export type Emit = (event: RunEvent) => void;
