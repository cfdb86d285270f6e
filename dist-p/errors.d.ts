/**
 * Every mistake a user can make and every failure a run can end in: one table from code to title, advice and exit code.
 * Nothing else in the project decides an exit code for an error.
 */
export declare const EXIT: {
    readonly ok: 0;
    readonly blocked: 1;
    readonly usage: 2;
    readonly incomplete: 3;
    readonly failed: 4;
    readonly emptyScope: 5;
    readonly interrupted: 130;
};
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
declare const ERRORS: {
    readonly 'unknown-flag': {
        readonly title: 'Unknown flag or argument';
        readonly advice: 'Run `consensus-review --help` for the list.';
        readonly exit: 2;
    };
    readonly 'bad-value': {
        readonly title: 'A flag has a value that is not allowed';
        readonly advice: 'Run the command with --help to see what it takes.';
        readonly exit: 2;
    };
    readonly 'not-available': {
        readonly title: 'This is not available in this version';
        readonly advice: 'See `consensus-review --help` for what is.';
        readonly exit: 2;
    };
    readonly 'path-not-found': {
        readonly title: 'A named path does not exist';
        readonly advice: 'Check the spelling; paths are relative to the root (-C DIR or the current folder).';
        readonly exit: 2;
    };
    readonly 'path-outside-root': {
        readonly title: 'A named path lies outside the root';
        readonly advice: 'Choose a root that contains it with -C DIR.';
        readonly exit: 2;
    };
    readonly 'root-not-found': {
        readonly title: 'The root folder does not exist or is not a folder';
        readonly advice: 'Give an existing folder with -C DIR.';
        readonly exit: 2;
    };
    readonly 'semgrep-required': {
        readonly title: 'Semgrep is required and cannot run';
        readonly advice: 'Install it with `pipx install semgrep`, or leave out --require-semgrep.';
        readonly exit: 2;
    };
    readonly 'plan-declined': {
        readonly title: 'The audit plan was not confirmed';
        readonly advice: 'Confirm it on the terminal, or run with --yes. `consensus-review plan audit` shows it without asking.';
        readonly exit: 2;
    };
    readonly 'no-git': {
        readonly title: 'This scope needs a git repository';
        readonly advice: 'Run inside a git work tree, or review files with `--all` or paths.';
        readonly exit: 2;
    };
    readonly 'git-failed': {
        readonly title: 'git could not be read';
        readonly advice: 'Check that `git` is installed and the repository is intact (`git fsck`), or review files with --all.';
        readonly exit: 2;
    };
    readonly 'unknown-revision': {
        readonly title: 'A git revision does not exist';
        readonly advice: 'Check the name, or fetch it first.';
        readonly exit: 2;
    };
    readonly 'no-merge-base': {
        readonly title: 'The two revisions have no common ancestor here (shallow clone?)';
        readonly advice: 'Fetch more history, name another base with --base REF, or review everything with --all.';
        readonly exit: 2;
    };
    readonly 'bad-patch': {
        readonly title: 'The patch could not be read';
        readonly advice: 'Give a unified diff, as `git diff` prints it.';
        readonly exit: 2;
    };
    readonly 'bad-config': {
        readonly title: 'The configuration is not valid';
        readonly advice: 'Correct the named key; `consensus-review init --print` shows a valid file.';
        readonly exit: 2;
    };
    readonly 'bad-reviewer': {
        readonly title: 'A custom reviewer is not valid';
        readonly advice: 'Its front matter needs `name` and `description`; see docs/configuration.md.';
        readonly exit: 2;
    };
    readonly 'unknown-reviewer': {
        readonly title: 'A reviewer of that name does not exist';
        readonly advice: 'Run `consensus-review plan` to see the reviewers.';
        readonly exit: 2;
    };
    readonly 'no-model-key': {
        readonly title: 'The model cannot be reached without a key or an address';
        readonly advice: 'Set the variable that is named, or review without a model: --model embedded.';
        readonly exit: 2;
    };
    readonly 'unreadable-input': {
        readonly title: 'An input file could not be read';
        readonly advice: 'Check the path and its permissions.';
        readonly exit: 2;
    };
    readonly 'no-database': {
        readonly title: 'The database of the fleet cannot be used';
        readonly advice: 'Check the address, the network and the rights of the user; see docs/fleet.md.';
        readonly exit: 2;
    };
    readonly 'stale-recording': {
        readonly title: 'The recording does not fit';
        readonly advice: 'Replay over the files as they were (git stash, git checkout), or record the run again with --record.';
        readonly exit: 2;
    };
    readonly 'no-run': {
        readonly title: 'There is no such run';
        readonly advice: 'Run `consensus-review runs list` to see what is kept.';
        readonly exit: 2;
    };
    readonly 'stale-run': {
        readonly title: 'The run cannot be resumed as it began';
        readonly advice: 'Bring back what has changed (git stash, git checkout) and resume again, or start the command anew.';
        readonly exit: 2;
    };
    readonly 'run-busy': {
        readonly title: 'Another process has this run';
        readonly advice: 'Wait for it or end it first; nothing of the run is lost.';
        readonly exit: 2;
    };
    readonly 'no-report': {
        readonly title: 'The run has no report';
        readonly advice: 'Run `consensus-review runs show RUN` to see how it ended.';
        readonly exit: 4;
    };
    readonly 'unusable-state': {
        readonly title: 'The stored runs cannot be read';
        readonly advice: 'Check the state folder (CONSENSUS_REVIEW_STATE_DIR), its permissions and its disk.';
        readonly exit: 2;
    };
    readonly 'unwritable-output': {
        readonly title: 'An output file could not be written';
        readonly advice: 'Check the folder and its permissions.';
        readonly exit: 2;
    };
    readonly 'empty-scope': {
        readonly title: 'Nothing in scope';
        readonly advice: 'Name other paths, or review everything with --all.';
        readonly exit: 5;
    };
    readonly 'no-usable-result': {
        readonly title: 'No reviewer produced a usable result';
        readonly advice: 'Run with --verbose to see why each of them failed.';
        readonly exit: 4;
    };
    readonly internal: {
        readonly title: 'Internal error';
        readonly advice: 'This is a defect of consensus-review: run again with --debug and report what it prints.';
        readonly exit: 4;
    };
};
export type ErrorCode = keyof typeof ERRORS;
export declare const ERROR_CODES: readonly ErrorCode[];
/** An operator's mistake or a failure of the whole run. `detail` says what was expected, what was found and where. */
export declare class ReviewError extends Error {
    #private;
    readonly code: ErrorCode;
    readonly detail: string;
    constructor(code: ErrorCode, detail: string, options?: {
        cause?: unknown;
        advice?: string;
    });
    get exit(): ExitCode;
    /** What to do next, specific to this place where the thrower knew better than the table. */
    get advice(): string;
}
export {};
