/** What both sides of the overhead benchmark do: the same agents, the same scope, the same number of turns. */
import { REVIEWERS } from '../src/protocol/reviewers/reviewer.ts';

export const PACED_AGENTS = REVIEWERS.map(({ name }) => name);
export const PACED_FILE = 'src/main.go';
/** Turns with a tool call before the result. */
export const TOOL_TURNS = 3;

const LINES = 120;

export const PACED_FILES: Readonly<Record<string, string>> = Object.fromEntries(
  [PACED_FILE, 'src/a.ts', 'src/b.ts', 'docs/c.md'].map((path) => [
    path,
    `${Array.from({ length: LINES }, (_, line) => `line ${line} of ${path}, some words to read`).join('\n')}\n`,
  ]),
);

/** What a child process of the benchmark prints. */
export interface SideResult {
  readonly wallMs: number;
  /** Of the run alone, after everything was loaded. */
  readonly cpuMs: number;
  /** Of the whole process. */
  readonly totalCpuMs: number;
  readonly calls: number;
}

export async function measureSide(run: () => Promise<number>): Promise<void> {
  const cpuBefore = process.cpuUsage();
  const startedAtMs = performance.now();
  const calls = await run();
  const wallMs = performance.now() - startedAtMs;
  const { user, system } = process.cpuUsage(cpuBefore);
  const total = process.cpuUsage();
  const result: SideResult = {
    wallMs,
    cpuMs: (user + system) / 1000,
    totalCpuMs: (total.user + total.system) / 1000,
    calls,
  };
  console.log(JSON.stringify(result));
}
