/**
 * Runs `hook subagent`: reads an event of a coding agent from standard input and notes in the state folder where the transcript of
 * that subagent lies, for the MCP server that later takes its output. Prints nothing and exits 0, also for an event it does not know.
 * Called by run-command.ts.
 */
import { EXIT } from '../../errors.ts';
import { keepTranscriptPath, readTranscriptFile } from '../../mcp/host/known-transcripts.ts';
import { findStateDir } from '../state-folder.ts';
import { readAll, type Terminal } from '../streams.ts';

const MAX_EVENT_BYTES = 16_000_000;

interface KnownTranscript {
  /** Null where only the transcript says it. */
  readonly ticket: string | null;
  readonly path: string;
}

/** Of an agent that hands in, or of one that has ended; null for the coordinator, whose reading is nobody's. */
function readEvent(text: string): KnownTranscript | null {
  let event: Readonly<Record<string, unknown>>;
  try {
    event = Object(JSON.parse(text));
  } catch {
    return null;
  }
  const { agent_transcript_path: own, transcript_path: session, agent_id: agent, tool_input: input } = event;
  if (event.hook_event_name === 'SubagentStop') return typeof own === 'string' ? { ticket: null, path: own } : null;
  const { ticket } = Object(input) as Readonly<Record<string, unknown>>;
  if (typeof session !== 'string' || typeof agent !== 'string' || typeof ticket !== 'string') return null;
  if (!/^[\w-]{1,100}$/u.test(agent)) return null;
  return { ticket, path: `${session.replace(/\.jsonl$/u, '')}/subagents/agent-${agent}.jsonl` };
}

export async function runHookSubagent(terminal: Terminal): Promise<number> {
  const known = readEvent(terminal.stdin.isTTY === true ? '' : await readAll(terminal.stdin, MAX_EVENT_BYTES));
  if (known === null) return EXIT.ok;
  const ticket = known.ticket ?? (await readTranscriptFile(known.path))?.ticket ?? '';
  const place = { stateDir: findStateDir(terminal), now: Date.now() };
  // A state folder that takes nothing costs the count of these lines, not the agent.
  await keepTranscriptPath(place, ticket, known.path).catch(() => undefined);
  return EXIT.ok;
}
