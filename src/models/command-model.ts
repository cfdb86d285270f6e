/**
 * Implements the Model port (ports/model.ts) with an agent program (`command/NAME`): the conversation goes to standard input, the
 * answer comes from standard output. It runs in an empty folder without our keys in its environment; what it printed before a
 * stop is kept. Created by wiring/model-reviewers.ts and cli/commands/check-models.ts.
 */
import { basename, dirname, isAbsolute } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { stripVTControlCharacters } from 'node:util';
import { ReviewError } from '../errors.ts';
import { joinSignals } from '../ports/join-signals.ts';
import type { Model, ModelMessage, TurnRequest } from '../ports/model.ts';
import {
  findProgram,
  OUT_OF_TIME,
  type ProgramCall,
  type ProgramEnd,
  runProgram,
} from '../programs/external-process.ts';
import { NOTHING_RECEIVED, type TurnEnd, type TurnOutcome } from '../protocol/calls/turn-outcome.ts';
import { type AgentProgram, type Commands, findAgentProgram, listPrograms } from './agent-programs.ts';
import { describeOverrun, PROGRAM_BOUNDS, type ProgramBounds } from './answer-bounds.ts';

export const COMMAND_PROVIDER = 'command';

/** All that a program of the user needs to know who it runs for; keys are not among it. */
const INHERITED = ['PATH', 'HOME', 'USER', 'LOGNAME', 'LANG', 'LC_ALL', 'TMPDIR', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME'];

type Environment = Readonly<Record<string, string | undefined>>;

export interface CommandSettings {
  readonly env: Environment;
  readonly commands: Commands;
  /** The reviewed folder: no program in it is ever run. */
  readonly root: string;
  readonly bounds?: ProgramBounds;
}

const inherit = (env: Environment): Record<string, string> =>
  Object.fromEntries(
    INHERITED.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])).concat([
      ['NO_COLOR', '1'],
      ['TERM', 'dumb'],
    ]),
  );

const formatMessage = (message: ModelMessage): string => {
  if (message.role === 'user') return message.text;
  if (message.role === 'assistant') return `You answered:\n\n${message.text}`;
  return message.results.map(({ text }) => text).join('\n');
};

const formatInput = ({ system, messages }: TurnRequest): string =>
  `${[system, ...messages.map(formatMessage)].join('\n\n')}\n`;

interface Silence {
  readonly signal: AbortSignal;
  /** Something was printed. */
  end(): void;
  [Symbol.dispose](): void;
}

/** Fires when nothing was printed for that long. */
function watchSilence(milliseconds: number): Silence {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), milliseconds);
  return { signal: controller.signal, end: () => void timer.refresh(), [Symbol.dispose]: () => clearTimeout(timer) };
}

/** What a program said before it failed: some say on standard output that nobody is signed in. */
const quoteProgram = (...texts: readonly string[]): string =>
  texts
    .map((text) => stripVTControlCharacters(text).trim().slice(0, 400))
    .filter((text) => text !== '')
    .join(' · ');

function judge(end: ProgramEnd, signal: AbortSignal, isSilent: boolean, bounds: ProgramBounds): TurnEnd {
  if (end.kind === 'not-started') {
    return { kind: 'failed', reason: 'bad-request', message: end.reason, advice: 'Check that the program can be run.' };
  }
  if (end.kind === 'stopped') {
    if (signal.aborted) return { kind: 'aborted', message: 'aborted' };
    if (isSilent) return { kind: 'stalled', message: `the program printed nothing for ${bounds.silenceMs} ms` };
    return end.reason.startsWith(OUT_OF_TIME)
      ? { kind: 'timed-out', message: end.reason }
      : { kind: 'overrun', bound: 'output', message: describeOverrun('output', bounds.outputBytes) };
  }
  if (end.exitCode === 0) return { kind: 'replied', finish: 'stop', continuation: null };
  const said = quoteProgram(end.stderr, end.stdout);
  const message = `exit ${end.exitCode ?? 'by a signal'}${said === '' ? '' : `: ${said}`}`;
  return { kind: 'failed', reason: 'bad-request', message, advice: 'Run the command by hand to see what it needs.' };
}

