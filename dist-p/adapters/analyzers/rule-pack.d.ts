import { z } from 'zod';
/** Languages that have a grammar, and the folder of the pack that serves each. */
export declare const RULE_FAMILIES: {
    readonly javascript: 'javascript';
    readonly typescript: 'javascript';
    readonly tsx: 'javascript';
    readonly python: 'python';
    readonly go: 'go';
    readonly java: 'java';
    readonly ruby: 'ruby';
    readonly php: 'php';
    readonly csharp: 'csharp';
    readonly c: 'c';
    readonly bash: 'bash';
};
export type RuleLanguage = keyof typeof RULE_FAMILIES;
export type RuleFamily = (typeof RULE_FAMILIES)[RuleLanguage];
declare const taintSchema: z.ZodObject<{
    focus: z.ZodArray<z.ZodString>;
    sources: z.ZodArray<z.ZodString>;
    sanitizers: z.ZodOptional<z.ZodPipe<z.ZodString, z.ZodTransform<RegExp, string>>>;
    passes: z.ZodOptional<z.ZodPipe<z.ZodString, z.ZodTransform<RegExp, string>>>;
    from: z.ZodOptional<z.ZodPipe<z.ZodString, z.ZodTransform<RegExp, string>>>;
    asObject: z.ZodDefault<z.ZodBoolean>;
    guards: z.ZodOptional<z.ZodPipe<z.ZodString, z.ZodTransform<RegExp, string>>>;
    checked: z.ZodOptional<z.ZodObject<{
        after: z.ZodPipe<z.ZodString, z.ZodTransform<RegExp, string>>;
        by: z.ZodPipe<z.ZodString, z.ZodTransform<RegExp, string>>;
    }, z.core.$strict>>;
    place: z.ZodDefault<z.ZodEnum<{
        sink: "sink";
        source: "source";
    }>>;
    assumed: z.ZodOptional<z.ZodEnum<{
        CRITICAL: "CRITICAL";
        HIGH: "HIGH";
        LOW: "LOW";
        MEDIUM: "MEDIUM";
    }>>;
    via: z.ZodOptional<z.ZodPipe<z.ZodString, z.ZodTransform<RegExp, string>>>;
    parameterVia: z.ZodOptional<z.ZodPipe<z.ZodString, z.ZodTransform<RegExp, string>>>;
    valueVia: z.ZodOptional<z.ZodPipe<z.ZodString, z.ZodTransform<RegExp, string>>>;
}, z.core.$strict>;
declare const ruleSchema: z.ZodPipe<z.ZodObject<{
    id: z.ZodString;
    language: z.ZodUnion<readonly [z.ZodPipe<z.ZodEnum<{
        bash: "bash";
        c: "c";
        csharp: "csharp";
        go: "go";
        java: "java";
        javascript: "javascript";
        php: "php";
        python: "python";
        ruby: "ruby";
        tsx: "tsx";
        typescript: "typescript";
    }>, z.ZodTransform<("bash" | "c" | "csharp" | "go" | "java" | "javascript" | "php" | "python" | "ruby" | "tsx" | "typescript")[], "bash" | "c" | "csharp" | "go" | "java" | "javascript" | "php" | "python" | "ruby" | "tsx" | "typescript">>, z.ZodArray<z.ZodEnum<{
        bash: "bash";
        c: "c";
        csharp: "csharp";
        go: "go";
        java: "java";
        javascript: "javascript";
        php: "php";
        python: "python";
        ruby: "ruby";
        tsx: "tsx";
        typescript: "typescript";
    }>>]>;
    reviewer: z.ZodString;
    category: z.ZodString;
    severity: z.ZodEnum<{
        CRITICAL: "CRITICAL";
        HIGH: "HIGH";
        LOW: "LOW";
        MEDIUM: "MEDIUM";
    }>;
    confidence: z.ZodEnum<{
        high: "high";
        low: "low";
        medium: "medium";
    }>;
    cwe: z.ZodNullable<z.ZodString>;
    dimension: z.ZodDefault<z.ZodNullable<z.ZodEnum<{
        D1: "D1";
        D10: "D10";
        D2: "D2";
        D3: "D3";
        D4: "D4";
        D5: "D5";
        D6: "D6";
        D7: "D7";
        D8: "D8";
        D9: "D9";
    }>>>;
    alarm: z.ZodDefault<z.ZodBoolean>;
    title: z.ZodString;
    message: z.ZodString;
    fix: z.ZodString;
    references: z.ZodDefault<z.ZodArray<z.ZodURL>>;
    extra: z.ZodDefault<z.ZodRecord<z.ZodString, z.ZodString>>;
    requires: z.ZodOptional<z.ZodPipe<z.ZodString, z.ZodTransform<RegExp, string>>>;
    unless: z.ZodOptional<z.ZodPipe<z.ZodString, z.ZodTransform<RegExp, string>>>;
    unlessAround: z.ZodOptional<z.ZodPipe<z.ZodString, z.ZodTransform<RegExp, string>>>;
    exclude: z.ZodOptional<z.ZodPipe<z.ZodString, z.ZodTransform<RegExp, string>>>;
    rule: z.ZodPipe<z.ZodRecord<z.ZodString, z.ZodUnknown>, z.ZodTransform<Record<string, unknown>, Record<string, unknown>>>;
    constraints: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodPipe<z.ZodRecord<z.ZodString, z.ZodUnknown>, z.ZodTransform<Record<string, unknown>, Record<string, unknown>>>>>;
    utils: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodPipe<z.ZodRecord<z.ZodString, z.ZodUnknown>, z.ZodTransform<Record<string, unknown>, Record<string, unknown>>>>>;
    names: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodPipe<z.ZodString, z.ZodTransform<RegExp, string>>>>;
    literals: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodPipe<z.ZodString, z.ZodTransform<RegExp, string>>>>;
    regex: z.ZodOptional<z.ZodObject<{
        focus: z.ZodString;
        check: z.ZodEnum<{
            exponential: "exponential";
            "half-anchored": "half-anchored";
            "open-host": "open-host";
            polynomial: "polynomial";
            "suspicious-range": "suspicious-range";
            "tag-filter": "tag-filter";
        }>;
    }, z.core.$strict>>;
    taint: z.ZodOptional<z.ZodObject<{
        focus: z.ZodArray<z.ZodString>;
        sources: z.ZodArray<z.ZodString>;
        sanitizers: z.ZodOptional<z.ZodPipe<z.ZodString, z.ZodTransform<RegExp, string>>>;
        passes: z.ZodOptional<z.ZodPipe<z.ZodString, z.ZodTransform<RegExp, string>>>;
        from: z.ZodOptional<z.ZodPipe<z.ZodString, z.ZodTransform<RegExp, string>>>;
        asObject: z.ZodDefault<z.ZodBoolean>;
        guards: z.ZodOptional<z.ZodPipe<z.ZodString, z.ZodTransform<RegExp, string>>>;
        checked: z.ZodOptional<z.ZodObject<{
            after: z.ZodPipe<z.ZodString, z.ZodTransform<RegExp, string>>;
            by: z.ZodPipe<z.ZodString, z.ZodTransform<RegExp, string>>;
        }, z.core.$strict>>;
        place: z.ZodDefault<z.ZodEnum<{
            sink: "sink";
            source: "source";
        }>>;
        assumed: z.ZodOptional<z.ZodEnum<{
            CRITICAL: "CRITICAL";
            HIGH: "HIGH";
            LOW: "LOW";
            MEDIUM: "MEDIUM";
        }>>;
        via: z.ZodOptional<z.ZodPipe<z.ZodString, z.ZodTransform<RegExp, string>>>;
        parameterVia: z.ZodOptional<z.ZodPipe<z.ZodString, z.ZodTransform<RegExp, string>>>;
        valueVia: z.ZodOptional<z.ZodPipe<z.ZodString, z.ZodTransform<RegExp, string>>>;
    }, z.core.$strict>>;
}, z.core.$strict>, z.ZodTransform<{
    id: string;
    language: ("bash" | "c" | "csharp" | "go" | "java" | "javascript" | "php" | "python" | "ruby" | "tsx" | "typescript")[];
    reviewer: string;
    category: string;
    severity: "CRITICAL" | "HIGH" | "LOW" | "MEDIUM";
    confidence: "high" | "low" | "medium";
    cwe: string | null;
    dimension: "D1" | "D10" | "D2" | "D3" | "D4" | "D5" | "D6" | "D7" | "D8" | "D9" | null;
    alarm: boolean;
    title: string;
    message: string;
    fix: string;
    extra: Record<string, string>;
    requires?: RegExp | undefined;
    unless?: RegExp | undefined;
    unlessAround?: RegExp | undefined;
    exclude?: RegExp | undefined;
    rule: Record<string, unknown>;
    constraints?: Record<string, Record<string, unknown>> | undefined;
    utils?: Record<string, Record<string, unknown>> | undefined;
    names?: Record<string, RegExp> | undefined;
    literals?: Record<string, RegExp> | undefined;
    regex?: {
        focus: string;
        check: "exponential" | "half-anchored" | "open-host" | "polynomial" | "suspicious-range" | "tag-filter";
    } | undefined;
    taint?: {
        focus: string[];
        sources: string[];
        sanitizers?: RegExp | undefined;
        passes?: RegExp | undefined;
        from?: RegExp | undefined;
        asObject: boolean;
        guards?: RegExp | undefined;
        checked?: {
            after: RegExp;
            by: RegExp;
        } | undefined;
        place: "sink" | "source";
        assumed?: "CRITICAL" | "HIGH" | "LOW" | "MEDIUM" | undefined;
        via?: RegExp | undefined;
        parameterVia?: RegExp | undefined;
        valueVia?: RegExp | undefined;
    } | undefined;
    matchers: readonly Record<string, unknown>[];
    references: string[];
}, {
    id: string;
    language: ("bash" | "c" | "csharp" | "go" | "java" | "javascript" | "php" | "python" | "ruby" | "tsx" | "typescript")[];
    reviewer: string;
    category: string;
    severity: "CRITICAL" | "HIGH" | "LOW" | "MEDIUM";
    confidence: "high" | "low" | "medium";
    cwe: string | null;
    dimension: "D1" | "D10" | "D2" | "D3" | "D4" | "D5" | "D6" | "D7" | "D8" | "D9" | null;
    alarm: boolean;
    title: string;
    message: string;
    fix: string;
    references: string[];
    extra: Record<string, string>;
    requires?: RegExp | undefined;
    unless?: RegExp | undefined;
    unlessAround?: RegExp | undefined;
    exclude?: RegExp | undefined;
    rule: Record<string, unknown>;
    constraints?: Record<string, Record<string, unknown>> | undefined;
    utils?: Record<string, Record<string, unknown>> | undefined;
    names?: Record<string, RegExp> | undefined;
    literals?: Record<string, RegExp> | undefined;
    regex?: {
        focus: string;
        check: "exponential" | "half-anchored" | "open-host" | "polynomial" | "suspicious-range" | "tag-filter";
    } | undefined;
    taint?: {
        focus: string[];
        sources: string[];
        sanitizers?: RegExp | undefined;
        passes?: RegExp | undefined;
        from?: RegExp | undefined;
        asObject: boolean;
        guards?: RegExp | undefined;
        checked?: {
            after: RegExp;
            by: RegExp;
        } | undefined;
        place: "sink" | "source";
        assumed?: "CRITICAL" | "HIGH" | "LOW" | "MEDIUM" | undefined;
        via?: RegExp | undefined;
        parameterVia?: RegExp | undefined;
        valueVia?: RegExp | undefined;
    } | undefined;
}>>;
declare const vocabularySchema: z.ZodObject<{
    sources: z.ZodRecord<z.ZodString, z.ZodArray<z.ZodPipe<z.ZodRecord<z.ZodString, z.ZodUnknown>, z.ZodTransform<Record<string, unknown>, Record<string, unknown>>>>>;
    mentions: z.ZodRecord<z.ZodString, z.ZodPipe<z.ZodString, z.ZodTransform<RegExp, string>>>;
    entries: z.ZodOptional<z.ZodPipe<z.ZodString, z.ZodTransform<RegExp, string>>>;
    roles: z.ZodDefault<z.ZodRecord<z.ZodString, z.ZodObject<{
        source: z.ZodString;
        members: z.ZodOptional<z.ZodPipe<z.ZodString, z.ZodTransform<RegExp, string>>>;
        calls: z.ZodOptional<z.ZodPipe<z.ZodString, z.ZodTransform<RegExp, string>>>;
        names: z.ZodOptional<z.ZodPipe<z.ZodString, z.ZodTransform<RegExp, string>>>;
        types: z.ZodOptional<z.ZodPipe<z.ZodString, z.ZodTransform<RegExp, string>>>;
        values: z.ZodOptional<z.ZodPipe<z.ZodString, z.ZodTransform<RegExp, string>>>;
        narrows: z.ZodOptional<z.ZodString>;
        leads: z.ZodDefault<z.ZodRecord<z.ZodString, z.ZodString>>;
    }, z.core.$strict>>>;
    handlers: z.ZodDefault<z.ZodArray<z.ZodObject<{
        callee: z.ZodPipe<z.ZodString, z.ZodTransform<RegExp, string>>;
        parameters: z.ZodArray<z.ZodNullable<z.ZodString>>;
    }, z.core.$strict>>>;
    iterators: z.ZodDefault<z.ZodPipe<z.ZodString, z.ZodTransform<RegExp, string>>>;
    exports: z.ZodOptional<z.ZodPipe<z.ZodString, z.ZodTransform<RegExp, string>>>;
    sanitizers: z.ZodPipe<z.ZodString, z.ZodTransform<RegExp, string>>;
    propagators: z.ZodPipe<z.ZodString, z.ZodTransform<RegExp, string>>;
    collectors: z.ZodPipe<z.ZodString, z.ZodTransform<RegExp, string>>;
    guards: z.ZodPipe<z.ZodString, z.ZodTransform<RegExp, string>>;
}, z.core.$strict>;
export type Rule = z.output<typeof ruleSchema>;
export type Taint = z.output<typeof taintSchema>;
export type Vocabulary = z.output<typeof vocabularySchema>;
export interface RulePack {
    readonly rules: readonly Rule[];
    readonly vocabularies: ReadonlyMap<RuleFamily, Vocabulary>;
}
/** Loads and validates every rule of a folder. Throws with file and fault: a bad pack is a defect of the product. */
export declare function loadRulePack(folder?: URL): Promise<RulePack>;
export {};
