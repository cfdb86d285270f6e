/** What came of a task, as it is kept: a value, or why there is none. A failure of the whole run keeps its code and advice. */
import { z } from 'zod';
declare const resultSchema: z.ZodDiscriminatedUnion<[z.ZodObject<{
    kind: z.ZodLiteral<"done">;
    value: z.ZodUnknown;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"failed">;
    code: z.ZodEnum<{
        "bad-config": "bad-config";
        "bad-patch": "bad-patch";
        "bad-reviewer": "bad-reviewer";
        "bad-value": "bad-value";
        "empty-scope": "empty-scope";
        "git-failed": "git-failed";
        internal: "internal";
        "no-database": "no-database";
        "no-git": "no-git";
        "no-merge-base": "no-merge-base";
        "no-model-key": "no-model-key";
        "no-report": "no-report";
        "no-run": "no-run";
        "no-usable-result": "no-usable-result";
        "not-available": "not-available";
        "path-not-found": "path-not-found";
        "path-outside-root": "path-outside-root";
        "plan-declined": "plan-declined";
        "root-not-found": "root-not-found";
        "run-busy": "run-busy";
        "semgrep-required": "semgrep-required";
        "stale-recording": "stale-recording";
        "stale-run": "stale-run";
        "unknown-flag": "unknown-flag";
        "unknown-reviewer": "unknown-reviewer";
        "unknown-revision": "unknown-revision";
        "unreadable-input": "unreadable-input";
        "unusable-state": "unusable-state";
        "unwritable-output": "unwritable-output";
    }>;
    message: z.ZodString;
    advice: z.ZodString;
}, z.core.$strip>], "kind">;
export type TaskResult = z.infer<typeof resultSchema>;
export declare const finishTask: (value: unknown) => TaskResult;
export declare const failTask: (error: unknown) => TaskResult;
/** The value, or the error that was kept instead. */
export declare function readResult<S extends z.ZodType>(schema: S, result: unknown): z.output<S>;
export {};
