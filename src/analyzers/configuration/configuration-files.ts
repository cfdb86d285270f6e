/** Which files build, deploy or configure something: by language, or by the paths of the rules that judge single lines. */
import { isEnvFile } from './env-file.ts';
import { FRAMEWORK_RULES } from './framework-rules.ts';
import { isForLineRules, type LineRule } from './line-rules.ts';
import { SERVER_RULES } from './server-rules.ts';
import { TOOL_RULES } from './tool-rules.ts';

export const LINE_RULES: readonly LineRule[] = [...SERVER_RULES, ...TOOL_RULES, ...FRAMEWORK_RULES];

export const isJenkinsPath = (path: string): boolean =>
  /(?:^|\/)(?:Jenkinsfile(?:\.[\w-]+)?|[\w.-]+\.jenkinsfile)$/iu.test(path);

export const isConfiguration = (path: string, language: string | null): boolean =>
  language === 'dockerfile' ||
  language === 'yaml' ||
  language === 'terraform' ||
  (language === 'json' && !/(?:package(?:-lock)?|tsconfig[\w.-]*)\.json$/u.test(path)) ||
  isJenkinsPath(path) ||
  isEnvFile(path) ||
  isForLineRules(path, LINE_RULES);
