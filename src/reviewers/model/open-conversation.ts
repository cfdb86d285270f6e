/** The beginning of a conversation: prompt, scope, assignment, and the nonce that ends the answer. */

import type { LedgerView } from '../../ports/agent-tools.ts';
import type { AnalyzerFinding } from '../../ports/analyzer.ts';
import type { Assignment, Driver } from '../../ports/driver.ts';
import type { TokenCounter } from '../../ports/file-index.ts';
import type { Snapshot } from '../../ports/repository.ts';
import { type AssignmentInput, formatAssignment, formatSharedScope } from '../../prompts/assignment.ts';
import { formatReviewerPrompt } from '../../prompts/reviewer-prompt.ts';
import type { Thresholds } from '../../protocol/budget/thresholds.ts';
import { feedNextFile } from './host-tools.ts';
import type { AskModel, Conversation, ModelDesk } from './talk.ts';

export interface Guidance {
  readonly path: string;
  readonly text: string;
}

export interface ModelDriverOptions {
  /** Provider and name. */
  readonly modelName: string;
  readonly openAsk: (assignment: Assignment) => AskModel;
  readonly counter: TokenCounter;
  readonly thresholds: Thresholds;
  readonly maxOutputTokens: number;
  readonly hasTools: boolean;
  /** Without tools: all files in the first message instead of one after the other. */
  readonly feedsAtOnce?: boolean;
  /** A word nobody can guess; the key says what for. */
  readonly createNonce: (key: string) => string;
  /** The same for the whole run, so that a shared scope is the same text for every agent. */
  readonly fenceName: string;
  /** What the project says of itself, from a revision that can be trusted. */
  readonly guidance: readonly Guidance[];
  /** Reviewers without a model, whose findings come first. */
  readonly analyzers: Driver | null;
  /** Mark of what else decides the answers; absent where nothing is remembered. */
  readonly rules?: string;
}

/** An agent that goes on longer than this is going in circles. */
const MAX_TURNS = 60;
/** After an answer of which nothing could be used (TRUNC-12). */
const REDUCED_FINDINGS = 5;
/** More hints than this help nobody. */
const MAX_HINTS = 40;

const readScope = (files: Assignment['files'], snapshot: Snapshot) =>
  Promise.all(
    files.map(async ({ path, changed }) => {
      const read = await snapshot.read(path);
      return { path, changed, text: read.kind === 'text' ? read.text : '' };
    }),
  );

/** For a program that is started once: its files at once, in order of priority, until its budget constrains it. */
async function feedFiles(feedNext: () => Promise<string | null>, ledger: LedgerView): Promise<readonly string[]> {
  const texts: string[] = [];
  for (let text = await feedNext(); text !== null; text = ledger.mode === 'full' ? await feedNext() : null) {
    texts.push(text);
  }
  return texts;
}

/** How the agent gets its files where they are not shared. */
export const handingOf = ({
  hasTools,
  feedsAtOnce = false,
}: Pick<ModelDriverOptions, 'hasTools' | 'feedsAtOnce'>): AssignmentInput['handing'] => {
  if (hasTools) return 'tools';
  return feedsAtOnce ? 'at-once' : 'one-by-one';
};

const feedNothing = (): Promise<null> => Promise.resolve(null);

export async function openConversation(
  options: ModelDriverOptions,
  { assignment, tools, ledger, signal, ask }: ModelDesk,
  hints: readonly AnalyzerFinding[],
  /** How many conversations the assignment has had before, and whether the last one gave nothing. */
  { attempt, isReduced }: { readonly attempt: number; readonly isReduced: boolean },
): Promise<Conversation> {
  const { counter, thresholds, fenceName, guidance, hasTools, feedsAtOnce = false } = options;
  const { isolation, reviewer, budgetTokens, files } = assignment;
  const nonce = options.createNonce(`${assignment.wave}/${reviewer.name}/${attempt}`);
  const prompt = formatReviewerPrompt({ reviewer, budgetTokens, thresholds, nonce });
  const inFiles = new Set(files.map(({ path }) => path));
  const task = formatAssignment({
    files,
    isolation,
    hints: hints.filter(({ file }) => inFiles.has(file)).slice(0, MAX_HINTS),
    guidance,
    fenceName,
    handing: handingOf(options),
    ...(assignment.others === undefined ? {} : { others: assignment.others }),
    maxFindings: isReduced ? REDUCED_FINDINGS : null,
  });
  const isShared = isolation === 'shared';
  const scope = isShared
    ? formatSharedScope(await readScope(assignment.shared ?? files, tools.snapshot), fenceName)
    : null;
  const feedNext = hasTools || isShared ? feedNothing : () => feedNextFile(assignment, tools.context(), ledger);
  const fed = feedsAtOnce ? await feedFiles(feedNext, ledger) : [await feedNext()];
  const text = [scope === null ? task : `${prompt}\n${task}`, ...fed].filter((part) => part !== null).join('\n\n');
  return {
    assignment,
    tools,
    ledger,
    signal,
    ask,
    counter,
    thresholds,
    hasTools,
    feedNext: feedsAtOnce ? feedNothing : feedNext,
    system: scope ?? prompt,
    endMarker: `===AGENT_RESULT_END:${nonce}===`,
    nonce,
    maxOutputTokens: options.maxOutputTokens,
    messages: [{ role: 'user', text }],
    maxTurns: isReduced ? Math.floor(MAX_TURNS / 2) : MAX_TURNS,
    maxFindings: isReduced ? REDUCED_FINDINGS : null,
  };
}
