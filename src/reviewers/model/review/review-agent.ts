/**
 * Opens one conversation of a reviewer on a model: writes its prompt and first message (scope, notes of the project, hints of
 * analyzers), reads findings from its answers while they arrive, and says when it is done (HOST-03, HOST-10, TRUNC-12). Called by
 * model-driver.ts.
 */
import { redactSnapshot } from '../../../context/redacted-snapshot.ts';
import type { AnalyzerFinding } from '../../../ports/analyzer.ts';
import type { Assignment, Driver, DriverLimits } from '../../../ports/driver.ts';
import {
  type AnswerForm,
  asksForSchema,
  buildAnswerSchema,
  endsAnswer,
  formatSchemaFrame,
} from '../../../prompts/answer-schema.ts';
import {
  type AssignmentInput,
  asksForForm,
  asksForRepair,
  asksForRest,
  formatAssignment,
  formatSharedScope,
  MUST_RETURN,
} from '../../../prompts/assignment.ts';
import { formatReviewerPrompt } from '../../../prompts/reviewer-prompt.ts';
import { fitNotes, hasRoomForTools } from '../../../protocol/budget/model-window.ts';
import { REVIEW_TURNS } from '../../../protocol/budget/turns.ts';
import { checkCitation } from '../../../protocol/findings/convention.ts';
import type { ClaimedFinding } from '../../../protocol/findings/finding.ts';
import { type AgentOutput, openAgentOutput, parseAgentOutput } from '../../../protocol/output/agent-output.ts';
import { listLacking } from '../../../protocol/output/answer-lack.ts';
import type { Redactor } from '../../../protocol/redaction/redactor.ts';
import type { JsonObject } from '../../../protocol/text/json-object.ts';
import { type Note, type ShownNote, shortenNotes } from '../../../protocol/text/shorten-notes.ts';
import type { AgentPolicy, ConversationEnd, ModelOptions, RepairQuestion } from '../agent-policy.ts';
import type { AskModel } from '../ask-model.ts';
import { holdAnswers, isHeld } from '../held-answer.ts';
import { openChecklist } from './checklist.ts';
import { countLeft, feedNextFile, feedNextPart, hasUnread } from './next-file.ts';
import { concludeReview, type ReviewEnd } from './review-outcome.ts';
import {
  answerReviewTool,
  isFull,
  listReturnTools,
  listReviewTools,
  RECORDING_TOOLS,
  type ReviewProgress,
  type ReviewSession,
  writtenBy,
} from './review-tools.ts';

export interface ModelDriverOptions extends ModelOptions {
  readonly openAsk: (assignment: Assignment) => AskModel;
  /** Without tools: all files in the first message instead of one after the other. */
  readonly feedsAtOnce?: boolean;
  /** Takes secrets out of the scope that is handed over whole. */
  readonly redactor: Redactor;
  /** What the project says of itself, from a revision that can be trusted. */
  readonly guidance: readonly Note[];
  /** Reviewers without a model, whose findings come first. */
  readonly analyzers: Driver | null;
  /** What its agents are bound by beside their budgets; null or absent where nothing is known. */
  readonly limits?: DriverLimits | null;
  /** Hash of what else decides the answers; absent where nothing is cached. */
  readonly rules?: string;
}

/** Turns left to write the result in, as audit agents have them (FACT-04). */
const RETURN_TURNS = 5;
/** After an answer of which nothing could be used (TRUNC-12). */
const REDUCED_FINDINGS = 5;
/** More hints than this help nobody. */
const MAX_HINTS = 40;

/** Which conversation of the assignment this is. */
export interface ReviewAttempt {
  readonly hints: readonly AnalyzerFinding[];
  /** How many the assignment has had before. */
  readonly attempt: number;
  /** Whether one of them gave nothing. */
  readonly isReduced: boolean;
}

export interface ReviewAgent {
  readonly policy: AgentPolicy;
  readonly conclude: (end: ConversationEnd) => ReviewEnd;
}

type Options = Omit<ModelDriverOptions, 'openAsk' | 'analyzers'>;

