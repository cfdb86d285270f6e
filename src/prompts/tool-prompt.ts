/** A tool as a model sees it. */
export interface ToolPrompt {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export const TEXT = { type: 'string' } as const;
export const LINE = { type: 'integer', minimum: 1 } as const;
