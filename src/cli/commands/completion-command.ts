/**
 * Runs `completion bash|zsh|fish`: prints a shell completion script, made from the grammar of all commands, which it is handed by
 * run-command.ts.
 */
import type { Command } from 'commander';
import { EXIT, ReviewError } from '../../errors.ts';
import { KNOWN_MODELS } from '../../protocol/budget/model-names.ts';
import type { Flags, OpenProgram } from '../command-declaration.ts';
import type { Terminal } from '../streams.ts';

interface Word {
  readonly name: string;
  readonly description: string;
}

interface Flag extends Word {
  /** What it may be followed by; empty where that is not known. */
  readonly values: readonly string[];
}

interface Grammar {
  readonly commands: readonly (Word & { readonly flags: readonly Flag[]; readonly verbs: readonly Word[] })[];
}

const SHELLS: Readonly<Record<string, (grammar: Grammar) => string>> = {
  bash: formatBash,
  zsh: formatZsh,
  fish: formatFish,
};

export async function runCompletionCommand(
  terminal: Terminal,
  positional: readonly string[],
  _flags: Flags,
  openProgram: OpenProgram,
): Promise<number> {
  const shell = positional[0] ?? '';
  const format = SHELLS[shell];
  if (!format) throw new ReviewError('bad-value', `completion knows bash, zsh and fish, not \`${shell}\`.`);
  terminal.stdout.write(format(readGrammar(await openProgram(terminal, () => undefined))));
  return EXIT.ok;
}

function readGrammar(program: Command): Grammar {
  return {
    commands: program.commands.map((command) => ({
      name: command.name(),
      description: command.description(),
      verbs: command.commands.map((verb) => ({ name: verb.name(), description: verb.description() })),
      flags: readFlags([command, ...command.commands]),
    })),
  };
}

/** Of a command and its verbs, each name once. */
function readFlags(commands: readonly Command[]): readonly Flag[] {
  const flags = commands
    .flatMap(({ options }) => options.filter(({ hidden }) => !hidden))
    .flatMap(({ long, short, description, argChoices }) =>
      [long, short].flatMap((name) => {
        const values = name !== undefined && MODEL_FLAGS.includes(name) ? KNOWN_MODELS : (argChoices ?? []);
        return name ? [{ name, description, values }] : [];
      }),
    );
  return [...new Map(flags.map((flag) => [flag.name, flag])).values()];
}

/** By flag: what it may be followed by, in any command. */
function listValues({ commands }: Grammar): readonly (readonly [flag: string, values: string])[] {
  const byFlag = Map.groupBy(
    commands.flatMap(({ flags }) => flags),
    ({ name }) => name,
  );
  return [...byFlag].flatMap(([name, flags]) => {
    const values = new Set(flags.flatMap((flag) => flag.values));
    return values.size === 0 ? [] : [[name, [...values].join(' ')] as const];
  });
}

const wordsOf = (command: Grammar['commands'][number]): string =>
  [...command.verbs, ...command.flags].map((word) => word.name).join(' ');

/** Flags that take the name of a model. */
const MODEL_FLAGS: readonly string[] = ['--model', '--fallback', '--panel'];

function formatBash(grammar: Grammar): string {
  const { commands } = grammar;
  const values = listValues(grammar).map(
    ([flag, words]) => `    ${flag}) COMPREPLY=( $(compgen -W "${words}" -- "$current") ); return ;;`,
  );
  const cases = commands.map((command) => `    ${command.name}) words="${wordsOf(command)}" ;;`).join('\n');
  const names = commands.map((command) => command.name).join(' ');
  return `# bash completion for consensus-review: eval "$(consensus-review completion bash)"
_consensus_review() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=""
  case "\${COMP_WORDS[COMP_CWORD-1]}" in
${values.join('\n')}
  esac
  case "\${COMP_WORDS[1]}" in
${cases}
    *) words="${names} ${wordsOf(commands[0] ?? { name: '', description: '', flags: [], verbs: [] })}" ;;
  esac
  COMPREPLY=( $(compgen -W "$words" -- "$current") $(compgen -f -- "$current") )
}
complete -o filenames -F _consensus_review consensus-review
`;
}

const escapeZsh = (text: string): string => text.replace(/['[\]:\\]/gu, ' ');

function formatZsh(grammar: Grammar): string {
  const { commands } = grammar;
  const values = listValues(grammar).map(([flag, words]) => `    ${flag}) compadd ${words}; return ;;`);
  const names = commands.map((command) => `    '${command.name}:${escapeZsh(command.description)}'`).join('\n');
  const cases = commands
    .map((command) => {
      const flags = [...command.verbs, ...command.flags].map((word) => `'${word.name}:${escapeZsh(word.description)}'`);
      return `    ${command.name}) choices=(${flags.join(' ')}) ;;`;
    })
    .join('\n');
  return `#compdef consensus-review
# zsh completion: consensus-review completion zsh > "\${fpath[1]}/_consensus-review"
_consensus_review() {
  local -a commands choices
  commands=(
${names}
  )
  case "$words[CURRENT-1]" in
${values.join('\n')}
  esac
  case "$words[2]" in
${cases}
    *) choices=() ;;
  esac
  if (( CURRENT == 2 )); then _describe 'command' commands; fi
  if (( \${#choices} )); then _describe 'flag' choices; fi
  _files
}
compdef _consensus_review consensus-review
`;
}

const escapeFish = (text: string): string => text.replace(/['\\]/gu, ' ');

function formatFish({ commands }: Grammar): string {
  const lines = commands.flatMap((command) => [
    `complete -c consensus-review -n __fish_use_subcommand -a ${command.name} -d '${escapeFish(command.description)}'`,
    ...command.verbs.map(
      (verb) =>
        `complete -c consensus-review -n '__fish_seen_subcommand_from ${command.name}' -a ${verb.name} -d '${escapeFish(verb.description)}'`,
    ),
    ...command.flags.map((flag) => {
      const kind = flag.name.startsWith('--') ? `-l ${flag.name.slice(2)}` : `-s ${flag.name.slice(1)}`;
      return `complete -c consensus-review -n '__fish_seen_subcommand_from ${command.name}' ${kind}${flag.values.length > 0 ? ` -x -a '${flag.values.join(' ')}'` : ''} -d '${escapeFish(flag.description)}'`;
    }),
  ]);
  return `# fish completion: consensus-review completion fish | source\n${lines.join('\n')}\n`;
}