export async function openReviewAgent(
  options: Options,
  session: ReviewSession,
  attempt: ReviewAttempt,
): Promise<ReviewAgent> {
  const { assignment, context } = session;
  const { isReduced } = attempt;
  const nonce = options.createNonce(`${assignment.wave}/${assignment.reviewer.name}/${attempt.attempt}`);
  const maxTurns = isReduced ? Math.floor(REVIEW_TURNS / 2) : REVIEW_TURNS;
  const progress = openProgress(options, assignment, isReduced ? REDUCED_FINDINGS : null, (result) =>
    reader.take({ findings: [], ...result, agent: assignment.reviewer.name }),
  );
  const checklist = openChecklist(options, session, attempt);
  const { feedNext, opening, ...texts } = await brief(options, session, { ...attempt, nonce, points: checklist.first });
  const hasSchema = isHeld(options);
  const paths = assignment.files.map(({ path }) => path);
  const { reviewer } = assignment;
  const held = holdReview(options, { reviewer, nonce, paths, maxFindings: progress.maxFindings });
  const reader = createReader(session, progress, { nonce, hasSchema, holdsLast: held.lastAnswer !== undefined });
  const endMarker = `===AGENT_RESULT_END:${nonce}===`;
  return {
    conclude: (end) => {
      const ended = concludeReview(end, progress, reader.output);
      // It has answered to all that fit; another wave has the rest.
      const isPart = isSmall(options) && ended.outcome.cutoffReason === null && hasUnread(assignment, context());
      if (isPart) return { ...ended, outcome: { ...ended.outcome, cutoffReason: 'truncated' } };
      return checklist.conclude(ended);
    },
    policy: {
      nonce,
      isReduced,
      ...texts,
      maxTurns,
      lastExplorationTurn: maxTurns - RETURN_TURNS,
      tools: options.hasTools ? [...listReviewTools(assignment, options.handsIn), ...context().definitions] : [],
      // One that can do nothing but report gives its result at once.
      returnTools: options.hasTools ? listReturnTools(options.handsIn) : [],
      recordingTools: RECORDING_TOOLS,
      answer: (call) => answerReviewTool(session, progress, call),
      isResult: (_text, hasEnded) => reader.end(hasEnded),
      hasReturned: () => progress.hasReturned,
      isUsable: (text) =>
        (endsAnswer(text, nonce) && parseAgentOutput(text).complete) ||
        (!hasSchema && parseAgentOutput(text, { nonce }).complete),
      mustReturn: MUST_RETURN,
      nudge: (lacking) =>
        hasSchema ? asksForSchema(nonce, lacking) : asksForForm(endMarker, lacking, canReturn(options)),
      listLacking: (text) => listLacking(text, hasSchema ? { field: `"${nonce}"` } : { marker: endMarker }),
      ...held,
      ...(isSmall(options) ? { beginAnew: (next: string) => `${opening}\n\n${next}` } : {}),
      countFindings: () => progress.findings,
      beginAnswer: reader.begin,
      onText: reader.push,
      onWait: reader.wait,
      repair: openRepair(reader, progress),
      afterResult: async ({ model, hasLooked }) => {
        progress.claims.push({ ...reader.output.claimed, model });
        if (hasLooked) return '';
        return (await feedNext()) ?? remind(session, progress, options.hasTools) ?? checklist.next();
      },
    },
  };
}

function openProgress(
  options: Options,
  assignment: Assignment,
  maxFindings: number | null,
  handIn: ReviewProgress['handIn'],
): ReviewProgress {
  const progress: ReviewProgress = {
    maxFindings,
    findings: 0,
    refused: 0,
    hasReminded: false,
    claims: [],
    model: null,
    invented: [],
    handIn,
    hasReturned: false,
    hasRejected: false,
    unusable: [],
    repaired: 0,
    cite: (finding) => cite(finding, redactGuidance(options, assignment), progress),
  };
  return progress;
}

/** Changed files by their changes, others whole; the tools know which lines stand before the agent. */
const readScope = (
  files: Assignment['files'],
  { snapshot, context }: Pick<ReviewSession, 'snapshot' | 'context'>,
  redactor: Redactor,
) =>
  Promise.all(
    files.map(async ({ path, language, changed }) => {
      const view = await context().preload({ path, language, changed });
      if (view !== null) return { path, changed, text: view, isNumbered: true };
      const read = await redactSnapshot(snapshot, redactor).read(path);
      return { path, changed, text: read.kind === 'text' ? read.text : '' };
    }),
  );

/** The answers of this reviewer as a schema. The one behind the soft stop is about all of its files. */
function holdReview(options: Options, form: AnswerForm): Pick<AgentPolicy, 'answerSchema' | 'lastAnswer'> {
  return holdAnswers(options, {
    form: formatSchemaFrame(form.nonce, form.reviewer.requirements !== undefined),
    schema: buildAnswerSchema({ ...form, isLast: !isHeld(options) }),
  });
}

/** Whether the result may come as a call: of who has tools and does not hand its text in. */
export const canReturn = ({ hasTools, handsIn = false }: Pick<Options, 'hasTools' | 'handsIn'>): boolean =>
  hasTools && !handsIn;

/** So small a window has one file at a time before it, and nothing of the files before. */
const isSmall = ({ hasTools, windowTokens = null }: Pick<Options, 'hasTools' | 'windowTokens'>): boolean =>
  !hasTools && !hasRoomForTools(windowTokens);

