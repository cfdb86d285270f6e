/**
 * Defines the three shares of an agent's budget (default 0.8, 0.95, 0.98) from which only grave findings are reported, nothing
 * more is handed out and the agent is aborted, and checks their order (CONFIG-01..03, REV-17). Checked in wiring/config.ts;
 * mode.ts and delivery.ts go by them.
 */

/** Shares of an agent's budget, 0..1. */
export interface Thresholds {
  /** From here on only CRITICAL and HIGH are reported. */
  readonly fullAnalysis: number;
  /** From here on nothing more is delivered: the agent is told to return. */
  readonly highSeverity: number;
  /** From here on the host aborts. */
  readonly forceReturn: number;
}

export const DEFAULT_THRESHOLDS: Thresholds = { fullAnalysis: 0.8, highSeverity: 0.95, forceReturn: 0.98 };

/** What is wrong with a set of thresholds, naming the key to mend; null where 0 < full < high ≤ force ≤ 1. */
export function checkThresholds({ fullAnalysis, highSeverity, forceReturn }: Thresholds): string | null {
  if (!(fullAnalysis > 0)) return `full_analysis_threshold must be above 0, found ${fullAnalysis}`;
  if (!(highSeverity > fullAnalysis)) {
    return `high_severity_threshold must be above full_analysis_threshold (${fullAnalysis}), found ${highSeverity}`;
  }
  if (!(forceReturn >= highSeverity)) {
    return `force_return_threshold must be at least high_severity_threshold (${highSeverity}), found ${forceReturn}`;
  }
  return forceReturn <= 1 ? null : `force_return_threshold must be at most 1, found ${forceReturn}`;
}
