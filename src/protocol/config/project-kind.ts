/**
 * Defines what a project is made for (`service`, `library`, `command`, `agent-tool`): the values of `project_kind` in the
 * configuration and of analyzers/packages/project-kind.ts, which tells it from the manifest. Rules (analyzers/ast-grep/) may be
 * limited to some.
 */
export const PROJECT_KINDS = ['service', 'library', 'command', 'agent-tool'] as const;
export type ProjectKind = (typeof PROJECT_KINDS)[number];