type Run = (call: Pick<ProgramCall, 'args'> & Partial<ProgramCall>, signal: AbortSignal) => Promise<ProgramEnd>;

/** Names as configuration files have them: nothing else is put into an argument. */
const SERVER_NAME = /^[\w-]+$/u;

/** Arguments that switch the MCP servers of the user off; a failure where nobody knows which there are. */
async function switchServersOff(
  { listing, switchOff }: NonNullable<AgentProgram['userServers']>,
  run: Run,
  bounds: ProgramBounds,
  signal: AbortSignal,
): Promise<{ readonly args: readonly string[] } | { readonly failure: TurnEnd }> {
  const end = await run({ args: listing }, signal);
  const listed = end.kind === 'ended' && end.exitCode === 0 ? readNames(end.stdout) : null;
  if (listed !== null) return { args: listed.flatMap(switchOff) };
  const judged = judge(end, signal, false, bounds);
  const message = `its MCP servers could not be listed (${listing.join(' ')}), so its tools cannot be switched off`;
  return {
    failure: judged.kind === 'replied' ? { kind: 'failed', reason: 'bad-request', message, advice: '' } : judged,
  };
}

function readNames(stdout: string): readonly string[] | null {
  try {
    const servers: unknown = JSON.parse(stdout);
    const names = Array.isArray(servers) ? servers.map((server: { readonly name?: unknown }) => server?.name) : [null];
    return names.every((name) => typeof name === 'string' && SERVER_NAME.test(name)) ? (names as string[]) : null;
  } catch {
    return null;
  }
}

/** `command/NAME`. Throws ReviewError where there is no such command or program. */
export function createCommandModel(
  name: string,
  { env, commands, root, bounds = PROGRAM_BOUNDS }: CommandSettings,
): Model {
  const key = name.slice(COMMAND_PROVIDER.length + 1);
  const { argv = [], files, userServers } = findAgentProgram(key, commands) ?? {};
  const [file, ...args] = argv;
  if (file === undefined) {
    const known = listPrograms(commands).join(', ');
    throw new ReviewError('bad-config', `${name}: no command has that name; known commands: ${known}.`, {
      advice: `Name it in the configuration: "commands": { "${key}": ["program", "argument"] }.`,
    });
  }
  // A path names its folder itself.
  const program = isAbsolute(file)
    ? findProgram(basename(file), dirname(file), root)
    : findProgram(file, env.PATH, root);
  if (program === null) {
    const where = isAbsolute(file) ? 'is not a program outside the reviewed folder' : 'is not on the PATH';
    throw new ReviewError('bad-config', `${name}: ${file} ${where}.`, {
      advice: `Install ${file}, or name another program in "commands", by its name or its whole path.`,
    });
  }
  const run: Run = (call, signal) =>
    runProgram(
      {
        program,
        cwd: null,
        ...(files === undefined ? {} : { files }),
        environment: inherit(env),
        timeoutMs: bounds.totalMs,
        maxOutputBytes: bounds.outputBytes,
        ...call,
      },
      signal,
    );
  let off: readonly string[] | null = userServers === undefined ? [] : null;
  return {
    name,
    provider: COMMAND_PROVIDER,
    async turn(request, signal): Promise<TurnOutcome> {
      if (off === null && userServers !== undefined) {
        const listed = await switchServersOff(userServers, run, bounds, signal);
        if ('failure' in listed) return { ...NOTHING_RECEIVED, ...listed.failure };
        off = listed.args;
      }
      const decoder = new StringDecoder('utf8');
      let text = '';
      const take = (piece: string): void => {
        if (piece === '') return;
        text += piece;
        request.onText?.(piece);
      };
      using silence = watchSilence(bounds.silenceMs);
      const end = await run(
        {
          args: [...args, ...(off ?? [])],
          input: formatInput(request),
          onStdout: (chunk) => {
            silence.end();
            request.onBytes?.(chunk.length);
            take(decoder.write(chunk));
          },
        },
        joinSignals([signal, silence.signal]),
      );
      take(decoder.end());
      return {
        text,
        toolCalls: [],
        usage: null,
        mayBeBilled: true,
        ...judge(end, signal, silence.signal.aborted, bounds),
      };
    },
  };
}
