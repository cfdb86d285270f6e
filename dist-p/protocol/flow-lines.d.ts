/** The lines of a finding's own file that its flow goes through: `:42 → :45(concat) → src/b.ts:3` names 42 and 45. */
export declare function listFlowLines(flow: string | null, file: string): readonly number[];
