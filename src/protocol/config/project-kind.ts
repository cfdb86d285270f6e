/** What a project is made for; `project_kind` of the configuration, else told from its manifest. */
export const PROJECT_KINDS = ['service', 'library', 'command', 'agent-tool'] as const;
export type ProjectKind = (typeof PROJECT_KINDS)[number];
