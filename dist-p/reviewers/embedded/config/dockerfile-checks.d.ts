/** Dockerfiles: who the container runs as, what is taken in from elsewhere, what stays readable in the image. */
import type { TextDocument } from '../project/text-document.ts';
import type { Sighting } from './problem.ts';
export declare const DOCKERFILE_PROBLEMS: {
    readonly 'image-runs-as-root': {
        readonly severity: 'MEDIUM';
        readonly category: 'owasp';
        readonly cwe: 'CWE-250';
        readonly dimension: 'D8';
        readonly title: 'The container runs as root';
        readonly issue: 'The last stage ends as root, so a flaw in the program gives full rights in the container and a shorter way out.';
        readonly recommendation: 'Add an account and end with it: `RUN useradd --system app` and `USER app` before `CMD`.';
        readonly confidence: 'medium';
    };
    readonly 'image-version-open': {
        readonly severity: 'LOW';
        readonly category: 'supply-chain';
        readonly cwe: 'CWE-1357';
        readonly dimension: 'D10';
        readonly title: 'Base image {what} has no fixed version';
        readonly issue: '`{what}` means another image every time it is published: two builds of the same commit differ.';
        readonly recommendation: 'Name a version, better its digest: `FROM node:24.1-slim@sha256:…`.';
    };
    readonly 'image-adds-download': {
        readonly severity: 'LOW';
        readonly category: 'supply-chain';
        readonly cwe: 'CWE-494';
        readonly dimension: 'D10';
        readonly title: 'The image takes in a download without a checksum';
        readonly issue: '`ADD` of an address puts in whatever is served there during the build.';
        readonly recommendation: 'Give the expected content: `ADD --checksum=sha256:… https://…`.';
    };
    readonly 'image-keeps-secret': {
        readonly severity: 'LOW';
        readonly category: 'secrets';
        readonly cwe: 'CWE-522';
        readonly dimension: 'D8';
        readonly title: 'The secret {what} stays readable in the image';
        readonly issue: 'Values of `ARG` and `ENV` are kept in the history and settings of the image: `docker history` shows {what}.';
        readonly recommendation: 'Mount it for the one step that needs it: `RUN --mount=type=secret,id=token …`.';
        readonly confidence: 'medium';
    };
    readonly 'image-sets-secret': {
        readonly severity: 'LOW';
        readonly category: 'secrets';
        readonly cwe: 'CWE-798';
        readonly dimension: 'D7';
        readonly title: 'The image comes with a value for {what}';
        readonly issue: 'Everyone who can pull the image or read this file has the value; those who forget to replace it run with it.';
        readonly recommendation: 'Leave it out and give it at start: `docker run --env-file`, a mounted secret.';
        readonly confidence: 'medium';
    };
    readonly 'image-keeps-package-lists': {
        readonly severity: 'LOW';
        readonly category: 'owasp';
        readonly cwe: null;
        readonly dimension: 'D8';
        readonly title: 'apt-get leaves its package lists and extras in the image';
        readonly issue: 'Recommended packages and the lists of this layer make the image larger and widen what has to be patched.';
        readonly recommendation: '`RUN apt-get update && apt-get install -y --no-install-recommends PKG && rm -rf /var/lib/apt/lists/*`.';
        readonly confidence: 'low';
    };
    readonly 'image-uses-sudo': {
        readonly severity: 'LOW';
        readonly category: 'owasp';
        readonly cwe: 'CWE-250';
        readonly dimension: 'D8';
        readonly title: 'sudo inside an image build';
        readonly issue: 'Build steps choose their account with `USER`; sudo in the image is a way back to root for everybody in it.';
        readonly recommendation: 'Switch the account instead: `USER root`, the step, then `USER app`.';
    };
    readonly 'image-without-health-check': {
        readonly severity: 'LOW';
        readonly category: 'owasp';
        readonly cwe: null;
        readonly dimension: 'D8';
        readonly title: 'The service has no health check';
        readonly issue: 'Without `HEALTHCHECK` a container that hangs counts as running; orchestrators with probes of their own do not need it.';
        readonly recommendation: 'Ask the service itself: `HEALTHCHECK CMD wget -qO- http://localhost:8080/health || exit 1`.';
        readonly confidence: 'low';
    };
    readonly 'image-exposes-ssh': {
        readonly severity: 'MEDIUM';
        readonly category: 'owasp';
        readonly cwe: 'CWE-284';
        readonly dimension: 'D8';
        readonly title: 'The container offers port {what} for remote shells';
        readonly issue: 'A shell service in a container has passwords or keys of its own that nobody rotates.';
        readonly recommendation: 'Remove it and use `docker exec` or `kubectl exec`.';
    };
};
export declare function checkDockerfile(document: TextDocument): readonly Sighting[];