/** As many as fit, the gravest first. */
function fitHints(hints: readonly AnalyzerFinding[], windowTokens: number | null): readonly AnalyzerFinding[] {
  let left = fitNotes(windowTokens);
  return hints.slice(0, MAX_HINTS).filter(({ file, title }) => {
    left -= file.length + title.length + 20;
    return left >= 0;
  });
}

/** Notes of the project as models see them; none for who answers to requirements, which are its one task. */
const redactGuidance = (
  { guidance, redactor }: Pick<Options, 'guidance' | 'redactor'>,
  { reviewer }: Pick<Assignment, 'reviewer'>,
): readonly Note[] =>
  reviewer.requirements === undefined
    ? guidance.map(({ path, text }) => ({ path, text: redactor.redactFile(path, text) }))
    : [];

/** What the project says of itself, without secrets and then shortened: half a secret is not recognized. */
export const fitGuidance = (
  notes: readonly Note[],
  { counter, windowTokens = null }: Pick<Options, 'counter' | 'windowTokens'>,
): readonly ShownNote[] =>
  shortenNotes(
    notes,
    Math.min(MAX_GUIDANCE_TOKENS, Math.floor(fitNotes(windowTokens) / 4) - GUIDANCE_FRAME_TOKENS),
    (text) => counter.count(text),
  ).filter(({ shownLines }) => shownLines > 0);

/** The finding with the convention that it cites, or without: what the notes do not say is dropped, and told. */
function cite(finding: ClaimedFinding, notes: readonly Note[], progress: ReviewProgress): ClaimedFinding {
  const { convention: cited, ...extra } = finding.extra;
  const check = checkCitation(cited, notes);
  if (check.kind === 'none') return finding;
  if (check.kind === 'found') return { ...finding, extra, convention: check.convention };
  progress.invented.push(`${check.cited} (${check.reason})`);
  return { ...finding, extra };
}

/** Of all notes together: short prompts find more. */
const MAX_GUIDANCE_TOKENS = 2500;
/** What is said around them, which counts in a small window. */
const GUIDANCE_FRAME_TOKENS = 110;
const MAX_MESSAGE_CHARS = 4000;

/** The author's message, without secrets and as long as the window has room for. Cut last: half a secret is not recognized. */
async function readMessage(
  { snapshot }: ReviewSession,
  { redactor, windowTokens = null }: Pick<Options, 'redactor' | 'windowTokens'>,
): Promise<string | null> {
  const message = (await snapshot.message?.()) ?? null;
  return message === null
    ? null
    : redactor.redact(message).slice(0, Math.min(MAX_MESSAGE_CHARS, fitNotes(windowTokens)));
}

/** For a model without tools: the next file, or null where there is none for it now. */
type FeedNext = () => Promise<string | null>;

const feedNothing: FeedNext = () => Promise.resolve(null);

