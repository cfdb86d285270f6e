/** The `audit` part of the report document as a zod schema; equal to the type in audit-document.ts. */
import { z } from 'zod';
export declare const auditSchema: z.ZodObject<{
    mode: z.ZodEnum<{
        deep: "deep";
        quick: "quick";
        standard: "standard";
    }>;
    watermarks: z.ZodArray<z.ZodString>;
    limitations: z.ZodArray<z.ZodString>;
    markers: z.ZodArray<z.ZodString>;
    recon: z.ZodObject<{
        modules: z.ZodInt;
        entry_points: z.ZodArray<z.ZodObject<{
            place: z.ZodString;
            kind: z.ZodString;
            label: z.ZodString;
        }, z.core.$strip>>;
        dependencies: z.ZodInt;
        frameworks: z.ZodArray<z.ZodString>;
        library: z.ZodBoolean;
        knowledge: z.ZodArray<z.ZodString>;
        notes: z.ZodArray<z.ZodString>;
        module_list: z.ZodArray<z.ZodObject<{
            name: z.ZodString;
            files: z.ZodInt;
            loc: z.ZodInt;
        }, z.core.$strip>>;
        dependency_list: z.ZodArray<z.ZodString>;
        left_out: z.ZodObject<{
            modules: z.ZodInt;
            dependencies: z.ZodInt;
        }, z.core.$strip>;
    }, z.core.$strip>;
    permission_matrix: z.ZodArray<z.ZodObject<{
        place: z.ZodString;
        endpoint: z.ZodString;
        resource: z.ZodNullable<z.ZodString>;
        verb: z.ZodNullable<z.ZodString>;
        sensitive: z.ZodBoolean;
        guards: z.ZodArray<z.ZodString>;
        handler: z.ZodNullable<z.ZodString>;
        verified: z.ZodBoolean;
    }, z.core.$strip>>;
    agents: z.ZodArray<z.ZodObject<{
        agent: z.ZodString;
        round: z.ZodInt;
        status: z.ZodString;
        output_status: z.ZodString;
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
        retry_of: z.ZodNullable<z.ZodString>;
        emergency: z.ZodBoolean;
        restart: z.ZodBoolean;
        findings: z.ZodInt;
        reason: z.ZodNullable<z.ZodString>;
        max_turns: z.ZodInt;
        tool_calls: z.ZodRecord<z.ZodString, z.ZodInt>;
        files_read: z.ZodInt;
        rereads: z.ZodInt;
        refused_calls: z.ZodInt;
        modules_loaded: z.ZodArray<z.ZodString>;
        claimed_coverage: z.ZodRecord<z.ZodEnum<{
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
        }> & z.core.$partial, z.ZodEnum<{
            "N/A": "N/A";
            "\u26A0\uFE0F": "⚠️";
            "\u2705": "✅";
            "\u274C": "❌";
        }>>;
    }, z.core.$strip>>;
    evaluations: z.ZodArray<z.ZodObject<{
        round: z.ZodInt;
        emergency: z.ZodBoolean;
        dimensions: z.ZodObject<{
            D1: z.ZodEnum<{
                "N/A": "N/A";
                "\u26A0\uFE0F": "⚠️";
                "\u2705": "✅";
                "\u274C": "❌";
            }>;
            D2: z.ZodEnum<{
                "N/A": "N/A";
                "\u26A0\uFE0F": "⚠️";
                "\u2705": "✅";
                "\u274C": "❌";
            }>;
            D3: z.ZodEnum<{
                "N/A": "N/A";
                "\u26A0\uFE0F": "⚠️";
                "\u2705": "✅";
                "\u274C": "❌";
            }>;
            D4: z.ZodEnum<{
                "N/A": "N/A";
                "\u26A0\uFE0F": "⚠️";
                "\u2705": "✅";
                "\u274C": "❌";
            }>;
            D5: z.ZodEnum<{
                "N/A": "N/A";
                "\u26A0\uFE0F": "⚠️";
                "\u2705": "✅";
                "\u274C": "❌";
            }>;
            D6: z.ZodEnum<{
                "N/A": "N/A";
                "\u26A0\uFE0F": "⚠️";
                "\u2705": "✅";
                "\u274C": "❌";
            }>;
            D7: z.ZodEnum<{
                "N/A": "N/A";
                "\u26A0\uFE0F": "⚠️";
                "\u2705": "✅";
                "\u274C": "❌";
            }>;
            D8: z.ZodEnum<{
                "N/A": "N/A";
                "\u26A0\uFE0F": "⚠️";
                "\u2705": "✅";
                "\u274C": "❌";
            }>;
            D9: z.ZodEnum<{
                "N/A": "N/A";
                "\u26A0\uFE0F": "⚠️";
                "\u2705": "✅";
                "\u274C": "❌";
            }>;
            D10: z.ZodEnum<{
                "N/A": "N/A";
                "\u26A0\uFE0F": "⚠️";
                "\u2705": "✅";
                "\u274C": "❌";
            }>;
        }, z.core.$strip>;
        ratio: z.ZodNumber;
        met: z.ZodBoolean;
        questions: z.ZodNullable<z.ZodObject<{
            unsearched: z.ZodBoolean;
            all_traced: z.ZodBoolean;
            combinations: z.ZodBoolean;
        }, z.core.$strip>>;
        transfer_losses: z.ZodRecord<z.ZodString, z.ZodInt>;
    }, z.core.$strip>>;
    control_evidence: z.ZodArray<z.ZodObject<{
        dimension: z.ZodEnum<{
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
        }>;
        lines: z.ZodArray<z.ZodString>;
    }, z.core.$strip>>;
    semgrep: z.ZodObject<{
        status: z.ZodString;
        reason: z.ZodNullable<z.ZodString>;
        verification: z.ZodArray<z.ZodString>;
    }, z.core.$strip>;
    deep_dive: z.ZodObject<{
        status: z.ZodEnum<{
            completed: "completed";
            partial: "partial";
            skipped: "skipped";
        }>;
        hotspots: z.ZodInt;
        hotspots_covered: z.ZodInt;
        flows: z.ZodArray<z.ZodObject<{
            finding: z.ZodString;
            status: z.ZodString;
            reason: z.ZodNullable<z.ZodString>;
            steps: z.ZodArray<z.ZodString>;
        }, z.core.$strip>>;
        chains_refuted: z.ZodInt;
        chains_left_out: z.ZodInt;
    }, z.core.$strip>;
    validation: z.ZodArray<z.ZodObject<{
        finding: z.ZodString;
        verdict: z.ZodString;
        validator: z.ZodNullable<z.ZodString>;
        method: z.ZodNullable<z.ZodString>;
        verification: z.ZodNullable<z.ZodString>;
        reason: z.ZodNullable<z.ZodString>;
        stated_severity: z.ZodEnum<{
            CRITICAL: "CRITICAL";
            HIGH: "HIGH";
            LOW: "LOW";
            MEDIUM: "MEDIUM";
        }>;
        score: z.ZodNullable<z.ZodNumber>;
        rating_dispute: z.ZodNullable<z.ZodObject<{
            stated: z.ZodEnum<{
                CRITICAL: "CRITICAL";
                HIGH: "HIGH";
                LOW: "LOW";
                MEDIUM: "MEDIUM";
            }>;
            scored: z.ZodEnum<{
                CRITICAL: "CRITICAL";
                HIGH: "HIGH";
                LOW: "LOW";
                MEDIUM: "MEDIUM";
            }>;
        }, z.core.$strip>>;
        poc: z.ZodObject<{
            status: z.ZodEnum<{
                not_reproducible: "not_reproducible";
                not_required: "not_required";
                provided: "provided";
            }>;
            reason: z.ZodNullable<z.ZodString>;
        }, z.core.$strip>;
    }, z.core.$strip>>;
    path_scores: z.ZodArray<z.ZodObject<{
        finding: z.ZodString;
        authentication: z.ZodInt;
        request: z.ZodInt;
        interaction: z.ZodInt;
        threshold: z.ZodInt;
        total: z.ZodInt;
    }, z.core.$strip>>;
    not_applicable: z.ZodArray<z.ZodObject<{
        dimension: z.ZodEnum<{
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
        }>;
        reason: z.ZodString;
    }, z.core.$strip>>;
}, z.core.$strip>;
