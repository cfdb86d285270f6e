/** What is wrong with shell commands inside build files: image builds, pipelines, provisioners. Looks at text, runs nothing. */
import type { Sighting } from './problem.ts';
export declare const SHELL_PROBLEMS: {
    readonly 'build-runs-download': {
        readonly severity: 'MEDIUM';
        readonly category: 'supply-chain';
        readonly cwe: 'CWE-494';
        readonly dimension: 'D10';
        readonly title: 'A downloaded script is run unseen during the build';
        readonly issue: 'What runs here is whatever the other side delivers at that moment; nothing checks that it is what was reviewed.';
        readonly recommendation: 'Download, compare, then run: `curl -fsSLo i.sh URL && echo "<sha256>  i.sh" | sha256sum -c && sh i.sh`.';
    };
    readonly 'build-skips-tls-check': {
        readonly severity: 'MEDIUM';
        readonly category: 'owasp';
        readonly cwe: 'CWE-295';
        readonly dimension: 'D8';
        readonly title: 'Certificates are not checked: {what}';
        readonly issue: 'With `{what}` anyone on the way can answer in place of the server and put in files of their own.';
        readonly recommendation: 'Remove it; if the server has a private authority, install that certificate: `curl --cacert ca.pem …`.';
    };
    readonly 'build-world-writable': {
        readonly severity: 'MEDIUM';
        readonly category: 'owasp';
        readonly cwe: 'CWE-732';
        readonly dimension: 'D8';
        readonly title: 'Files are made writable for everyone';
        readonly issue: 'Every account, also that of a compromised service, can replace what lies there.';
        readonly recommendation: 'Give it to the account that needs it: `chown app:app DIR && chmod 750 DIR`.';
    };
    readonly 'build-trusts-any-host-key': {
        readonly severity: 'LOW';
        readonly category: 'owasp';
        readonly cwe: 'CWE-322';
        readonly dimension: 'D8';
        readonly title: 'SSH accepts any host key';
        readonly issue: 'Without the check another machine can answer for the host and receive what is sent to it.';
        readonly recommendation: 'Store the key of the host: put the line of `ssh-keyscan HOST`, once verified, into known_hosts.';
    };
    readonly 'build-password-in-command': {
        readonly severity: 'MEDIUM';
        readonly category: 'secrets';
        readonly cwe: 'CWE-214';
        readonly dimension: 'D8';
        readonly title: 'A password is given on the command line';
        readonly issue: 'Arguments are visible in the process list, in logs and in the history of the image.';
        readonly recommendation: 'Give it through standard input: `echo "$TOKEN" | docker login -u USER --password-stdin`.';
        readonly confidence: 'medium';
    };
    readonly 'build-sudo-without-password': {
        readonly severity: 'MEDIUM';
        readonly category: 'owasp';
        readonly cwe: 'CWE-250';
        readonly dimension: 'D8';
        readonly title: 'An account may become root without a password';
        readonly issue: 'Whoever takes over a process of this account is root at once.';
        readonly recommendation: 'Name the one command that is needed: `app ALL=(root) NOPASSWD: /usr/sbin/service nginx reload`.';
    };
};
/** Sightings in a piece of shell text; `line` is the line of its first character, `lineOf` tells it for others. */
export declare function sightShell(text: string, lineOf: (offset: number) => number): readonly Sighting[];
