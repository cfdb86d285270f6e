/**
 * Defines the type of a tool description for a model (name, description, JSON Schema of its arguments), and two schemas that
 * tools share. Used by review-tools.ts, hunt-tools.ts and host-agent.ts.
 */
export interface ToolPrompt {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export const TEXT = { type: 'string' } as const;
export const LINE = { type: 'integer', minimum: 1 } as const;
