/**
 * Finds the folder of a repository that the scope belongs to: the nearest package around all of it, or the workspace that package is a
 * member of. Looks at manifests only. Called by wiring/audit-survey.ts and the analyzer access (analyzers/access/route-project.ts).
 */
import { directoryOf, foldersUpward, joinPath } from '../protocol/source/paths.ts';

const MANIFEST =
  /(?:^|\/)(?:package\.json|go\.mod|pyproject\.toml|setup\.py|composer\.json|Gemfile|Cargo\.toml|pom\.xml)$/u;
const WORKSPACE =
  /(?:^|\/)(?:pnpm-workspace\.yaml|lerna\.json|nx\.json|turbo\.json|rush\.json|go\.work|settings\.gradle(?:\.kts)?)$/u;
const MEMBERS = /"workspaces"\s*:|<modules>|^[^\S\n]*\[(?:tool\.uv\.)?workspace\]/mu;

/** Ends in `/`; empty for the root. */
export async function findProjectFolder(
  scope: readonly string[],
  paths: ReadonlySet<string>,
  readText: (path: string) => Promise<string | null>,
): Promise<string> {
  const above = listFolders(commonFolder(scope));
  const manifests = [...paths].filter((path) => MANIFEST.test(path) || WORKSPACE.test(path));
  const held = (folder: string): readonly string[] => manifests.filter((path) => folderOf(path) === folder);
  const own = above.find((folder) => held(folder).some((path) => MANIFEST.test(path))) ?? '';
  for (const folder of above.filter((each) => each.length < own.length).toReversed())
    for (const path of held(folder))
      if (WORKSPACE.test(path) || MEMBERS.test((await readText(path)) ?? '')) return folder;
  return own;
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

function commonFolder(scope: readonly string[]): string {
  const [first = '', ...rest] = scope.map(folderOf);
  return rest.reduce((common, folder) => {
    let shared = common;
    while (!folder.startsWith(shared)) shared = folderOf(shared.slice(0, -1));
    return shared;
  }, first);
}

/** `a/b/`, `a/`, and the root. */
const listFolders = (folder: string): readonly string[] =>
  foldersUpward(directoryOf(folder)).map((each) => joinPath(each, ''));
