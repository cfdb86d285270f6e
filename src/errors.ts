/**
 * Defines the exit codes (`EXIT`) and `ReviewError`, the error for every mistake of a user and failure of a run, with one table from
 * its code to title, advice and exit code. No other file decides the exit code of an error. Thrown everywhere; printed by
 * cli/explain-error.ts.
 */

export const EXIT = {
  ok: 0,
  blocked: 1,
  usage: 2,
  incomplete: 3,
  failed: 4,
  emptyScope: 5,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

interface ErrorEntry {
  readonly title: string;
  readonly advice: string;
  readonly exit: ExitCode;
}

const ERRORS = {
  'unknown-flag': {
    title: 'Unknown flag or argument',
    advice: 'Run `consensus-review --help` for the list.',
    exit: EXIT.usage,
  },
  'bad-value': {
    title: 'A flag has a value that is not allowed',
    advice: 'Run the command with --help to see what it takes.',
    exit: EXIT.usage,
  },
  'unknown-rule': {
    title: 'No such rule',
    advice: 'Run `consensus-review rules list` for the list.',
    exit: EXIT.usage,
  },
  'path-not-found': {
    title: 'A named path does not exist',
    advice: 'Check the spelling. Paths are relative to the root (-C DIR or the current folder).',
    exit: EXIT.usage,
  },
  'path-outside-root': {
    title: 'A named path lies outside the root',
    advice: 'Choose a root that contains it with -C DIR.',
    exit: EXIT.usage,
  },
  'root-not-found': {
    title: 'The root folder does not exist or is not a folder',
    advice: 'Give an existing folder with -C DIR.',
    exit: EXIT.usage,
  },
  'semgrep-required': {
    title: 'Semgrep is required and cannot run',
    advice: 'Install it with `pipx install semgrep`, or leave out --require-semgrep.',
    exit: EXIT.usage,
  },
  'plan-declined': {
    title: 'The audit plan was not confirmed',
    advice: 'Confirm it on the terminal, or run with --yes. `consensus-review plan audit` shows it without asking.',
    exit: EXIT.usage,
  },
  'no-git': {
    title: 'This scope needs a git repository',
    advice: 'Run inside a git work tree, or review files with `--all` or paths.',
    exit: EXIT.usage,
  },
  'git-failed': {
    title: 'git could not be read',
    advice: 'Check that `git` is installed and the repository is intact (`git fsck`), or review files with --all.',
    exit: EXIT.usage,
  },
  'unknown-revision': {
    title: 'A git revision does not exist',
    advice: 'Check the name, or fetch it first.',
    exit: EXIT.usage,
  },
  'no-merge-base': {
    title: 'The two revisions have no common ancestor here (shallow clone?)',
    advice: 'Fetch more history, name another base with --base REF, or review everything with --all.',
    exit: EXIT.usage,
  },
  'bad-patch': {
    title: 'The patch could not be read',
    advice: 'Give a unified diff, as `git diff` prints it.',
    exit: EXIT.usage,
  },
  'bad-config': {
    title: 'The configuration is not valid',
    advice: 'Correct the named key; `consensus-review init --print` shows a valid file.',
    exit: EXIT.usage,
  },
  'bad-reviewer': {
    title: 'A custom reviewer is not valid',
    advice: 'Its front matter needs `name` and `description`; see docs/configuration.md.',
    exit: EXIT.usage,
  },
  'unknown-reviewer': {
    title: 'A reviewer of that name does not exist',
    advice: 'Run `consensus-review plan` to see the reviewers.',
    exit: EXIT.usage,
  },
  'no-model-key': {
    title: 'The model cannot be reached without a key or an address',
    advice: 'Set the variable that is named, or review without a model: --model embedded.',
    exit: EXIT.usage,
  },
  'small-window': {
    title: 'The context window of the model is too small',
    advice: 'Start the server with a larger one, or review without a model: --model embedded.',
    exit: EXIT.usage,
  },
  'unreadable-input': {
    title: 'An input file could not be read',
    advice: 'Check the path and its permissions.',
    exit: EXIT.usage,
  },
  'no-database': {
    title: 'The database of the fleet cannot be used',
    advice: 'Check the address, the network and the rights of the user; see docs/fleet.md.',
    exit: EXIT.usage,
  },
  'stale-recording': {
    title: 'The recording does not fit',
    advice: 'Replay over the files as they were (git stash, git checkout), or record the run again with --record.',
    exit: EXIT.usage,
  },
  'no-run': {
    title: 'There is no such run',
    advice: 'Run `consensus-review runs list` to see the stored runs.',
    exit: EXIT.usage,
  },
  'ambiguous-run': {
    title: 'Several runs match',
    advice: 'Give more characters of the id.',
    exit: EXIT.usage,
  },
  'stale-run': {
    title: 'The run cannot be resumed: something has changed',
    advice: 'Restore what has changed (git stash, git checkout) and resume again, or run the command again.',
    exit: EXIT.usage,
  },
  'run-busy': {
    title: 'Another process is working on this run',
    advice: 'Wait for it or stop it first; nothing of the run is lost.',
    exit: EXIT.usage,
  },
  'no-report': {
    title: 'The run has no report',
    advice: 'Run `consensus-review runs show RUN` to see how it ended.',
    exit: EXIT.failed,
  },
  'out-of-time': {
    title: 'The deadline passed before there was a report',
    advice: 'Resume the run, with a longer --deadline if needed.',
    exit: EXIT.incomplete,
  },
  'unusable-state': {
    title: 'The stored runs cannot be read',
    advice: 'Check the state folder (CONSENSUS_REVIEW_STATE_DIR), its permissions and its disk.',
    exit: EXIT.usage,
  },
  'unwritable-output': {
    title: 'An output file could not be written',
    advice: 'Check the folder and its permissions.',
    exit: EXIT.usage,
  },
  'empty-scope': {
    title: 'Nothing in scope',
    advice: 'Name other paths, or review everything with --all.',
    exit: EXIT.emptyScope,
  },
  'no-token': {
    title: 'A pull request cannot be read or written without a token',
    advice: 'Set the variable that is named; see docs/pull-requests.md for the rights it needs.',
    exit: EXIT.usage,
  },
  'forge-failed': {
    title: 'The pull request could not be read or written',
    advice: 'Run the command again: what was posted is found and not posted twice.',
    exit: EXIT.failed,
  },
  'download-failed': {
    title: 'The advisories could not be downloaded',
    advice: 'What was there before stays in use. Try again, or name another address with --from URL.',
    exit: EXIT.failed,
  },
  'no-usable-result': {
    title: 'No reviewer produced a usable result',
    advice: 'Run with --verbose to see why each of them failed.',
    exit: EXIT.failed,
  },
  internal: {
    title: 'Internal error',
    advice: 'This is a defect of consensus-review: run again with --debug and report what it prints.',
    exit: EXIT.failed,
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;

export const ERROR_CODES = Object.keys(ERRORS) as readonly ErrorCode[];

/** An operator's mistake or a failure of the whole run. `detail` says what was expected, what was found and where. */
export class ReviewError extends Error {
  readonly code: ErrorCode;
  readonly detail: string;

  constructor(code: ErrorCode, detail: string, options?: { cause?: unknown; advice?: string }) {
    super(`${ERRORS[code].title}: ${detail}`, options?.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ReviewError';
    this.code = code;
    this.detail = detail;
    this.#advice = options?.advice;
  }

  readonly #advice: string | undefined;

  get exit(): ExitCode {
    return ERRORS[this.code].exit;
  }

  /** What to do next, specific to this place where the thrower knew better than the table. */
  get advice(): string {
    return this.#advice ?? ERRORS[this.code].advice;
  }
}
