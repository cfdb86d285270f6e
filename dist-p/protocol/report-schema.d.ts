/**
 * The report document as a zod schema: the source of schemas/report.schema.json and the check of reports read from
 * outside. Equal to the TypeScript type in report-document.ts, which a type-level test enforces.
 */
import { z } from 'zod';
export declare const verdictSchema: z.ZodEnum<{
    OK: "OK";
    VETO: "VETO";
    WARN: "WARN";
}>;
export declare const runSchema: z.ZodObject<{
    id: z.ZodString;
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
    started_at: z.ZodString;
    finished_at: z.ZodString;
    resumed: z.ZodInt;
}, z.core.$strip>;
export declare const scopeSchema: z.ZodObject<{
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
export declare const budgetSchema: z.ZodObject<{
    total_tokens: z.ZodInt;
    scale: z.ZodNumber;
    isolation: z.ZodEnum<{
        branch: "branch";
        shared: "shared";
    }>;
}, z.core.$strip>;
export declare const findingSchema: z.ZodObject<{
    id: z.ZodString;
    fingerprint: z.ZodString;
    severity: z.ZodEnum<{
        CRITICAL: "CRITICAL";
        HIGH: "HIGH";
        LOW: "LOW";
        MEDIUM: "MEDIUM";
    }>;
    category: z.ZodString;
    dimension: z.ZodNullable<z.ZodEnum<{
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
    cwe: z.ZodNullable<z.ZodString>;
    file: z.ZodString;
    line: z.ZodInt;
    end_line: z.ZodInt;
    title: z.ZodString;
    issue: z.ZodString;
    evidence: z.ZodNullable<z.ZodString>;
    recommendation: z.ZodNullable<z.ZodString>;
    references: z.ZodArray<z.ZodString>;
    related: z.ZodArray<z.ZodString>;
    source: z.ZodNullable<z.ZodString>;
    sink: z.ZodNullable<z.ZodString>;
    flow: z.ZodNullable<z.ZodString>;
    impact: z.ZodNullable<z.ZodString>;
    confidence: z.ZodNumber;
    status: z.ZodEnum<{
        confirmed: "confirmed";
        needs_manual: "needs_manual";
        rejected: "rejected";
        suppressed: "suppressed";
        unverified: "unverified";
    }>;
    originally_truncated: z.ZodBoolean;
    introduced: z.ZodBoolean;
    agreement: z.ZodObject<{
        k: z.ZodNumber;
        n: z.ZodNumber;
    }, z.core.$strip>;
    reported_by: z.ZodArray<z.ZodObject<{
        agent: z.ZodString;
        round: z.ZodInt;
        rule: z.ZodNullable<z.ZodString>;
        model: z.ZodNullable<z.ZodString>;
    }, z.core.$strip>>;
    extra: z.ZodRecord<z.ZodString, z.ZodUnknown>;
}, z.core.$strip>;
export declare const signalSchema: z.ZodObject<{
    coordinator_type: z.ZodString;
    summary_brief: z.ZodString;
    work_remaining: z.ZodUnion<readonly [z.ZodLiteral<0>, z.ZodArray<z.ZodUnion<readonly [z.ZodNumber, z.ZodString]>>]>;
    context_exhausted: z.ZodBoolean;
    context_usage_percent: z.ZodInt;
    requires_continuation: z.ZodBoolean;
}, z.core.$catchall<z.ZodUnknown>>;
export declare const ledgerEntrySchema: z.ZodObject<{
    input_tokens: z.ZodInt;
    output_tokens: z.ZodInt;
    cost_usd: z.ZodNumber;
    calls: z.ZodInt;
    reused_calls: z.ZodInt;
    repeated_calls: z.ZodInt;
    cached_input_tokens: z.ZodInt;
    estimated_calls: z.ZodInt;
    unpriced_calls: z.ZodInt;
    agent: z.ZodString;
    model: z.ZodString;
}, z.core.$strip>;
export declare const reportSchema: z.ZodObject<{
    schema: z.ZodLiteral<"consensus-review/report@1">;
    run: z.ZodObject<{
        id: z.ZodString;
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
        started_at: z.ZodString;
        finished_at: z.ZodString;
        resumed: z.ZodInt;
    }, z.core.$strip>;
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
    verdict: z.ZodEnum<{
        OK: "OK";
        VETO: "VETO";
        WARN: "WARN";
    }>;
    complete: z.ZodBoolean;
    verdict_trace: z.ZodArray<z.ZodString>;
    warnings: z.ZodArray<z.ZodString>;
    notes: z.ZodArray<z.ZodString>;
    suggestions: z.ZodArray<z.ZodString>;
    agents: z.ZodArray<z.ZodObject<{
        agent: z.ZodString;
        round: z.ZodInt;
        wave: z.ZodInt;
        budget_tokens: z.ZodInt;
        used_tokens: z.ZodInt;
        partial: z.ZodBoolean;
        cutoff_reason: z.ZodNullable<z.ZodEnum<{
            aborted: "aborted";
            budget: "budget";
            error: "error";
            timeout: "timeout";
            truncated: "truncated";
        }>>;
        mode: z.ZodEnum<{
            force_return: "force_return";
            full: "full";
            high_severity_only: "high_severity_only";
        }>;
        budget_used_percent: z.ZodInt;
        budget_remaining_percent: z.ZodInt;
        files_reviewed: z.ZodInt;
        files_skipped: z.ZodInt;
        skipped_files: z.ZodArray<z.ZodString>;
        skipped: z.ZodObject<{
            medium_count: z.ZodInt;
            low_count: z.ZodInt;
        }, z.core.$strip>;
        verdict: z.ZodEnum<{
            OK: "OK";
            VETO: "VETO";
            WARN: "WARN";
        }>;
        veto_reasons: z.ZodArray<z.ZodString>;
        status: z.ZodEnum<{
            completed: "completed";
            failed: "failed";
            truncated: "truncated";
        }>;
        recommendation: z.ZodNullable<z.ZodString>;
        model: z.ZodNullable<z.ZodString>;
        files_recalled: z.ZodInt;
    }, z.core.$strip>>;
    findings: z.ZodArray<z.ZodObject<{
        id: z.ZodString;
        fingerprint: z.ZodString;
        severity: z.ZodEnum<{
            CRITICAL: "CRITICAL";
            HIGH: "HIGH";
            LOW: "LOW";
            MEDIUM: "MEDIUM";
        }>;
        category: z.ZodString;
        dimension: z.ZodNullable<z.ZodEnum<{
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
        cwe: z.ZodNullable<z.ZodString>;
        file: z.ZodString;
        line: z.ZodInt;
        end_line: z.ZodInt;
        title: z.ZodString;
        issue: z.ZodString;
        evidence: z.ZodNullable<z.ZodString>;
        recommendation: z.ZodNullable<z.ZodString>;
        references: z.ZodArray<z.ZodString>;
        related: z.ZodArray<z.ZodString>;
        source: z.ZodNullable<z.ZodString>;
        sink: z.ZodNullable<z.ZodString>;
        flow: z.ZodNullable<z.ZodString>;
        impact: z.ZodNullable<z.ZodString>;
        confidence: z.ZodNumber;
        status: z.ZodEnum<{
            confirmed: "confirmed";
            needs_manual: "needs_manual";
            rejected: "rejected";
            suppressed: "suppressed";
            unverified: "unverified";
        }>;
        originally_truncated: z.ZodBoolean;
        introduced: z.ZodBoolean;
        agreement: z.ZodObject<{
            k: z.ZodNumber;
            n: z.ZodNumber;
        }, z.core.$strip>;
        reported_by: z.ZodArray<z.ZodObject<{
            agent: z.ZodString;
            round: z.ZodInt;
            rule: z.ZodNullable<z.ZodString>;
            model: z.ZodNullable<z.ZodString>;
        }, z.core.$strip>>;
        extra: z.ZodRecord<z.ZodString, z.ZodUnknown>;
    }, z.core.$strip>>;
    coverage: z.ZodObject<{
        files: z.ZodArray<z.ZodObject<{
            path: z.ZodString;
            status: z.ZodEnum<{
                partial: "partial";
                reviewed: "reviewed";
                skipped: "skipped";
            }>;
            depth: z.ZodEnum<{
                full: "full";
                reduced: "reduced";
            }>;
            reason: z.ZodNullable<z.ZodString>;
            by: z.ZodRecord<z.ZodString, z.ZodEnum<{
                reviewed: "reviewed";
                skipped: "skipped";
            }>>;
        }, z.core.$strip>>;
        dimensions: z.ZodRecord<z.ZodEnum<{
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
        ratio: z.ZodNumber;
        met: z.ZodBoolean;
        cells: z.ZodArray<z.ZodObject<{
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
            path: z.ZodString;
            status: z.ZodEnum<{
                "N/A": "N/A";
                "\u26A0\uFE0F": "⚠️";
                "\u2705": "✅";
                "\u274C": "❌";
            }>;
            endpoint: z.ZodNullable<z.ZodString>;
        }, z.core.$strip>>;
        recalled: z.ZodArray<z.ZodObject<{
            run: z.ZodString;
            started_at: z.ZodString;
            files: z.ZodInt;
            agents: z.ZodArray<z.ZodString>;
        }, z.core.$strip>>;
    }, z.core.$strip>;
    rounds: z.ZodArray<z.ZodObject<{
        round: z.ZodInt;
        agents: z.ZodInt;
        findings: z.ZodInt;
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
        decision: z.ZodEnum<{
            converge: "converge";
            emergency: "emergency";
            incomplete: "incomplete";
            "next-round": "next-round";
        }>;
        reason: z.ZodString;
    }, z.core.$strip>>;
    attack_chains: z.ZodArray<z.ZodObject<{
        id: z.ZodString;
        title: z.ZodString;
        findings: z.ZodArray<z.ZodString>;
        preconditions: z.ZodArray<z.ZodString>;
        steps: z.ZodArray<z.ZodString>;
        severity: z.ZodEnum<{
            CRITICAL: "CRITICAL";
            HIGH: "HIGH";
            LOW: "LOW";
            MEDIUM: "MEDIUM";
        }>;
        standing: z.ZodEnum<{
            candidate: "candidate";
            shown: "shown";
            unverified: "unverified";
        }>;
        amplification: z.ZodString;
        reason: z.ZodNullable<z.ZodString>;
    }, z.core.$strip>>;
    analyzers: z.ZodArray<z.ZodObject<{
        name: z.ZodString;
        version: z.ZodNullable<z.ZodString>;
        status: z.ZodEnum<{
            absent: "absent";
            completed: "completed";
            failed: "failed";
            partial: "partial";
        }>;
        findings: z.ZodInt;
        reason: z.ZodNullable<z.ZodString>;
    }, z.core.$strip>>;
    truncation: z.ZodObject<{
        agents: z.ZodArray<z.ZodObject<{
            agent: z.ZodString;
            severity: z.ZodEnum<{
                mild: "mild";
                severe: "severe";
            }>;
            recovery: z.ZodString;
        }, z.core.$strip>>;
        coverage_gaps: z.ZodArray<z.ZodString>;
        unrecovered_findings: z.ZodInt;
        needs_reaudit: z.ZodArray<z.ZodObject<{
            agent: z.ZodString;
            id: z.ZodString;
            file: z.ZodNullable<z.ZodString>;
        }, z.core.$strip>>;
    }, z.core.$strip>;
    signals: z.ZodArray<z.ZodObject<{
        coordinator_type: z.ZodString;
        summary_brief: z.ZodString;
        work_remaining: z.ZodUnion<readonly [z.ZodLiteral<0>, z.ZodArray<z.ZodUnion<readonly [z.ZodNumber, z.ZodString]>>]>;
        context_exhausted: z.ZodBoolean;
        context_usage_percent: z.ZodInt;
        requires_continuation: z.ZodBoolean;
    }, z.core.$catchall<z.ZodUnknown>>>;
    usage: z.ZodObject<{
        input_tokens: z.ZodInt;
        output_tokens: z.ZodInt;
        cost_usd: z.ZodNumber;
        calls: z.ZodInt;
        reused_calls: z.ZodInt;
        repeated_calls: z.ZodInt;
        cached_input_tokens: z.ZodInt;
        estimated_calls: z.ZodInt;
        unpriced_calls: z.ZodInt;
        ledger: z.ZodArray<z.ZodObject<{
            input_tokens: z.ZodInt;
            output_tokens: z.ZodInt;
            cost_usd: z.ZodNumber;
            calls: z.ZodInt;
            reused_calls: z.ZodInt;
            repeated_calls: z.ZodInt;
            cached_input_tokens: z.ZodInt;
            estimated_calls: z.ZodInt;
            unpriced_calls: z.ZodInt;
            agent: z.ZodString;
            model: z.ZodString;
        }, z.core.$strip>>;
    }, z.core.$strip>;
    audit: z.ZodNullable<z.ZodObject<{
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
    }, z.core.$strip>>;
}, z.core.$strip>;
