import { createProjectAnalyzer } from '../project/project-analyzer.js';
import { CLOUD_PROBLEMS } from './cloud-problems.js';
import { checkCloudFormation, isCloudFormationText } from './cloudformation-checks.js';
import { COMPOSE_PROBLEMS, checkCompose, isComposePath } from './compose-checks.js';
import { checkDockerfile, DOCKERFILE_PROBLEMS } from './dockerfile-checks.js';
import { ENV_FILE_PROBLEMS, isEnvFile, sightEnvFile } from './env-file.js';
import { FRAMEWORK_RULES } from './framework-rules.js';
import { blankTemplates, checkChartValues, checkKubernetes, isChartValues, isKubernetesText, KUBERNETES_PROBLEMS, } from './kubernetes-checks.js';
import { isForLineRules, sightLines } from './line-rules.js';
import { maskSecrets } from './mask-secrets.js';
import { NGINX_PROBLEMS, sightAliases } from './nginx-alias.js';
import { checkJenkinsfile, checkPipeline, findPipelineKind, isJenkinsPath, PIPELINE_PROBLEMS, } from './pipeline-checks.js';
import { describeSighting } from './problem.js';
import { SERVER_RULES } from './server-rules.js';
import { SHELL_PROBLEMS } from './shell-checks.js';
import { checkTerraform } from './terraform-checks.js';
import { TOOL_RULES } from './tool-rules.js';
import { checkWorkflow } from './workflow-checks.js';
import { isActionPath, isWorkflowPath } from './workflow-model.js';
import { WORKFLOW_PROBLEMS } from './workflow-problems.js';
import { MAX_YAML_CHARACTERS, parseYaml } from './yaml-tree.js';
const LINE_RULES = [...SERVER_RULES, ...TOOL_RULES, ...FRAMEWORK_RULES];
/** Every rule of this analyzer with its words. */
export const CONFIGURATION_PROBLEMS = {
    ...SHELL_PROBLEMS,
    ...DOCKERFILE_PROBLEMS,
    ...COMPOSE_PROBLEMS,
    ...WORKFLOW_PROBLEMS,
    ...PIPELINE_PROBLEMS,
    ...KUBERNETES_PROBLEMS,
    ...CLOUD_PROBLEMS,
    ...NGINX_PROBLEMS,
    ...ENV_FILE_PROBLEMS,
    ...Object.fromEntries(LINE_RULES.map((rule) => [rule.rule, rule])),
};
const MAX_CHARACTERS = 1_000_000;
export function createConfigurationAnalyzer() {
    const analyzer = createProjectAnalyzer({
        name: 'configuration',
        reviewer: 'security-reviewer',
        accepts: isConfiguration,
        begin: () => ({ check: checkConfiguration }),
    });
    return {
        ...analyzer,
        scan: async (files, snapshot, signal) => {
            const outcome = await analyzer.scan(files, snapshot, signal);
            return { ...outcome, findings: outcome.findings.map(maskFinding) };
        },
    };
}
const isConfiguration = (path, language) => language === 'dockerfile' ||
    language === 'yaml' ||
    language === 'terraform' ||
    (language === 'json' && !/(?:package(?:-lock)?|tsconfig[\w.-]*)\.json$/u.test(path)) ||
    isJenkinsPath(path) ||
    isEnvFile(path) ||
    isForLineRules(path, LINE_RULES);
export function checkConfiguration(document) {
    if (document.text.length > MAX_CHARACTERS)
        return [];
    const seen = new Set();
    return sight(document).flatMap((sighting) => {
        const problem = CONFIGURATION_PROBLEMS[sighting.rule];
        const at = `${sighting.rule} ${sighting.line}`;
        if (!problem || seen.has(at))
            return [];
        seen.add(at);
        return [describeSighting(document, sighting, problem)];
    });
}
function sight(document) {
    const { path, language } = document;
    const lines = sightLines(document, LINE_RULES);
    if (language === 'dockerfile')
        return [...lines, ...checkDockerfile(document)];
    if (language === 'terraform')
        return [...lines, ...checkTerraform(document)];
    if (isJenkinsPath(path))
        return [...lines, ...checkJenkinsfile(document)];
    if (isEnvFile(path))
        return [...lines, ...sightEnvFile(document)];
    if (language === 'yaml' || language === 'json')
        return [...lines, ...checkTree(document)];
    return /nginx|sites-|conf\.d/u.test(path) ? [...lines, ...sightAliases(document)] : lines;
}
/** A file that is too long is left unfinished, which the frame says. */
function checkTree(document) {
    const check = findTreeCheck(document);
    if (!check)
        return [];
    if (document.text.length > MAX_YAML_CHARACTERS)
        throw new Error(`longer than ${MAX_YAML_CHARACTERS} characters`);
    const hasTemplates = check === checkKubernetes && document.text.includes('{{');
    const roots = parseYaml(document, hasTemplates ? blankTemplates(document.text) : document.text);
    return roots === null ? [] : check(document, roots);
}
function findTreeCheck({ path, text, language }) {
    if (isWorkflowPath(path) || isActionPath(path))
        return checkWorkflow;
    if (isComposePath(path))
        return checkCompose;
    const pipeline = language === 'yaml' ? findPipelineKind(path) : null;
    if (pipeline)
        return (document, roots) => checkPipeline(document, roots, pipeline);
    if (isCloudFormationText(text))
        return checkCloudFormation;
    if (isKubernetesText(text))
        return checkKubernetes;
    return language === 'yaml' && isChartValues(path) ? checkChartValues : null;
}
/** A line quoted for another reason may hold a credential as well. */
function maskFinding(finding) {
    const masked = maskSecrets(finding.evidence ?? '');
    return masked === finding.evidence
        ? finding
        : { ...finding, evidence: masked, extra: { ...finding.extra, redacted: true } };
}
