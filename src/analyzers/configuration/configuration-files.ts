/**
 * Says which files this analyzer takes: Dockerfiles, YAML, Terraform, most JSON, Jenkinsfiles, .env files, and the paths that rules of
 * rules/configuration/ name. Used by declaration.ts; configuration.ts asks it for Jenkinsfiles.
 */
import { readTable } from '../rule-tables/read-table.ts';
import type { SettingsPaths } from './configuration-rule.ts';
import { isEnvFile } from './env-file.ts';

/** Files that hold commands line by line. */
const COMMAND_FILES =
  /(?:^|\/)(?:\.?justfile|[^/]+\.just|[Tt]askfile\.ya?ml|lefthook\.ya?ml|\.pre-commit-config\.ya?ml|Procfile|crontab|[^/]+\.(?:service|cmake|csproj|fsproj|vbproj|targets|props)|CMakeLists\.txt|meson\.build|pom\.xml|build\.xml|pyproject\.toml|tox\.ini|devcontainer\.json|\.vscode\/tasks\.json|\.husky\/[^/.]+)$/iu;

export const isCommandFile = (path: string, language: string | null): boolean =>
  language === 'makefile' || COMMAND_FILES.test(path);

export const isJenkinsPath = (path: string): boolean =>
  /(?:^|\/)(?:Jenkinsfile(?:\.[\w-]+)?|[\w.-]+\.jenkinsfile)$/iu.test(path);

export const isConfiguration = (path: string, language: string | null): boolean =>
  language === 'dockerfile' ||
  language === 'yaml' ||
  language === 'terraform' ||
  (language === 'json' && !/(?:package(?:-lock)?|tsconfig[\w.-]*)\.json$/u.test(path)) ||
  isJenkinsPath(path) ||
  isCommandFile(path, language) ||
  isEnvFile(path) ||
  isSettingsFile(path);

let settings: readonly SettingsPaths[] | null = null;

/** The paths alone are read: the rules wait until a file is scanned. */
function isSettingsFile(path: string): boolean {
  settings ??= readTable('configuration-paths');
  return settings.some(({ files, except }) => files.test(path) && !except?.test(path));
}
