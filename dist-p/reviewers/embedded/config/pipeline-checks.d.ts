/** Pipelines of GitLab, CircleCI, Azure and Jenkins: text of strangers in scripts, and parts taken from elsewhere. */
import type { TextDocument } from '../project/text-document.ts';
import type { Sighting } from './problem.ts';
import { type YamlNode } from './yaml-tree.ts';
export declare const PIPELINE_PROBLEMS: {
    readonly 'pipeline-script-injection': {
        readonly severity: 'MEDIUM';
        readonly category: 'injection';
        readonly cwe: 'CWE-94';
        readonly dimension: 'D8';
        readonly title: 'Text of a stranger becomes part of a script: {what}';
        readonly issue: '`{what}` is put into the command before the shell reads it; a branch name or message with `$(…)` in it runs.';
        readonly recommendation: 'Let the shell read it as a variable in quotes: `env: { VALUE: … }` and `"$VALUE"`.';
    };
    readonly 'pipeline-remote-part': {
        readonly severity: 'MEDIUM';
        readonly category: 'supply-chain';
        readonly cwe: 'CWE-829';
        readonly dimension: 'D10';
        readonly title: 'The pipeline takes in a part that others can change: {what}';
        readonly issue: 'Whoever controls it changes what this pipeline runs, with its variables and secrets, without a commit here.';
        readonly recommendation: 'Keep a copy in the repository, or pin it: `include: { project: …, ref: <commit>, file: … }`, `orb@1.2.3`.';
    };
    readonly 'pipeline-debug-trace': {
        readonly severity: 'MEDIUM';
        readonly category: 'secrets';
        readonly cwe: 'CWE-532';
        readonly dimension: 'D8';
        readonly title: 'Every command and variable is written to the log';
        readonly issue: 'A debug trace prints the values of all variables, the secret ones too, for everyone who can read the job.';
        readonly recommendation: 'Remove it from the file; set it for one run by hand when it is needed.';
    };
    readonly 'pipeline-engine-without-tls': {
        readonly severity: 'LOW';
        readonly category: 'owasp';
        readonly cwe: 'CWE-319';
        readonly dimension: 'D8';
        readonly title: 'The container engine of the job is reached without TLS';
        readonly issue: 'Any process on the network of the runner can start privileged containers through that port.';
        readonly recommendation: 'Remove it: `DOCKER_TLS_CERTDIR: "/certs"` is the default.';
        readonly confidence: 'medium';
    };
    readonly 'jenkins-script-injection': {
        readonly severity: 'MEDIUM';
        readonly category: 'injection';
        readonly cwe: 'CWE-78';
        readonly dimension: 'D8';
        readonly title: 'Groovy puts {what} into a shell command';
        readonly issue: 'In double quotes Groovy replaces `{what}` before the shell sees the command, so its text is read as commands.';
        readonly recommendation: 'Use single quotes and let the shell read the variable: `sh \'deploy "$NAME"\'` with `environment { NAME = … }`.';
    };
    readonly 'jenkins-secret-in-command': {
        readonly severity: 'LOW';
        readonly category: 'secrets';
        readonly cwe: 'CWE-522';
        readonly dimension: 'D8';
        readonly title: 'Groovy puts the secret {what} into a command line';
        readonly issue: 'The value becomes part of the command: it shows in the process list and masking in the log can fail.';
        readonly recommendation: 'Use single quotes, so that the shell reads it from its environment: `sh \'curl -u "$USER:$PASS" …\'`.';
        readonly confidence: 'medium';
    };
};
export type PipelineKind = 'gitlab' | 'circleci' | 'azure' | 'drone';
export declare function findPipelineKind(path: string): PipelineKind | null;
export declare function checkPipeline(document: TextDocument, roots: readonly YamlNode[], kind: PipelineKind): readonly Sighting[];
export declare const isJenkinsPath: (path: string) => boolean;
export declare function checkJenkinsfile(document: TextDocument): readonly Sighting[];
