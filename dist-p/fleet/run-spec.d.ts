/**
 * What a run is asked to do, as it travels: settings that were resolved where it was submitted, no keys, no environment, no
 * program and no path of that machine. Checked again by the worker: whoever can write to the database is not trusted with more.
 */
import { z } from 'zod';
import type { Config } from '../config.ts';
import type { Settings } from '../settings.ts';
declare const specSchema: z.ZodObject<{
    playbook: z.ZodEnum<{
        audit: "audit";
        review: "review";
    }>;
    config: z.ZodObject<{
        reviewers: z.ZodNullable<z.ZodArray<z.ZodString>>;
        model: z.ZodString;
        reviewerModels: z.ZodRecord<z.ZodString, z.ZodString>;
        panel: z.ZodArray<z.ZodString>;
        fallback: z.ZodNullable<z.ZodString>;
        protocol: z.ZodEnum<{
            aad: "aad";
            ci: "ci";
            veto: "veto";
            vote: "vote";
        }>;
        minAgreement: z.ZodInt;
        modelsWithoutTools: z.ZodArray<z.ZodString>;
        complexity: z.ZodEnum<{
            complex: "complex";
            simple: "simple";
            standard: "standard";
        }>;
        embeddingModel: z.ZodNullable<z.ZodString>;
        prices: z.ZodRecord<z.ZodString, z.ZodUnknown>;
        waves: z.ZodUnion<readonly [z.ZodLiteral<"auto">, z.ZodInt]>;
        concurrency: z.ZodNullable<z.ZodInt>;
        maxTokens: z.ZodNullable<z.ZodInt>;
        maxCostUsd: z.ZodNullable<z.ZodNumber>;
        deadlineMs: z.ZodNullable<z.ZodNumber>;
        failOn: z.ZodEnum<{
            critical: "critical";
            high: "high";
            low: "low";
            medium: "medium";
            never: "never";
            veto: "veto";
        }>;
        allowPartial: z.ZodBoolean;
        ignoreVetoes: z.ZodBoolean;
        include: z.ZodArray<z.ZodString>;
        exclude: z.ZodArray<z.ZodString>;
        maxFileBytes: z.ZodInt;
        thresholds: z.ZodObject<{
            fullAnalysis: z.ZodNumber;
            highSeverity: z.ZodNumber;
            forceReturn: z.ZodNumber;
        }, z.core.$strict>;
        veto: z.ZodRecord<z.ZodString, z.ZodBoolean>;
        baseBudgets: z.ZodRecord<z.ZodString, z.ZodInt>;
        externalAnalyzers: z.ZodArray<z.ZodEnum<{
            bandit: "bandit";
            "go-vet": "go-vet";
            gosec: "gosec";
            "npm-audit": "npm-audit";
            semgrep: "semgrep";
            staticcheck: "staticcheck";
        }>>;
        format: z.ZodNullable<z.ZodEnum<{
            json: "json";
            jsonl: "jsonl";
            markdown: "markdown";
            sarif: "sarif";
            signal: "signal";
            summary: "summary";
            terminal: "terminal";
        }>>;
    }, z.core.$strict>;
    roster: z.ZodArray<z.ZodObject<{
        name: z.ZodString;
        role: z.ZodString;
        baseBudgetTokens: z.ZodInt;
        categories: z.ZodArray<z.ZodString>;
        languages: z.ZodNullable<z.ZodArray<z.ZodString>>;
        canVeto: z.ZodBoolean;
        model: z.ZodNullable<z.ZodString>;
        instructions: z.ZodNullable<z.ZodString>;
    }, z.core.$strict>>;
    rules: z.ZodObject<{
        include: z.ZodArray<z.ZodString>;
        exclude: z.ZodArray<z.ZodString>;
        ignoreLines: z.ZodArray<z.ZodString>;
        maxFileBytes: z.ZodInt;
    }, z.core.$strict>;
    warnings: z.ZodArray<z.ZodString>;
    auditFlags: z.ZodRecord<z.ZodString, z.ZodUnknown>;
    seed: z.ZodString;
}, z.core.$strict>;
export type RunSpec = z.infer<typeof specSchema>;
export interface AskedRun {
    readonly playbook: RunSpec['playbook'];
    readonly settings: Settings;
    readonly flags: Readonly<Record<string, unknown>>;
    readonly seed: string;
}
/** Throws ReviewError for what cannot travel. */
export declare function composeSpec({ playbook, settings, flags, seed }: AskedRun): RunSpec;
/** From the database; throws ReviewError where it is not a run of this version. */
export declare function parseSpec(value: unknown): RunSpec;
/** With what only a machine of its own can say. */
export declare const configOf: ({ config }: RunSpec) => Config;
export {};
