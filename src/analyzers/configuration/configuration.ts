/**
 * Checks files that build, deploy or configure (Dockerfiles, CI pipelines, Compose, Kubernetes, cloud templates, settings) and returns
 * findings of security-reviewer with credentials masked (D8, D10). Chooses the checks of this folder by path and language, else by
 * content. Loaded by declaration.ts.
 */
import type { AnalyzerFinding } from '../../ports/analyzer.ts';
import type { Scan } from '../declaration.ts';
import { createProjectScan, type PartlyRead } from '../source-text/project-scan.ts';
import type { TextDocument } from '../source-text/text-document.ts';
import { checkCloudFormation, isCloudFormationText } from './cloudformation-checks.ts';
import { detectCommands } from './command-files.ts';
import { checkCompose, isComposePath } from './compose-checks.ts';
import { isJenkinsPath } from './configuration-files.ts';
import { CONFIGURATION_RULES } from './configuration-rules.ts';
import { checkDockerfile } from './dockerfile-checks.ts';
import { detectEnvFile, isEnvFile } from './env-file.ts';
import {
  blankTemplates,
  checkChartValues,
  checkKubernetes,
  isChartValues,
  isKubernetesText,
} from './kubernetes-checks.ts';
import { detectLines } from './line-rules.ts';
import { maskSecrets } from './mask-secrets.ts';
import { detectAliases } from './nginx-alias.ts';
import { checkJenkinsfile, checkPipeline, findPipelineKind } from './pipeline-checks.ts';
import { describeMatch, type RuleMatch } from './rule-match.ts';
import { checkTerraform } from './terraform-checks.ts';
import { checkWorkflow } from './workflow-checks.ts';
import { isActionPath, isWorkflowPath } from './workflow-model.ts';
import { MAX_YAML_CHARACTERS, parseYaml, type YamlNode } from './yaml-tree.ts';

const MAX_CHARACTERS = 1_000_000;

const scan = createProjectScan({
  reviewer: 'security-reviewer',
  begin: () => ({ check: checkConfiguration }),
});

export const scanConfiguration: Scan = async (...given) => {
  const outcome = await scan(...given);
  return { ...outcome, findings: outcome.findings.map(maskFinding) };
};

export function checkConfiguration(document: TextDocument): PartlyRead {
  if (document.text.length > MAX_CHARACTERS) throw new Error(`longer than ${MAX_CHARACTERS} characters`);
  const isTree = document.language === 'yaml' || document.language === 'json';
  const { sightings: matches, ...reading } = isTree ? checkTree(document) : NOTHING_SEEN;
  const seen = new Set<string>();
  const observations = [...detect(document), ...matches].flatMap((match) => {
    const rule = CONFIGURATION_RULES.get(match.rule);
    const at = `${match.rule} ${match.line}`;
    if (!rule || seen.has(at)) return [];
    seen.add(at);
    return [describeMatch(document, match, rule)];
  });
  return { observations, ...reading };
}

function detect(document: TextDocument): readonly RuleMatch[] {
  const { path, language } = document;
  const lines = [...detectLines(document), ...detectCommands(document)];
  if (language === 'dockerfile') return [...lines, ...checkDockerfile(document)];
  if (language === 'terraform') return [...lines, ...checkTerraform(document)];
  if (isJenkinsPath(path)) return [...lines, ...checkJenkinsfile(document)];
  if (isEnvFile(path)) return [...lines, ...detectEnvFile(document)];
  if (language === 'yaml' || language === 'json') return lines;
  return /nginx|sites-|conf\.d/u.test(path) ? [...lines, ...detectAliases(document)] : lines;
}

type TreeCheck = (document: TextDocument, roots: readonly YamlNode[]) => readonly RuleMatch[];

interface TreeMatches extends Omit<PartlyRead, 'observations'> {
  readonly sightings: readonly RuleMatch[];
}

const NOTHING_SEEN: TreeMatches = { sightings: [], fault: null };

function checkTree(document: TextDocument): TreeMatches {
  const check = findTreeCheck(document);
  if (!check) return NOTHING_SEEN;
  if (document.text.length > MAX_YAML_CHARACTERS) throw new Error(`longer than ${MAX_YAML_CHARACTERS} characters`);
  const hasTemplates = check === checkKubernetes && document.text.includes('{{');
  const { roots, whole, fault } = parseYaml(document, hasTemplates ? blankTemplates(document.text) : document.text);
  if (fault === null) return { sightings: check(document, roots), fault };
  // What a template becomes is known only when it is rendered: guesses at its broken parts would be noise.
  return isTemplate(document)
    ? { sightings: check(document, whole), fault: null, limit: 'templates that are no YAML before they are rendered' }
    : { sightings: check(document, roots), fault };
}

const DIRECTIVE = /(?<!\$)\{\{-?\s*[\w.#/$"(]|\{%-?\s|<%[=-]?\s|^[^\S\n]*\{\{/mu;

/** Written for a template engine. What lies where a service reads it is read by that service as it is. */
const isTemplate = ({ path, text }: TextDocument): boolean =>
  !/^\.(?:github|gitea|forgejo)\//u.test(path) && DIRECTIVE.test(text);

function findTreeCheck({ path, text, language }: TextDocument): TreeCheck | null {
  if (isWorkflowPath(path) || isActionPath(path)) return checkWorkflow;
  if (isComposePath(path)) return checkCompose;
  const pipeline = language === 'yaml' ? findPipelineKind(path) : null;
  if (pipeline) return (document, roots) => checkPipeline(document, roots, pipeline);
  if (isCloudFormationText(text)) return checkCloudFormation;
  if (isKubernetesText(text)) return checkKubernetes;
  return language === 'yaml' && isChartValues(path) ? checkChartValues : null;
}

/** A line quoted for another reason may hold a credential as well. */
function maskFinding(finding: AnalyzerFinding): AnalyzerFinding {
  const masked = maskSecrets(finding.evidence ?? '');
  return masked === finding.evidence
    ? finding
    : { ...finding, evidence: masked, extra: { ...finding.extra, redacted: true } };
}
