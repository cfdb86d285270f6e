/** An agent's task and what comes back, as they lie in the database. */
import { z } from 'zod';
export declare const agentTaskSchema: z.ZodObject<{
    kind: z.ZodEnum<{
        deepen: "deepen";
        hunt: "hunt";
        review: "review";
        validate: "validate";
    }>;
    input: z.ZodUnknown;
    deadlineAt: z.ZodNullable<z.ZodNumber>;
}, z.core.$strip>;
export type PostedAgent = z.infer<typeof agentTaskSchema>;
export declare const agentResultSchema: z.ZodObject<{
    value: z.ZodUnknown;
    isFinal: z.ZodBoolean;
    usedTokens: z.ZodNumber;
    spending: z.ZodObject<{
        usage: z.ZodObject<{
            entries: z.ZodArray<z.ZodObject<{
                agent: z.ZodString;
                model: z.ZodString;
                calls: z.ZodNumber;
                inputTokens: z.ZodNumber;
                cachedInputTokens: z.ZodNumber;
                outputTokens: z.ZodNumber;
                costUsd: z.ZodNumber;
                estimatedCalls: z.ZodNumber;
                unpricedCalls: z.ZodNumber;
                reusedCalls: z.ZodNumber;
                repeatedCalls: z.ZodNumber;
            }, z.core.$strip>>;
        }, z.core.$strip>;
        isSpent: z.ZodBoolean;
    }, z.core.$strip>;
}, z.core.$strip>;
export type AgentResult = z.infer<typeof agentResultSchema>;
