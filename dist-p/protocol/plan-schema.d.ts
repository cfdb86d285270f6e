/** The plan document as a zod schema, equal to the type in plan-document.ts: the source of schemas/plan.schema.json. */
import { z } from 'zod';
export declare const planSchema: z.ZodObject<{
    schema: z.ZodLiteral<"consensus-review/plan@1">;
    scope: z.ZodObject<{
        selection: z.ZodString;
        files: z.ZodInt;
        tokens: z.ZodInt;
        loc: z.ZodInt;
        languages: z.ZodRecord<z.ZodString, z.ZodInt>;
        ignored: z.ZodArray<z.ZodObject<{
            path: z.ZodString;
            reason: z.ZodEnum<{
                binary: "binary";
                generated: "generated";
                ignored: "ignored";
                "outside-root": "outside-root";
                "too-large": "too-large";
                unreadable: "unreadable";
                vendored: "vendored";
            }>;
        }, z.core.$strip>>;
        change: z.ZodBoolean;
    }, z.core.$strip>;
    budget: z.ZodObject<{
        total_tokens: z.ZodInt;
        scale: z.ZodNumber;
        isolation: z.ZodEnum<{
            branch: "branch";
            shared: "shared";
        }>;
    }, z.core.$strip>;
    agents: z.ZodArray<z.ZodObject<{
        agent: z.ZodString;
        budget_tokens: z.ZodInt;
        files: z.ZodInt;
        dimensions: z.ZodArray<z.ZodEnum<{
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
        }>>;
        model: z.ZodNullable<z.ZodString>;
        files_recalled: z.ZodInt;
    }, z.core.$strip>>;
    estimate: z.ZodObject<{
        calls: z.ZodInt;
        input_tokens: z.ZodInt;
        output_tokens: z.ZodInt;
        cost_usd: z.ZodNumber;
        waves: z.ZodInt;
        not_covered: z.ZodArray<z.ZodString>;
        unpriced_agents: z.ZodInt;
        reused_calls: z.ZodInt;
    }, z.core.$strip>;
    run: z.ZodObject<{
        playbook: z.ZodEnum<{
            audit: "audit";
            review: "review";
        }>;
        mode: z.ZodEnum<{
            deep: "deep";
            quick: "quick";
            review: "review";
            standard: "standard";
        }>;
        model: z.ZodString;
    }, z.core.$strip>;
    warnings: z.ZodArray<z.ZodString>;
}, z.core.$strip>;
