/**
 * The documents of `-f jsonl` as a zod schema: the source of schemas/events.schema.json. Equal to the types of
 * run-events.ts, which a type-level test enforces.
 */
import { z } from 'zod';
export declare const eventSchemas: readonly [z.ZodObject<{
    event: z.ZodLiteral<"run">;
    run_id: z.ZodString;
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
}, z.core.$strip>, z.ZodObject<{
    event: z.ZodLiteral<"phase">;
    phase: z.ZodUnion<readonly [z.ZodLiteral<1>, z.ZodLiteral<2>, z.ZodLiteral<3>, z.ZodLiteral<4>, z.ZodLiteral<5>]>;
    name: z.ZodString;
    status: z.ZodEnum<{
        finished: "finished";
        started: "started";
    }>;
    wave: z.ZodInt;
    state: z.ZodExactOptional<z.ZodString>;
}, z.core.$strip>, z.ZodObject<{
    event: z.ZodLiteral<"step">;
    step: z.ZodEnum<{
        index: "index";
        scope: "scope";
    }>;
    status: z.ZodEnum<{
        finished: "finished";
        started: "started";
    }>;
    files: z.ZodInt;
}, z.core.$strip>, z.ZodObject<{
    event: z.ZodLiteral<"plan">;
    wave: z.ZodInt;
    total_tokens: z.ZodInt;
    scale: z.ZodNumber;
    isolation: z.ZodEnum<{
        branch: "branch";
        shared: "shared";
    }>;
    agents: z.ZodInt;
}, z.core.$strip>, z.ZodObject<{
    event: z.ZodLiteral<"branch">;
    agent: z.ZodString;
    branch_id: z.ZodString;
    status: z.ZodEnum<{
        created: "created";
        returned: "returned";
    }>;
}, z.core.$strip>, z.ZodObject<{
    event: z.ZodLiteral<"agent">;
    agent: z.ZodString;
    wave: z.ZodInt;
    status: z.ZodEnum<{
        finished: "finished";
        progress: "progress";
        started: "started";
    }>;
    usage_ratio: z.ZodNumber;
    mode: z.ZodEnum<{
        force_return: "force_return";
        full: "full";
        high_severity_only: "high_severity_only";
    }>;
    findings: z.ZodInt;
    files_done: z.ZodInt;
    files_total: z.ZodInt;
    message: z.ZodNullable<z.ZodString>;
    dimensions: z.ZodExactOptional<z.ZodArray<z.ZodEnum<{
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
    outcome: z.ZodExactOptional<z.ZodEnum<{
        completed: "completed";
        failed: "failed";
        truncated: "truncated";
    }>>;
}, z.core.$strip>, z.ZodObject<{
    event: z.ZodLiteral<"decision">;
    wave: z.ZodInt;
    decision: z.ZodEnum<{
        converge: "converge";
        emergency: "emergency";
        incomplete: "incomplete";
        "next-round": "next-round";
        "next-wave": "next-wave";
        restart: "restart";
    }>;
    reason: z.ZodString;
}, z.core.$strip>, z.ZodObject<{
    event: z.ZodLiteral<"signal">;
    signal: z.ZodObject<{
        coordinator_type: z.ZodString;
        summary_brief: z.ZodString;
        work_remaining: z.ZodUnion<readonly [z.ZodLiteral<0>, z.ZodArray<z.ZodUnion<readonly [z.ZodNumber, z.ZodString]>>]>;
        context_exhausted: z.ZodBoolean;
        context_usage_percent: z.ZodInt;
        requires_continuation: z.ZodBoolean;
    }, z.core.$catchall<z.ZodUnknown>>;
}, z.core.$strip>, z.ZodObject<{
    event: z.ZodLiteral<"transition">;
    from: z.ZodString;
    to: z.ZodString;
    reason: z.ZodNullable<z.ZodString>;
}, z.core.$strip>, z.ZodObject<{
    event: z.ZodLiteral<"recon">;
    modules: z.ZodInt;
    entry_points: z.ZodInt;
    dependencies: z.ZodInt;
    loc: z.ZodInt;
    is_library: z.ZodBoolean;
}, z.core.$strip>, z.ZodObject<{
    event: z.ZodLiteral<"baseline">;
    analyzer: z.ZodString;
    status: z.ZodEnum<{
        absent: "absent";
        completed: "completed";
        failed: "failed";
        partial: "partial";
        started: "started";
    }>;
    findings: z.ZodInt;
    reason: z.ZodNullable<z.ZodString>;
}, z.core.$strip>, z.ZodObject<{
    event: z.ZodLiteral<"round">;
    round: z.ZodInt;
    is_emergency: z.ZodBoolean;
    status: z.ZodEnum<{
        finished: "finished";
        started: "started";
    }>;
    agents: z.ZodInt;
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
    findings: z.ZodInt;
}, z.core.$strip>, z.ZodObject<{
    event: z.ZodLiteral<"truncation">;
    agent: z.ZodString;
    round: z.ZodInt;
    severity: z.ZodEnum<{
        mild: "mild";
        severe: "severe";
    }>;
    kept_findings: z.ZodInt;
    recovery: z.ZodString;
}, z.core.$strip>, z.ZodObject<{
    event: z.ZodLiteral<"retry">;
    agent: z.ZodString;
    retry_of: z.ZodString;
    round: z.ZodInt;
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
    reason: z.ZodString;
}, z.core.$strip>, z.ZodObject<{
    event: z.ZodLiteral<"evaluation">;
    round: z.ZodInt;
    step: z.ZodEnum<{
        "ask-questions": "ask-questions";
        "detect-truncation": "detect-truncation";
        "rate-coverage": "rate-coverage";
    }>;
    interrupted_agents: z.ZodArray<z.ZodString>;
    gaps: z.ZodArray<z.ZodEnum<{
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
    coverage_ratio: z.ZodNullable<z.ZodNumber>;
    is_met: z.ZodNullable<z.ZodBoolean>;
    unsearched: z.ZodNullable<z.ZodBoolean>;
    all_traced: z.ZodNullable<z.ZodBoolean>;
    combinations: z.ZodNullable<z.ZodBoolean>;
}, z.core.$strip>, z.ZodObject<{
    event: z.ZodLiteral<"deep-dive">;
    target: z.ZodString;
    files: z.ZodInt;
    outcome: z.ZodEnum<{
        "flow-complete": "flow-complete";
        "flow-open": "flow-open";
        refuted: "refuted";
    }>;
}, z.core.$strip>, z.ZodObject<{
    event: z.ZodLiteral<"chain">;
    chain: z.ZodString;
    title: z.ZodString;
    findings: z.ZodArray<z.ZodString>;
    severity: z.ZodEnum<{
        CRITICAL: "CRITICAL";
        HIGH: "HIGH";
        LOW: "LOW";
        MEDIUM: "MEDIUM";
    }>;
}, z.core.$strip>, z.ZodObject<{
    event: z.ZodLiteral<"validation">;
    finding: z.ZodString;
    validator: z.ZodString;
    outcome: z.ZodEnum<{
        confirmed: "confirmed";
        downgraded: "downgraded";
        needs_manual: "needs_manual";
        rejected: "rejected";
    }>;
    severity: z.ZodEnum<{
        CRITICAL: "CRITICAL";
        HIGH: "HIGH";
        LOW: "LOW";
        MEDIUM: "MEDIUM";
    }>;
    reason: z.ZodString;
}, z.core.$strip>, z.ZodObject<{
    event: z.ZodLiteral<"marker">;
    line: z.ZodString;
}, z.core.$strip>];
export declare const eventLineSchema: z.ZodDiscriminatedUnion<[z.ZodObject<{
    event: z.ZodLiteral<"run">;
    run_id: z.ZodString;
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
}, z.core.$strip> | z.ZodObject<{
    event: z.ZodLiteral<"phase">;
    phase: z.ZodUnion<readonly [z.ZodLiteral<1>, z.ZodLiteral<2>, z.ZodLiteral<3>, z.ZodLiteral<4>, z.ZodLiteral<5>]>;
    name: z.ZodString;
    status: z.ZodEnum<{
        finished: "finished";
        started: "started";
    }>;
    wave: z.ZodInt;
    state: z.ZodExactOptional<z.ZodString>;
    schema: z.ZodOptional<z.ZodLiteral<"consensus-review/events@1">>;
    seq: z.ZodInt;
    at: z.ZodString;
}, z.core.$strip> | z.ZodObject<{
    event: z.ZodLiteral<"step">;
    step: z.ZodEnum<{
        index: "index";
        scope: "scope";
    }>;
    status: z.ZodEnum<{
        finished: "finished";
        started: "started";
    }>;
    files: z.ZodInt;
    schema: z.ZodOptional<z.ZodLiteral<"consensus-review/events@1">>;
    seq: z.ZodInt;
    at: z.ZodString;
}, z.core.$strip> | z.ZodObject<{
    event: z.ZodLiteral<"plan">;
    wave: z.ZodInt;
    total_tokens: z.ZodInt;
    scale: z.ZodNumber;
    isolation: z.ZodEnum<{
        branch: "branch";
        shared: "shared";
    }>;
    agents: z.ZodInt;
    schema: z.ZodOptional<z.ZodLiteral<"consensus-review/events@1">>;
    seq: z.ZodInt;
    at: z.ZodString;
}, z.core.$strip> | z.ZodObject<{
    event: z.ZodLiteral<"branch">;
    agent: z.ZodString;
    branch_id: z.ZodString;
    status: z.ZodEnum<{
        created: "created";
        returned: "returned";
    }>;
    schema: z.ZodOptional<z.ZodLiteral<"consensus-review/events@1">>;
    seq: z.ZodInt;
    at: z.ZodString;
}, z.core.$strip> | z.ZodObject<{
    event: z.ZodLiteral<"agent">;
    agent: z.ZodString;
    wave: z.ZodInt;
    status: z.ZodEnum<{
        finished: "finished";
        progress: "progress";
        started: "started";
    }>;
    usage_ratio: z.ZodNumber;
    mode: z.ZodEnum<{
        force_return: "force_return";
        full: "full";
        high_severity_only: "high_severity_only";
    }>;
    findings: z.ZodInt;
    files_done: z.ZodInt;
    files_total: z.ZodInt;
    message: z.ZodNullable<z.ZodString>;
    dimensions: z.ZodExactOptional<z.ZodArray<z.ZodEnum<{
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
    outcome: z.ZodExactOptional<z.ZodEnum<{
        completed: "completed";
        failed: "failed";
        truncated: "truncated";
    }>>;
    schema: z.ZodOptional<z.ZodLiteral<"consensus-review/events@1">>;
    seq: z.ZodInt;
    at: z.ZodString;
}, z.core.$strip> | z.ZodObject<{
    event: z.ZodLiteral<"decision">;
    wave: z.ZodInt;
    decision: z.ZodEnum<{
        converge: "converge";
        emergency: "emergency";
        incomplete: "incomplete";
        "next-round": "next-round";
        "next-wave": "next-wave";
        restart: "restart";
    }>;
    reason: z.ZodString;
    schema: z.ZodOptional<z.ZodLiteral<"consensus-review/events@1">>;
    seq: z.ZodInt;
    at: z.ZodString;
}, z.core.$strip> | z.ZodObject<{
    event: z.ZodLiteral<"signal">;
    signal: z.ZodObject<{
        coordinator_type: z.ZodString;
        summary_brief: z.ZodString;
        work_remaining: z.ZodUnion<readonly [z.ZodLiteral<0>, z.ZodArray<z.ZodUnion<readonly [z.ZodNumber, z.ZodString]>>]>;
        context_exhausted: z.ZodBoolean;
        context_usage_percent: z.ZodInt;
        requires_continuation: z.ZodBoolean;
    }, z.core.$catchall<z.ZodUnknown>>;
    schema: z.ZodOptional<z.ZodLiteral<"consensus-review/events@1">>;
    seq: z.ZodInt;
    at: z.ZodString;
}, z.core.$strip> | z.ZodObject<{
    event: z.ZodLiteral<"transition">;
    from: z.ZodString;
    to: z.ZodString;
    reason: z.ZodNullable<z.ZodString>;
    schema: z.ZodOptional<z.ZodLiteral<"consensus-review/events@1">>;
    seq: z.ZodInt;
    at: z.ZodString;
}, z.core.$strip> | z.ZodObject<{
    event: z.ZodLiteral<"recon">;
    modules: z.ZodInt;
    entry_points: z.ZodInt;
    dependencies: z.ZodInt;
    loc: z.ZodInt;
    is_library: z.ZodBoolean;
    schema: z.ZodOptional<z.ZodLiteral<"consensus-review/events@1">>;
    seq: z.ZodInt;
    at: z.ZodString;
}, z.core.$strip> | z.ZodObject<{
    event: z.ZodLiteral<"baseline">;
    analyzer: z.ZodString;
    status: z.ZodEnum<{
        absent: "absent";
        completed: "completed";
        failed: "failed";
        partial: "partial";
        started: "started";
    }>;
    findings: z.ZodInt;
    reason: z.ZodNullable<z.ZodString>;
    schema: z.ZodOptional<z.ZodLiteral<"consensus-review/events@1">>;
    seq: z.ZodInt;
    at: z.ZodString;
}, z.core.$strip> | z.ZodObject<{
    event: z.ZodLiteral<"round">;
    round: z.ZodInt;
    is_emergency: z.ZodBoolean;
    status: z.ZodEnum<{
        finished: "finished";
        started: "started";
    }>;
    agents: z.ZodInt;
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
    findings: z.ZodInt;
    schema: z.ZodOptional<z.ZodLiteral<"consensus-review/events@1">>;
    seq: z.ZodInt;
    at: z.ZodString;
}, z.core.$strip> | z.ZodObject<{
    event: z.ZodLiteral<"truncation">;
    agent: z.ZodString;
    round: z.ZodInt;
    severity: z.ZodEnum<{
        mild: "mild";
        severe: "severe";
    }>;
    kept_findings: z.ZodInt;
    recovery: z.ZodString;
    schema: z.ZodOptional<z.ZodLiteral<"consensus-review/events@1">>;
    seq: z.ZodInt;
    at: z.ZodString;
}, z.core.$strip> | z.ZodObject<{
    event: z.ZodLiteral<"retry">;
    agent: z.ZodString;
    retry_of: z.ZodString;
    round: z.ZodInt;
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
    reason: z.ZodString;
    schema: z.ZodOptional<z.ZodLiteral<"consensus-review/events@1">>;
    seq: z.ZodInt;
    at: z.ZodString;
}, z.core.$strip> | z.ZodObject<{
    event: z.ZodLiteral<"evaluation">;
    round: z.ZodInt;
    step: z.ZodEnum<{
        "ask-questions": "ask-questions";
        "detect-truncation": "detect-truncation";
        "rate-coverage": "rate-coverage";
    }>;
    interrupted_agents: z.ZodArray<z.ZodString>;
    gaps: z.ZodArray<z.ZodEnum<{
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
    coverage_ratio: z.ZodNullable<z.ZodNumber>;
    is_met: z.ZodNullable<z.ZodBoolean>;
    unsearched: z.ZodNullable<z.ZodBoolean>;
    all_traced: z.ZodNullable<z.ZodBoolean>;
    combinations: z.ZodNullable<z.ZodBoolean>;
    schema: z.ZodOptional<z.ZodLiteral<"consensus-review/events@1">>;
    seq: z.ZodInt;
    at: z.ZodString;
}, z.core.$strip> | z.ZodObject<{
    event: z.ZodLiteral<"deep-dive">;
    target: z.ZodString;
    files: z.ZodInt;
    outcome: z.ZodEnum<{
        "flow-complete": "flow-complete";
        "flow-open": "flow-open";
        refuted: "refuted";
    }>;
    schema: z.ZodOptional<z.ZodLiteral<"consensus-review/events@1">>;
    seq: z.ZodInt;
    at: z.ZodString;
}, z.core.$strip> | z.ZodObject<{
    event: z.ZodLiteral<"chain">;
    chain: z.ZodString;
    title: z.ZodString;
    findings: z.ZodArray<z.ZodString>;
    severity: z.ZodEnum<{
        CRITICAL: "CRITICAL";
        HIGH: "HIGH";
        LOW: "LOW";
        MEDIUM: "MEDIUM";
    }>;
    schema: z.ZodOptional<z.ZodLiteral<"consensus-review/events@1">>;
    seq: z.ZodInt;
    at: z.ZodString;
}, z.core.$strip> | z.ZodObject<{
    event: z.ZodLiteral<"validation">;
    finding: z.ZodString;
    validator: z.ZodString;
    outcome: z.ZodEnum<{
        confirmed: "confirmed";
        downgraded: "downgraded";
        needs_manual: "needs_manual";
        rejected: "rejected";
    }>;
    severity: z.ZodEnum<{
        CRITICAL: "CRITICAL";
        HIGH: "HIGH";
        LOW: "LOW";
        MEDIUM: "MEDIUM";
    }>;
    reason: z.ZodString;
    schema: z.ZodOptional<z.ZodLiteral<"consensus-review/events@1">>;
    seq: z.ZodInt;
    at: z.ZodString;
}, z.core.$strip> | z.ZodObject<{
    event: z.ZodLiteral<"marker">;
    line: z.ZodString;
    schema: z.ZodOptional<z.ZodLiteral<"consensus-review/events@1">>;
    seq: z.ZodInt;
    at: z.ZodString;
}, z.core.$strip> | z.ZodObject<{
    event: z.ZodLiteral<"report">;
    schema: z.ZodOptional<z.ZodLiteral<"consensus-review/events@1">>;
    seq: z.ZodInt;
    at: z.ZodString;
    report: z.ZodObject<{
        schema: z.ZodLiteral<"consensus-review/report@1">;
    }, z.core.$loose>;
}, z.core.$strip> | z.ZodObject<{
    event: z.ZodLiteral<"error">;
    schema: z.ZodOptional<z.ZodLiteral<"consensus-review/events@1">>;
    seq: z.ZodInt;
    at: z.ZodString;
    code: z.ZodString;
    message: z.ZodString;
    exit: z.ZodInt;
}, z.core.$strip>, ...(z.ZodObject<{
    event: z.ZodLiteral<"phase">;
    phase: z.ZodUnion<readonly [z.ZodLiteral<1>, z.ZodLiteral<2>, z.ZodLiteral<3>, z.ZodLiteral<4>, z.ZodLiteral<5>]>;
    name: z.ZodString;
    status: z.ZodEnum<{
        finished: "finished";
        started: "started";
    }>;
    wave: z.ZodInt;
    state: z.ZodExactOptional<z.ZodString>;
    schema: z.ZodOptional<z.ZodLiteral<"consensus-review/events@1">>;
    seq: z.ZodInt;
    at: z.ZodString;
}, z.core.$strip> | z.ZodObject<{
    event: z.ZodLiteral<"run">;
    run_id: z.ZodString;
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
    schema: z.ZodOptional<z.ZodLiteral<"consensus-review/events@1">>;
    seq: z.ZodInt;
    at: z.ZodString;
}, z.core.$strip> | z.ZodObject<{
    event: z.ZodLiteral<"step">;
    step: z.ZodEnum<{
        index: "index";
        scope: "scope";
    }>;
    status: z.ZodEnum<{
        finished: "finished";
        started: "started";
    }>;
    files: z.ZodInt;
    schema: z.ZodOptional<z.ZodLiteral<"consensus-review/events@1">>;
    seq: z.ZodInt;
    at: z.ZodString;
}, z.core.$strip> | z.ZodObject<{
    event: z.ZodLiteral<"plan">;
    wave: z.ZodInt;
    total_tokens: z.ZodInt;
    scale: z.ZodNumber;
    isolation: z.ZodEnum<{
        branch: "branch";
        shared: "shared";
    }>;
    agents: z.ZodInt;
    schema: z.ZodOptional<z.ZodLiteral<"consensus-review/events@1">>;
    seq: z.ZodInt;
    at: z.ZodString;
}, z.core.$strip> | z.ZodObject<{
    event: z.ZodLiteral<"branch">;
    agent: z.ZodString;
    branch_id: z.ZodString;
    status: z.ZodEnum<{
        created: "created";
        returned: "returned";
    }>;
    schema: z.ZodOptional<z.ZodLiteral<"consensus-review/events@1">>;
    seq: z.ZodInt;
    at: z.ZodString;
}, z.core.$strip> | z.ZodObject<{
    event: z.ZodLiteral<"agent">;
    agent: z.ZodString;
    wave: z.ZodInt;
    status: z.ZodEnum<{
        finished: "finished";
        progress: "progress";
        started: "started";
    }>;
    usage_ratio: z.ZodNumber;
    mode: z.ZodEnum<{
        force_return: "force_return";
        full: "full";
        high_severity_only: "high_severity_only";
    }>;
    findings: z.ZodInt;
    files_done: z.ZodInt;
    files_total: z.ZodInt;
    message: z.ZodNullable<z.ZodString>;
    dimensions: z.ZodExactOptional<z.ZodArray<z.ZodEnum<{
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
    outcome: z.ZodExactOptional<z.ZodEnum<{
        completed: "completed";
        failed: "failed";
        truncated: "truncated";
    }>>;
    schema: z.ZodOptional<z.ZodLiteral<"consensus-review/events@1">>;
    seq: z.ZodInt;
    at: z.ZodString;
}, z.core.$strip> | z.ZodObject<{
    event: z.ZodLiteral<"decision">;
    wave: z.ZodInt;
    decision: z.ZodEnum<{
        converge: "converge";
        emergency: "emergency";
        incomplete: "incomplete";
        "next-round": "next-round";
        "next-wave": "next-wave";
        restart: "restart";
    }>;
    reason: z.ZodString;
    schema: z.ZodOptional<z.ZodLiteral<"consensus-review/events@1">>;
    seq: z.ZodInt;
    at: z.ZodString;
}, z.core.$strip> | z.ZodObject<{
    event: z.ZodLiteral<"signal">;
    signal: z.ZodObject<{
        coordinator_type: z.ZodString;
        summary_brief: z.ZodString;
        work_remaining: z.ZodUnion<readonly [z.ZodLiteral<0>, z.ZodArray<z.ZodUnion<readonly [z.ZodNumber, z.ZodString]>>]>;
        context_exhausted: z.ZodBoolean;
        context_usage_percent: z.ZodInt;
        requires_continuation: z.ZodBoolean;
    }, z.core.$catchall<z.ZodUnknown>>;
    schema: z.ZodOptional<z.ZodLiteral<"consensus-review/events@1">>;
    seq: z.ZodInt;
    at: z.ZodString;
}, z.core.$strip> | z.ZodObject<{
    event: z.ZodLiteral<"transition">;
    from: z.ZodString;
    to: z.ZodString;
    reason: z.ZodNullable<z.ZodString>;
    schema: z.ZodOptional<z.ZodLiteral<"consensus-review/events@1">>;
    seq: z.ZodInt;
    at: z.ZodString;
}, z.core.$strip> | z.ZodObject<{
    event: z.ZodLiteral<"recon">;
    modules: z.ZodInt;
    entry_points: z.ZodInt;
    dependencies: z.ZodInt;
    loc: z.ZodInt;
    is_library: z.ZodBoolean;
    schema: z.ZodOptional<z.ZodLiteral<"consensus-review/events@1">>;
    seq: z.ZodInt;
    at: z.ZodString;
}, z.core.$strip> | z.ZodObject<{
    event: z.ZodLiteral<"baseline">;
    analyzer: z.ZodString;
    status: z.ZodEnum<{
        absent: "absent";
        completed: "completed";
        failed: "failed";
        partial: "partial";
        started: "started";
    }>;
    findings: z.ZodInt;
    reason: z.ZodNullable<z.ZodString>;
    schema: z.ZodOptional<z.ZodLiteral<"consensus-review/events@1">>;
    seq: z.ZodInt;
    at: z.ZodString;
}, z.core.$strip> | z.ZodObject<{
    event: z.ZodLiteral<"round">;
    round: z.ZodInt;
    is_emergency: z.ZodBoolean;
    status: z.ZodEnum<{
        finished: "finished";
        started: "started";
    }>;
    agents: z.ZodInt;
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
    findings: z.ZodInt;
    schema: z.ZodOptional<z.ZodLiteral<"consensus-review/events@1">>;
    seq: z.ZodInt;
    at: z.ZodString;
}, z.core.$strip> | z.ZodObject<{
    event: z.ZodLiteral<"truncation">;
    agent: z.ZodString;
    round: z.ZodInt;
    severity: z.ZodEnum<{
        mild: "mild";
        severe: "severe";
    }>;
    kept_findings: z.ZodInt;
    recovery: z.ZodString;
    schema: z.ZodOptional<z.ZodLiteral<"consensus-review/events@1">>;
    seq: z.ZodInt;
    at: z.ZodString;
}, z.core.$strip> | z.ZodObject<{
    event: z.ZodLiteral<"retry">;
    agent: z.ZodString;
    retry_of: z.ZodString;
    round: z.ZodInt;
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
    reason: z.ZodString;
    schema: z.ZodOptional<z.ZodLiteral<"consensus-review/events@1">>;
    seq: z.ZodInt;
    at: z.ZodString;
}, z.core.$strip> | z.ZodObject<{
    event: z.ZodLiteral<"evaluation">;
    round: z.ZodInt;
    step: z.ZodEnum<{
        "ask-questions": "ask-questions";
        "detect-truncation": "detect-truncation";
        "rate-coverage": "rate-coverage";
    }>;
    interrupted_agents: z.ZodArray<z.ZodString>;
    gaps: z.ZodArray<z.ZodEnum<{
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
    coverage_ratio: z.ZodNullable<z.ZodNumber>;
    is_met: z.ZodNullable<z.ZodBoolean>;
    unsearched: z.ZodNullable<z.ZodBoolean>;
    all_traced: z.ZodNullable<z.ZodBoolean>;
    combinations: z.ZodNullable<z.ZodBoolean>;
    schema: z.ZodOptional<z.ZodLiteral<"consensus-review/events@1">>;
    seq: z.ZodInt;
    at: z.ZodString;
}, z.core.$strip> | z.ZodObject<{
    event: z.ZodLiteral<"deep-dive">;
    target: z.ZodString;
    files: z.ZodInt;
    outcome: z.ZodEnum<{
        "flow-complete": "flow-complete";
        "flow-open": "flow-open";
        refuted: "refuted";
    }>;
    schema: z.ZodOptional<z.ZodLiteral<"consensus-review/events@1">>;
    seq: z.ZodInt;
    at: z.ZodString;
}, z.core.$strip> | z.ZodObject<{
    event: z.ZodLiteral<"chain">;
    chain: z.ZodString;
    title: z.ZodString;
    findings: z.ZodArray<z.ZodString>;
    severity: z.ZodEnum<{
        CRITICAL: "CRITICAL";
        HIGH: "HIGH";
        LOW: "LOW";
        MEDIUM: "MEDIUM";
    }>;
    schema: z.ZodOptional<z.ZodLiteral<"consensus-review/events@1">>;
    seq: z.ZodInt;
    at: z.ZodString;
}, z.core.$strip> | z.ZodObject<{
    event: z.ZodLiteral<"validation">;
    finding: z.ZodString;
    validator: z.ZodString;
    outcome: z.ZodEnum<{
        confirmed: "confirmed";
        downgraded: "downgraded";
        needs_manual: "needs_manual";
        rejected: "rejected";
    }>;
    severity: z.ZodEnum<{
        CRITICAL: "CRITICAL";
        HIGH: "HIGH";
        LOW: "LOW";
        MEDIUM: "MEDIUM";
    }>;
    reason: z.ZodString;
    schema: z.ZodOptional<z.ZodLiteral<"consensus-review/events@1">>;
    seq: z.ZodInt;
    at: z.ZodString;
}, z.core.$strip> | z.ZodObject<{
    event: z.ZodLiteral<"marker">;
    line: z.ZodString;
    schema: z.ZodOptional<z.ZodLiteral<"consensus-review/events@1">>;
    seq: z.ZodInt;
    at: z.ZodString;
}, z.core.$strip> | z.ZodObject<{
    event: z.ZodLiteral<"report">;
    schema: z.ZodOptional<z.ZodLiteral<"consensus-review/events@1">>;
    seq: z.ZodInt;
    at: z.ZodString;
    report: z.ZodObject<{
        schema: z.ZodLiteral<"consensus-review/report@1">;
    }, z.core.$loose>;
}, z.core.$strip> | z.ZodObject<{
    event: z.ZodLiteral<"error">;
    schema: z.ZodOptional<z.ZodLiteral<"consensus-review/events@1">>;
    seq: z.ZodInt;
    at: z.ZodString;
    code: z.ZodString;
    message: z.ZodString;
    exit: z.ZodInt;
}, z.core.$strip>)[]], "event">;
