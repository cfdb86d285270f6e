/**
 * Describes one agent's task of the engine for the host (coding agent) that has to start the agent: which agent, its budget, files and
 * dimensions (HOST-20). Called by outside-agents.ts.
 */
import type { AgentTask } from '../../ports/agent-host.ts';
import type { HuntTask, ValidationTask } from '../../ports/auditor.ts';
import type { Assignment } from '../../ports/driver.ts';
import type { VerifyTask } from '../../ports/verifier.ts';

export interface HostAssignment {
  /** As events name it. */
  readonly agent: string;
  readonly kind: AgentTask['kind'];
  /** Wave of a review, round of an audit; null behind the rounds. */
  readonly wave: number | null;
  readonly isEmergency: boolean;
  /** It takes over half of the work of one that failed (HOST-19). */
  readonly isRetry: boolean;
  readonly budgetTokens: number;
  /** In order of priority. */
  readonly files: readonly string[];
  readonly dimensions: readonly string[];
}

const pathsOf = (files: readonly { readonly path: string }[]): readonly string[] => files.map(({ path }) => path);

const NOTHING = { wave: null, isEmergency: false, isRetry: false, files: [], dimensions: [] } as const;

/** The engine says in `kind` what its `input` is. */
export function describeTask({ key, kind, input, account }: AgentTask): HostAssignment {
  const budgetTokens = account?.budgetTokens ?? 0;
  switch (kind) {
    case 'review': {
      const { assignment, label } = input as { readonly assignment: Assignment; readonly label: string };
      const { wave, files } = assignment;
      return {
        ...NOTHING,
        agent: label,
        kind,
        wave,
        budgetTokens: assignment.budgetTokens,
        files: pathsOf(files),
      };
    }
    case 'hunt': {
      const { agentId, round, emergency, turns, files, dimensions, maxFindings } = input as HuntTask;
      return {
        agent: agentId,
        kind,
        wave: round,
        isEmergency: emergency,
        isRetry: maxFindings !== null,
        budgetTokens: turns.budgetTokens,
        files: pathsOf(files),
        dimensions,
      };
    }
    case 'verify': {
      const { task } = input as { readonly task: VerifyTask };
      const files = [...new Set(task.findings.map(({ file }) => file))];
      return { ...NOTHING, agent: task.agentId, kind, files, budgetTokens };
    }
    case 'validate': {
      const { agentId, findings } = input as ValidationTask;
      const files = [...new Set(findings.map(({ file }) => file))];
      return { ...NOTHING, agent: agentId, kind, files, budgetTokens };
    }
    case 'deepen':
      return { ...NOTHING, agent: key.slice(key.lastIndexOf('/') + 1), kind, budgetTokens };
  }
}
