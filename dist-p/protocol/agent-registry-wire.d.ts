/** The registry on the wire: `agent_registry` rows in snake_case, nine fields and what applies beyond them (REGISTRY-01..03). */
import { z } from 'zod';
import { type AgentRegistry, type RegistryRow } from './agent-registry.ts';
declare const registryRowSchema: z.ZodObject<{
    agent_id: z.ZodString;
    task_id: z.ZodString;
    status: z.ZodEnum<{
        COMPLETED: "COMPLETED";
        FAILED: "FAILED";
        PENDING: "PENDING";
        RUNNING: "RUNNING";
        TRUNCATED: "TRUNCATED";
    }>;
    round: z.ZodInt;
    assigned_dimensions: z.ZodArray<z.ZodEnum<{
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
    output_status: z.ZodEnum<{
        COMPLETE: "COMPLETE";
        MISSING: "MISSING";
        TRUNCATED: "TRUNCATED";
    }>;
    findings_count: z.ZodInt;
    started_at: z.ZodString;
    completed_at: z.ZodNullable<z.ZodString>;
    reason: z.ZodOptional<z.ZodString>;
    retry_of: z.ZodOptional<z.ZodString>;
    emergency: z.ZodOptional<z.ZodLiteral<true>>;
}, z.core.$strip>;
export type RegistryRowWire = z.infer<typeof registryRowSchema>;
export declare const formatRegistryRow: (row: RegistryRow) => RegistryRowWire;
export declare const formatRegistry: (registry: AgentRegistry) => {
    readonly agent_registry: readonly RegistryRowWire[];
};
export type RegistryRowOutcome = {
    readonly kind: 'row';
    readonly row: RegistryRow;
} | {
    readonly kind: 'invalid';
    readonly errors: readonly string[];
};
export declare function parseRegistryRow(value: unknown): RegistryRowOutcome;
export {};
