/**
 * Writes the manual page from the grammar of the command line, which `--help` is printed from. `npm run man`; with `--check` it writes
 * nothing and fails where the page differs.
 */
import type { EventEmitter } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Argument, Command, Option } from 'commander';
import { createProgram } from '../src/cli/program.ts';
import { readVersion } from '../src/version.ts';

const file = join(import.meta.dirname, '../man/consensus-review.1');
const SILENT = { write: () => true };

/** Text that roff prints as it is, whatever it begins with. */
const escapeText = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(
      /[^\n\x20-\x7e]/gu,
      (character) => `\\[u${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    )
    .replaceAll(/^(?=[.'])/gmu, '\\&');

const escapeArgument = (text: string): string => `"${escapeText(text).replaceAll('"', '\\(dq')}"`;

const writeEntry = (name: string, description: string): string =>
  `.TP\n.B ${escapeArgument(name)}\n${escapeText(description)}`;

const writeOption = ({ flags, description, argChoices }: Option): string =>
  writeEntry(flags, argChoices === undefined ? description : `${description} (choices: ${argChoices.join(', ')})`);

const nameArgument = (argument: Argument): string => {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
};

/** Examples and exit codes, with the lines that `--help` gives them. */
function readAfterHelp(command: Command): readonly string[] {
  let text = '';
  // A command is an emitter of events, which its types leave out.
  (command as unknown as EventEmitter).emit('afterHelp', {
    error: false,
    command,
    write: (more: string) => (text += more),
  });
  return text.trim() === '' ? [] : ['.PP', '.nf', escapeText(text.trim()), '.fi'];
}

/** A command with its verbs, under its full name. */
function writeCommand(command: Command, parents: string): readonly string[] {
  const name = `${parents}${command.name()}`;
  return [
    `.SS ${escapeArgument(`${name} ${command.usage()}`)}`,
    escapeText(command.description()),
    ...command.registeredArguments.map((argument) => writeEntry(nameArgument(argument), argument.description)),
    ...command.options.filter(({ hidden }) => !hidden).map(writeOption),
    ...readAfterHelp(command),
    ...command.commands.flatMap((verb) => writeCommand(verb, `${name} `)),
  ];
}

export async function writeManPage(): Promise<string> {
  const version = readVersion();
  const program = await createProgram(version, { stdout: SILENT, stderr: SILENT } as never, () => undefined);
  return `${[
    '.\\" Written by `npm run man` from the grammar of the command line.',
    `.TH CONSENSUS\\-REVIEW 1 "" ${escapeArgument(`consensus-review ${version}`)} "User Commands"`,
    '.SH NAME',
    'consensus\\-review \\- code review and security audit by several specialised reviewers',
    '.SH SYNOPSIS',
    '.B consensus\\-review',
    escapeText('[command] [options] [arguments]'),
    '.SH DESCRIPTION',
    escapeText(program.description()),
    '.SH OPTIONS',
    ...program.options.map(writeOption),
    writeEntry('-h, --help', 'show help, of every command as well'),
    '.SH COMMANDS',
    ...program.commands.flatMap((command) => writeCommand(command, '')),
    '.SH EXAMPLES AND EXIT CODES',
    ...readAfterHelp(program).slice(1),
  ].join('\n')}\n`;
}

if (import.meta.main) {
  const text = await writeManPage();
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    process.stderr.write('man/consensus-review.1 differs from the grammar of the command line: run `npm run man`\n');
    process.exitCode = 1;
  }
}
