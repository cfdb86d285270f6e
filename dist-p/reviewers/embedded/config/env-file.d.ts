/** Environment files with real values in the repository. What looks like a default or a stand-in is none. */
import type { TextDocument } from '../project/text-document.ts';
import type { Sighting } from './problem.ts';
export declare const ENV_FILE_PROBLEMS: {
    readonly 'env-file-committed': {
        readonly severity: 'MEDIUM';
        readonly category: 'secrets';
        readonly cwe: 'CWE-798';
        readonly dimension: 'D7';
        readonly title: 'An environment file with secrets lies in the repository';
        readonly issue: 'Everyone who can read the repository or its history can use `{what}` and what else the file holds.';
        readonly recommendation: 'Change the values, add the file to `.gitignore` and keep a `.env.example` with names only.';
        readonly confidence: 'medium';
    };
};
export declare const isEnvFile: (path: string) => boolean;
/** One sighting for the file, at its first secret. */
export declare function sightEnvFile({ lines }: TextDocument): readonly Sighting[];
