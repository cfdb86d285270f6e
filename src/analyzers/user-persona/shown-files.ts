/**
 * Says whether a file is markup, or configuration that a program ships with, by path and language. Used by declaration.ts (what is
 * accepted), markup-access.ts and config-changes.ts.
 */
import { fileNameOf } from '../../protocol/source/paths.ts';
import { isTestPath } from '../../protocol/source/test-path.ts';

export const isMarkup = (path: string, language: string | null): boolean =>
  language === 'html' ||
  language === 'tsx' ||
  language === 'vue' ||
  language === 'svelte' ||
  /\.(?:jsx|phtml)$/u.test(path);

/** By what the file is called, or by the folder it stands in. */
const CONFIG =
  /^(?:[\w.-]*(?:config|settings|defaults?|values)[\w.-]*\.(?:json|ya?ml|toml|ini|properties|conf|cfg)|(?:app|application)(?:[.-][\w.-]+)?\.(?:json|ya?ml|toml|ini|properties|conf|cfg)|[\w.-]+[.-](?:example|sample|template|dist)\.(?:json|ya?ml|toml|ini|properties|conf|cfg)|[\w.-]+\.(?:json|ya?ml|toml|ini|properties|conf|cfg)[.-](?:example|sample|template|dist)|\.?env\.(?:example|sample|template|dist)|(?:example|sample|template)\.env|[\w.-]+\.schema\.json)$/iu;
const CONFIG_FOLDER =
  /(?:^|\/)(?:config|configs|conf|configuration|settings)\/(?:[\w.-]+\/)*[\w.-]+\.(?:json|ya?ml|toml|ini|properties|conf|cfg|env)$/iu;
const OF_TOOLS =
  /^(?:ts|js)config|^\.(?!env)|(?:jest|vitest|babel|eslint|prettier|webpack|rollup|vite|karma|cypress|playwright|lerna|turbo|renovate|commitlint|stylelint|biome|knip|codecov|mkdocs|pre-commit|compose|nodemon|typedoc|swc|mypy|pytest|pylint|flake8|rustfmt|clippy|checkstyle|phpunit|phpstan)|[.-]lock\b|^(?:package|composer|bower|manifest|angular|deno|nx|lerna)\.json$|^(?:pyproject|cargo)\.toml$|^(?:tox|setup)\.(?:ini|cfg)$/iu;
/** Folders of tools, of translations and of packages that others wrote. */
const OTHER_FOLDER =
  /(?:^|\/)(?:\.(?:github|vscode|idea|circleci)|locales?|i18n|lang|languages|translations|node_modules|vendor)\//iu;

export const isConfigPath = (path: string): boolean => {
  const name = fileNameOf(path);
  if (OF_TOOLS.test(name) || OTHER_FOLDER.test(path) || isTestPath(path)) return false;
  return CONFIG.test(name) || CONFIG_FOLDER.test(path);
};
