export declare const formatTable: (head: readonly string[], rows: readonly (readonly (string | number)[])[]) => string;
export declare const BASE_TABLE: string;
export declare const BUDGET_FORMULA: string;
export declare const ISOLATION_TABLE: string;
export declare const formatBudgetInclude: () => string;
export declare const BAND_TABLE: string;
export declare const formatProgressiveInclude: () => string;
