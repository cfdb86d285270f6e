/**
 * Checks Dockerfiles, GitHub workflows and package-manager settings line by line for images without a version, downloads without a
 * checksum, actions that follow a branch, registries over http and a second package index. Returns observations to dependencies.ts.
 */
import type { Observation } from '../source-text/project-scan.ts';
import type { TextDocument } from '../source-text/text-document.ts';
import { isDockerfilePath, isSettingsPath, isWorkflowPath } from './build-paths.ts';

type Said = Pick<Observation, 'rule' | 'severity' | 'category' | 'title' | 'issue' | 'recommendation'> &
  Partial<Pick<Observation, 'cwe' | 'extra'>>;

const LINE_CHARS = 1000;
const PLAIN_ADDRESS = /http:\/\/(?!localhost|127\.|\[::1\]|0\.0\.0\.0|host\.docker)/u;
const REGISTRY_KEY =
  /^\s*(?:(?:@[\w-]+:)?registry|npmRegistryServer|(?:extra-)?index-url|index_url|--(?:extra-)?index-url|-i|source)\s*[=:\s]/u;

export function observeBuildFile(document: TextDocument): readonly Observation[] {
  if (isDockerfilePath(document.path)) return observeDockerfile(document);
  if (isWorkflowPath(document.path)) return observeWorkflow(document);
  return isSettingsPath(document.path) ? observeSettings(document) : [];
}

function observeLines(document: TextDocument, judge: (line: string) => Said | null): readonly Observation[] {
  return document.lines.flatMap((text, index) => {
    const line = text.slice(0, LINE_CHARS);
    const said = /^\s*#/u.test(line) ? null : judge(line);
    return said === null ? [] : [{ document, line: index + 1, dimension: 'D10' as const, ...said }];
  });
}

const FROM = /^\s*FROM\s+(?:--\S+\s+)*(\S+)(?:\s+AS\s+(\S+))?/iu;

function observeDockerfile(document: TextDocument): readonly Observation[] {
  const stages = new Set<string>();
  return observeLines(document, (line) => {
    const match = FROM.exec(line);
    if (!match) return judgeAdd(line);
    const image = match[1] ?? '';
    const isKnown =
      stages.has(image.toLowerCase()) || image === 'scratch' || image.includes('$') || image.includes('@');
    if (match[2] !== undefined) stages.add(match[2].toLowerCase());
    const tag = /:([^/:]+)$/u.exec(image)?.[1];
    if (isKnown || (tag !== undefined && tag !== 'latest')) return null;
    return {
      rule: 'image-without-version',
      severity: 'MEDIUM',
      category: 'outdated',
      cwe: 'CWE-1357',
      title: `Base image ${image} has no fixed version`,
      issue: `\`${image}\` is another image each time it is published: two builds of the same commit differ.`,
      recommendation: 'Name a version, better its digest: `FROM node:24.1-slim@sha256:…`.',
      extra: { dependency: image, affected_versions: 'any' },
    };
  });
}

function judgeAdd(line: string): Said | null {
  if (!/^\s*ADD\s+(?!.*--checksum)\S*https?:\/\//iu.test(line)) return null;
  return {
    rule: 'image-adds-address',
    severity: PLAIN_ADDRESS.test(line) ? 'HIGH' : 'LOW',
    category: 'confusion',
    cwe: 'CWE-494',
    title: 'The image takes in a download without a checksum',
    issue: '`ADD` with a URL adds whatever the server returns during the build.',
    recommendation: 'Give the expected checksum: `ADD --checksum=sha256:… https://…`.',
  };
}

const USES = /^\s*(?:-\s+)?uses:\s*['"]?([\w.-]+)\/([\w./-]+?)(?:@([\w./-]+))?['"]?\s*(?:#.*)?$/u;

function observeWorkflow(document: TextDocument): readonly Observation[] {
  return observeLines(document, (line) => {
    const match = USES.exec(line);
    if (!match) return null;
    const [, owner = '', name = '', reference] = match;
    const isBranch = reference === undefined || /^(?:main|master|develop|dev|trunk|HEAD)$/u.test(reference);
    if (owner === '.' || !isBranch) return null;
    return {
      rule: 'action-from-branch',
      severity: owner === 'actions' ? 'LOW' : 'MEDIUM',
      category: 'confusion',
      cwe: 'CWE-829',
      title: `Action ${owner}/${name} follows a branch`,
      issue: `\`${owner}/${name}@${reference ?? '(none)'}\` runs whatever is pushed there next, with the secrets of this workflow.`,
      recommendation: 'Pin the commit and note its version: `uses: owner/name@<40 hex digits> # v4.1.0`.',
      extra: { dependency: `${owner}/${name}`, affected_versions: reference ?? 'any' },
    };
  });
}

function observeSettings(document: TextDocument): readonly Observation[] {
  return observeLines(document, (line) => {
    if (PLAIN_ADDRESS.test(line) && REGISTRY_KEY.test(line)) {
      return {
        rule: 'registry-over-plain-connection',
        severity: 'HIGH',
        category: 'confusion',
        cwe: 'CWE-319',
        title: 'The package registry is asked over a connection that is not encrypted',
        issue: 'Names, versions and packages can be replaced on the way to this registry.',
        recommendation: 'Use the https address of the registry.',
      };
    }
    if (!/^\s*--extra-index-url[ =]|^\s*extra-index-url\s*=/u.test(line)) return null;
    return {
      rule: 'second-package-index',
      severity: 'MEDIUM',
      category: 'confusion',
      cwe: 'CWE-427',
      title: 'Two package indexes are searched for the same names',
      issue:
        'pip takes the highest version from either index, so a public package of the same name replaces an internal one.',
      recommendation: 'Use `--index-url` with one index that serves both, or pin with `--require-hashes`.',
    };
  });
}