/** For a program that is started once: its files at once, in order of priority, until its budget constrains it. */
async function feedFiles(feedNext: FeedNext, { account }: ReviewSession): Promise<readonly string[]> {
  const texts: string[] = [];
  for (let text = await feedNext(); text !== null; text = account.mode === 'full' ? await feedNext() : null) {
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

interface Briefed {
  readonly nonce: string;
  readonly points: readonly string[] | undefined;
}

async function brief(
  options: Options,
  session: ReviewSession,
  { hints, isReduced, nonce, points }: ReviewAttempt & Briefed,
): Promise<{
  readonly system: string;
  readonly briefing: string;
  /** The first message without its files. */
  readonly opening: string;
  readonly feedNext: FeedNext;
}> {
  const { thresholds, fenceName, hasTools, feedsAtOnce = false, redactor, windowTokens = null } = options;
  const { assignment, context, account } = session;
  const guidance = fitGuidance(redactGuidance(options, assignment), options);
  const { isolation, reviewer, budgetTokens, files } = assignment;
  const prompt = formatReviewerPrompt({
    reviewer,
    budgetTokens,
    thresholds,
    nonce,
    hasSchema: isHeld(options),
    ...(points === undefined ? {} : { points }),
  });
  const inFiles = new Set(files.map(({ path }) => path));
  const task = formatAssignment({
    files,
    isolation,
    hints: fitHints(
      hints.filter(({ file }) => inFiles.has(file)),
      windowTokens,
    ),
    guidance,
    fenceName,
    message: await readMessage(session, options),
    handing: handingOf(options),
    canReturn: canReturn(options),
    ...(reviewer.requirements === undefined ? {} : { requirements: reviewer.requirements }),
    ...(assignment.others === undefined ? {} : { others: assignment.others }),
    maxFindings: isReduced ? REDUCED_FINDINGS : null,
  });
  const isShared = isolation === 'shared';
  const scope = isShared
    ? formatSharedScope(await readScope(assignment.shared ?? files, session, redactor), fenceName)
    : null;
  const feed = isSmall(options) ? feedNextPart : feedNextFile;
  const feedNext = hasTools || isShared ? feedNothing : () => feed(assignment, context(), account);
  const fed = feedsAtOnce ? await feedFiles(feedNext, session) : [await feedNext()];
  const opening = scope === null ? task : `${prompt}\n${task}`;
  return {
    system: scope ?? prompt,
    briefing: [opening, ...fed].filter((part) => part !== null).join('\n\n'),
    opening,
    feedNext: feedsAtOnce ? feedNothing : feedNext,
  };
}

/** Reads an answer as a result while it is written: a finding goes to the host the moment it is whole. */
function createReader(
  { emit }: ReviewSession,
  progress: ReviewProgress,
  { nonce, hasSchema, holdsLast }: { readonly nonce: string; readonly hasSchema: boolean; readonly holdsLast: boolean },
) {
  const open = (isJson = hasSchema) => openAgentOutput(isJson ? {} : { nonce });
  /** Behind the soft stop by its first character: a server may say that it keeps to a schema, and not do so. */
  const isJson = (): boolean => hasSchema || (isHeldNow && answer.trimStart().startsWith('{'));
  let isHeldNow = false;
  let stream = open();
  let answer = '';
  let judged = Promise.resolve();
  const given = new Set<ClaimedFinding>();
  const give = (findings: readonly ClaimedFinding[]): void => {
    for (const finding of findings) {
      given.add(finding);
      if (isFull(progress)) continue;
      progress.findings += 1;
      judged = emit({ kind: 'finding', finding: progress.cite(finding), isPaid: true, ...writtenBy(progress) });
    }
  };
  const reader = {
    /** What the last answer was read as. */
    output: stream.end(),
    begin(model: string | null, isLast: boolean): void {
      stream = open();
      answer = '';
      isHeldNow = isLast && holdsLast;
      progress.model = model;
      progress.hasReturned = false;
      progress.hasRejected = false;
    },
    push(text: string): void {
      const isFirst = answer.trim() === '';
      answer += text;
      if (isFirst) stream = open(isJson());
      give(stream.push(isFirst ? answer : text));
    },
    wait(message: string): void {
      judged = emit({ kind: 'waiting', message });
    },
    /** A result that came as the arguments of a call, which the host puts into the form that it reads. */
    async take(result: JsonObject): Promise<boolean> {
      stream = open();
      answer = '';
      reader.push(`===AGENT_RESULT===\n${JSON.stringify(result)}\n===AGENT_RESULT_END:${nonce}===\n`);
      return (await reader.end(true)) && reader.output.claimed.verdict !== null;
    },
    async end(hasEnded: boolean): Promise<boolean> {
      const isWhole = hasEnded && (!isJson() || endsAnswer(answer, nonce));
      reader.output = stream.end({ transportEnded: isWhole });
      const { complete, findings } = reader.output;
      // An answer without a name counts only where it is whole (REV-25).
      if (complete) give(findings.filter((finding) => !given.has(finding)));
      await judged;
      return complete;
    },
  };
  return reader;
}

/** More than this is no slip: the form was not understood, and a question would cost as much as the answer did. */
const MAX_REPAIRS = 8;

/** Asked once for findings of a whole result that lack something; what does not come back is told and stays open (HOST-02). */
function openRepair(reader: ReturnType<typeof createReader>, progress: ReviewProgress): RepairQuestion {
  let asked: { readonly result: AgentOutput; readonly findings: number } | null = null;
  return {
    ask(mayAsk) {
      const { needsReaudit: lacking } = reader.output;
      const room = progress.maxFindings === null ? MAX_REPAIRS : progress.maxFindings - progress.findings;
      const isSlip = lacking.length > 0 && lacking.length <= Math.min(room, MAX_REPAIRS);
      if (!mayAsk || !isSlip || asked !== null) {
        progress.unusable.push(...lacking);
        return null;
      }
      asked = { result: reader.output, findings: progress.findings };
      return asksForRepair(lacking);
    },
    end() {
      if (asked === null) return;
      const { result, findings } = asked;
      // A mended finding need not have the id of the broken one: as many as came back are mended.
      progress.repaired += Math.min(progress.findings - findings, result.needsReaudit.length);
      progress.unusable.push(...result.needsReaudit);
      reader.output = result;
    },
  };
}

/** Models like to stop when they have found something; files they never asked for are not reviewed (HOST-10). */
function remind(
  { assignment, context, account }: ReviewSession,
  progress: ReviewProgress,
  hasTools: boolean,
): string | null {
  if (!hasTools || assignment.isolation === 'shared' || progress.hasReminded) return null;
  progress.hasReminded = true;
  const left = countLeft(assignment, context(), account);
  return left === 0 ? null : asksForRest(left);
}
