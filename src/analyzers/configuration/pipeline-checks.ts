/**
 * Checks CI pipelines other than GitHub's (GitLab, CircleCI, Azure, Jenkins; scripts only of Drone, Travis and others) for
 * attacker-controlled text in scripts, unsafe commands and settings, and remote parts that are not pinned. Returns RuleMatches to
 * configuration.ts, and the kind of a pipeline by its path.
 */
import type { TextDocument } from '../source-text/text-document.ts';
import type { RuleMatch } from './rule-match.ts';
import { detectShell } from './shell-checks.ts';
import { detectScript, detectVariables } from './workflow-checks.ts';
import { entriesOf, isYes, itemsOf, mapsBelow, nodeAt, textOf, type YamlEntry, type YamlNode } from './yaml-tree.ts';

const STRANGER_GITLAB =
  /\$\{?CI_(?:COMMIT_(?:MESSAGE|TITLE|DESCRIPTION|AUTHOR|BRANCH|REF_NAME|TAG_MESSAGE)|MERGE_REQUEST_(?:TITLE|DESCRIPTION|SOURCE_BRANCH_NAME)|EXTERNAL_PULL_REQUEST_SOURCE_BRANCH_NAME)\b\}?/u;
const AS_CODE = /\beval\s|\b(?:ba|z|da)?sh\s+-\w*c\s|\bpython3?\s+-c\s|\bnode\s+-e\s|\bssh\s+[^'\n]*"/u;
const STRANGER_CIRCLE =
  /<<\s*pipeline\.(?:git\.(?:branch|tag)|trigger_parameters\.[\w.]*(?:message|branch|title))\s*>>/u;
const STRANGER_AZURE =
  /\$\((?:Build\.(?:SourceVersionMessage|SourceBranchName|SourceBranch|SourceVersionAuthor|RequestedFor(?:Email)?)|System\.PullRequest\.(?:SourceBranch(?:Name)?|PullRequestTitle))\)|\$\{\{\s*variables\[?['".]+(?:Build\.SourceBranchName|Build\.SourceVersionMessage|System\.PullRequest\.SourceBranch)/u;

export type PipelineKind = 'gitlab' | 'circleci' | 'azure' | 'drone';

export function findPipelineKind(path: string): PipelineKind | null {
  if (/(?:^|\/)(?:[\w.-]+\.)?\.?gitlab-ci\.ya?ml$|(?:^|\/)\.gitlab\/ci\/.+\.ya?ml$/u.test(path)) return 'gitlab';
  if (/(?:^|\/)\.circleci\/.+\.ya?ml$/u.test(path)) return 'circleci';
  if (
    /(?:^|\/)(?:[\w.-]*azure-pipelines?[\w.-]*|\.azure(?:-pipelines|devops)?\/.+|\.pipelines\/.+)\.ya?ml$/u.test(path)
  )
    return 'azure';
  return /(?:^|\/)(?:\.drone|\.woodpecker|\.travis|bitbucket-pipelines|appveyor|\.cirrus|buildspec|cloudbuild)\.ya?ml$/u.test(
    path,
  )
    ? 'drone'
    : null;
}

export function checkPipeline(
  document: TextDocument,
  roots: readonly YamlNode[],
  kind: PipelineKind,
): readonly RuleMatch[] {
  return roots.flatMap((root) => {
    const scripts = findScripts(root);
    const shell = scripts.flatMap((script) => [
      ...detectScript(document, script),
      ...detectStrangers(document, script, kind),
    ]);
    return [...shell, ...detectVariables(root), ...detectSettings(root), ...detectParts(root, kind)];
  });
}

const SCRIPT_KEYS =
  /^(?:script|before_script|after_script|before_install|install|after_success|command|run|bash|powershell|pwsh|commands|inlineScript|pre_build|build|post_build)$/u;

const findScripts = (root: YamlNode): readonly YamlNode[] =>
  mapsBelow(root).flatMap((map) =>
    map.entries
      .filter(({ key }) => SCRIPT_KEYS.test(key))
      .flatMap(({ value }) => itemsOf(value).filter((item) => item.kind === 'scalar')),
  );

function detectStrangers(document: TextDocument, script: YamlNode, kind: PipelineKind): readonly RuleMatch[] {
  const first = document.lineAt(script.start);
  return document.text
    .slice(script.start, script.end)
    .split('\n')
    .flatMap((text, index) => {
      const what = findStranger(text, kind);
      return what === null ? [] : [{ rule: 'pipeline-script-injection', line: first + index, what }];
    });
}

function findStranger(line: string, kind: PipelineKind): string | null {
  if (kind === 'circleci') return STRANGER_CIRCLE.exec(line)?.[0] ?? null;
  if (kind === 'azure') return STRANGER_AZURE.exec(line)?.[0] ?? null;
  return kind === 'gitlab' && AS_CODE.test(line) ? (STRANGER_GITLAB.exec(line)?.[0] ?? null) : null;
}

function detectSettings(root: YamlNode): readonly RuleMatch[] {
  return mapsBelow(root).flatMap((map) =>
    entriesOf(map).flatMap(({ key, value, line }): readonly RuleMatch[] => {
      if (/^(?:CI_DEBUG_TRACE|CI_DEBUG_SERVICES)$/u.test(key) && isYes(value))
        return [{ rule: 'pipeline-debug-trace', line }];
      const isEmpty = value.kind === 'scalar' && value.text === '';
      return key === 'DOCKER_TLS_CERTDIR' && isEmpty ? [{ rule: 'pipeline-engine-without-tls', line }] : [];
    }),
  );
}

function detectParts(root: YamlNode, kind: PipelineKind): readonly RuleMatch[] {
  if (kind === 'gitlab') return itemsOf(nodeAt(root, 'include')).flatMap(detectInclude);
  if (kind !== 'circleci') return [];
  return entriesOf(nodeAt(root, 'orbs'))
    .filter(({ value }) => /@(?:volatile|dev:\S+)$/u.test(textOf(value)))
    .map(({ line, value }) => ({ rule: 'pipeline-remote-part', line, what: textOf(value) }));
}

function detectInclude(item: YamlNode): readonly RuleMatch[] {
  const remote: YamlEntry | undefined = entriesOf(item).find(({ key }) => key === 'remote');
  const address = remote ? textOf(remote.value) : textOf(item);
  if (!/^https?:\/\//u.test(address) || entriesOf(item).some(({ key }) => key === 'integrity')) return [];
  const severity = address.startsWith('http:') ? 'HIGH' : 'MEDIUM';
  return [{ rule: 'pipeline-remote-part', line: remote?.line ?? item.line, what: address, severity }];
}

// ------------------------------------------------------------------------------------------------ Jenkins

const STEP =
  /\b(?:sh|bat|powershell|pwsh)\b\s*\(?\s*(?:script\s*:\s*)?("""[\s\S]{0,5000}?"""|"(?:[^"\\\n]|\\.){0,2000}"|'''[\s\S]{0,5000}?'''|'(?:[^'\\\n]|\\.){0,2000}')/gu;
const STRANGER_JENKINS =
  /\$\{?\s*(?:env\.)?((?:CHANGE_(?:TITLE|BRANCH|AUTHOR(?:_DISPLAY_NAME|_EMAIL)?)|BRANCH_NAME|GIT_BRANCH|ghprb(?:PullTitle|PullLongDescription|CommentBody|SourceBranch|PullAuthorLogin)|gitlab(?:SourceBranch|MergeRequestTitle|MergeRequestDescription))\b|params\.\w+)/u;
const SECRET_VARIABLE = /\$\{?\s*(?:env\.)?(\w*(?:PASSWORD|PASSWD|SECRET|TOKEN|API_?KEY|CREDENTIALS?_PSW|_PSW))\b/u;

export function checkJenkinsfile(document: TextDocument): readonly RuleMatch[] {
  const text = document.text.slice(0, 200_000).replace(/^[^\S\n]*\/\/.*$/gmu, (comment) => ' '.repeat(comment.length));
  const seen: RuleMatch[] = [];
  for (const match of text.matchAll(STEP)) {
    const literal = match[1] ?? '';
    const from = match.index + match[0].length - literal.length;
    seen.push(...detectShell(literal, (offset) => document.lineAt(from + offset)));
    if (literal.startsWith('"')) seen.push(...detectInterpolation(literal, (offset) => document.lineAt(from + offset)));
  }
  return seen;
}

/** A dollar behind a backslash is left to the shell. */
function detectInterpolation(literal: string, lineOf: (offset: number) => number): readonly RuleMatch[] {
  const shown = literal.replace(/\\[\s\S]/gu, '  ');
  const stranger = STRANGER_JENKINS.exec(shown);
  const secret = SECRET_VARIABLE.exec(shown);
  const seen: RuleMatch[] = [];
  if (stranger) {
    const what = stranger[1] ?? '';
    const isOpen = /TITLE|Title|Comment|Description/u.test(what);
    seen.push({
      rule: 'jenkins-script-injection',
      line: lineOf(stranger.index),
      what,
      severity: isOpen ? 'HIGH' : 'MEDIUM',
    });
  }
  if (secret) seen.push({ rule: 'jenkins-secret-in-command', line: lineOf(secret.index), what: secret[1] ?? '' });
  return seen;
}
