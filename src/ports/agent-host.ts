/**
 * The AgentHost port: runs an agent's task here (wiring/system.ts), on a worker of a fleet (fleet/fleet-host.ts) or in a coding
 * agent (mcp/host/). Also the Branches port, isolated contexts of agents with their budgets (context/branches.ts). Called by
 * engine/.
 */
import type { Account } from './agent-tools.ts';
import type { Model } from './model.ts';

/** Isolated contexts of agents in a branch wave. */
export interface Branches {
  create(request: { readonly agent: string; readonly budgetTokens: number }): string;
  /** Closes the branch; what it used is the host's figure. */
  complete(branchId: string, usedTokens: number): void;
}

/** An agent's work, named so that another machine could do it. `input` is JSON-safe. */
export interface AgentTask {
  /** Tells the agents of a run apart: `wave/1/security-reviewer`, `audit/agent-r1-2`. */
  readonly key: string;
  readonly kind: 'review' | 'verify' | 'hunt' | 'deepen' | 'validate';
  readonly input: unknown;
  /** What the agent uses is booked here, also where it works elsewhere; absent where its result says it. */
  readonly account?: Account;
}

/** Where agents run: here, or on whichever worker is free. The outcome is the same data either way. */
export interface AgentHost {
  run<T>(task: AgentTask, here: () => Promise<T>): Promise<T>;
}

/** Agents of a program that called us: `model` puts the turns of the engine's agents to them, `host` knows who is at work. */
export interface OutsideAgents {
  readonly model: Model;
  readonly host: AgentHost;
  /** Bytes of one answer of a tool that reach them; infinite where nothing cuts answers. */
  readonly answerBytes: number;
}
