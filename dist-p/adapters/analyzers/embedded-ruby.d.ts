/** Null where the template holds no code. */
export declare function extractRuby(template: string): string | null;
