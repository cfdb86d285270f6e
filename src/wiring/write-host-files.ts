/**
 * Plans and writes what a coding agent needs into the files of a project (`init --host`): a new file, or an entry in one that is
 * there. What the user wrote stays letter for letter; where that is not possible, nothing is changed and the reason said. Called by
 * cli/commands/init-host-command.ts.
 */
import { isUtf8 } from 'node:buffer';
import { lstatSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type HostFile, type HostProgram, hostFiles, type Launch, SERVER_NAME } from '../prompts/host-files.ts';
import { readContained } from '../repository/files/contained-read.ts';
import { makeFolder } from '../storage/make-folder.ts';
import { replaceText } from '../storage/replace-file.ts';

export type PlannedFile =
  | { readonly kind: 'write'; readonly path: string; readonly before: string | null; readonly after: string }
  | { readonly kind: 'same'; readonly path: string }
  /** Left as it is; `add` is what the user may enter. */
  | { readonly kind: 'left'; readonly path: string; readonly reason: string; readonly add: string | null };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const INDENT = 2;

const nest = (at: readonly string[], value: unknown): unknown =>
  at.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/gu;

/** Where the object at these keys opens in a text that is JSON; null where it does not stand there as an object. */
function findOpening(text: string, at: readonly string[]): number | null {
  const wanted = JSON.stringify(at);
  /** Keys on the way to what is open; null in a list and at the top. */
  const way: (string | null)[] = [];
  let before = '';
  let key: string | null = null;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '{' && JSON.stringify([...way, key].slice(1)) === wanted) return index;
    if (token === '{' || token === '[') way.push(key);
    else if (token === '}' || token === ']') way.pop();
    key = token === ':' ? (JSON.parse(before) as string) : null;
    before = token;
  }
  return null;
}

/** The text with one more member in the object at these keys; null where it could not be put there without touching the rest. */
function insertMember(text: string, at: readonly string[], name: string, value: unknown): string | null {
  const opening = findOpening(text, at);
  if (opening === null) return null;
  const unit = /\n([ \t]+)"/u.exec(text)?.[1] ?? ' '.repeat(INDENT);
  const margin = unit.repeat(at.length + 1);
  const body = JSON.stringify(value, null, unit).replaceAll('\n', `\n${margin}`);
  const rest = text.slice(opening + 1);
  const isEmpty = /^\s*\}/u.test(rest);
  const tail = isEmpty ? `\n${unit.repeat(at.length)}${rest.trimStart()}` : `,${rest}`;
  return `${text.slice(0, opening + 1)}\n${margin}${JSON.stringify(name)}: ${body}${tail}`;
}

function readMember(document: unknown, at: readonly string[]): unknown {
  return at.reduce<unknown>(
    (value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    document,
  );
}

function parse(text: string): { readonly document: unknown } | null {
  try {
    return { document: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}

type JsonFile = Extract<HostFile, { form: 'json' }>;

function planJson({ path, at, value, head = {} }: JsonFile, before: string | null): PlannedFile {
  const add = JSON.stringify(nest([...at, SERVER_NAME], value), null, INDENT);
  const leave = (reason: string): PlannedFile => ({ kind: 'left', path, reason, add });
  if (before === null || before.trim() === '')
    return {
      kind: 'write',
      path,
      before,
      after: `${JSON.stringify({ ...head, ...(nest([...at, SERVER_NAME], value) as object) }, null, INDENT)}\n`,
    };
  const parsed = parse(before);
  if (parsed === null || !isObject(parsed.document)) return leave('it is no plain JSON object (comments?)');
  const there = readMember(parsed.document, [...at, SERVER_NAME]);
  if (isDeepStrictEqual(there, value)) return { kind: 'same', path };
  if (there !== undefined) return leave(`it has another entry called ${SERVER_NAME}`);
  const container = readMember(parsed.document, at);
  if (container !== undefined && !isObject(container)) return leave(`${at.join('.')} is no object there`);
  const after =
    container === undefined
      ? insertMember(before, at.slice(0, -1), at.at(-1) ?? '', { [SERVER_NAME]: value })
      : insertMember(before, at, SERVER_NAME, value);
  const made = after === null ? null : parse(after);
  const isRight = made !== null && isDeepStrictEqual(readMember(made.document, [...at, SERVER_NAME]), value);
  return after !== null && isRight
    ? { kind: 'write', path, before, after }
    : leave('the place of the entry was not found');
}

function planToml({ path, table, text }: Extract<HostFile, { form: 'toml' }>, before: string | null): PlannedFile {
  if (before === null || before.trim() === '') return { kind: 'write', path, before, after: text };
  if (before.includes(text)) return { kind: 'same', path };
  const [parent = ''] = table.split('.');
  // TOML has many ways to write a key, and a key that stands there twice makes all of the file useless.
  if (before.includes(SERVER_NAME)) return { kind: 'left', path, reason: `it names ${SERVER_NAME} already`, add: text };
  if (new RegExp(`^\\s*["']?${parent}\\b[^\\n]*=`, 'mu').test(before))
    return { kind: 'left', path, reason: `${parent} is written as a value there`, add: text };
  return { kind: 'write', path, before, after: `${before.trimEnd()}\n\n${text}` };
}

function planText({ path, text }: Extract<HostFile, { form: 'text' }>, before: string | null): PlannedFile {
  if (before === null) return { kind: 'write', path, before, after: text };
  if (before === text) return { kind: 'same', path };
  return { kind: 'left', path, reason: 'it differs; remove it to get the one of this version', add: null };
}

/** Settings of a program are no larger. */
const MAX_BYTES = 10_000_000;

type Held = { readonly text: string | null } | { readonly reason: string };

/** What stands there; null where nothing does. Links, pipes and devices are not read: whoever wrote the repository chose them. */
async function readHeld(root: string, path: string): Promise<Held> {
  const outcome = await readContained(root, path, MAX_BYTES);
  if (outcome.kind === 'missing') return explainMissing(join(root, path));
  if (outcome.kind !== 'bytes') return { reason: 'it is no file of this folder, too large, or cannot be read' };
  return isUtf8(outcome.bytes) ? { text: outcome.bytes.toString('utf8') } : { reason: 'it is no UTF-8' };
}

/** Something else may stand where its folder should be. */
function explainMissing(path: string): Held {
  try {
    lstatSync(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? { text: null } : { reason: message };
  }
  return { reason: 'it cannot be read' };
}

async function planFile(root: string, file: HostFile): Promise<PlannedFile> {
  const held = await readHeld(root, file.path);
  if ('reason' in held) return { kind: 'left', path: file.path, reason: held.reason, add: null };
  if (file.form === 'json') return planJson(file, held.text);
  return file.form === 'toml' ? planToml(file, held.text) : planText(file, held.text);
}

/** Of a coding agent that `init --host` knows. */
export type HostName = HostProgram;

/** `root` is a real path. */
export const planHostFiles = (root: string, host: HostName, launch: Launch): Promise<readonly PlannedFile[]> =>
  Promise.all(hostFiles(host, launch).map((file) => planFile(root, file)));

/** Answers the paths that were written: a file that somebody changed since it was read is not. */
export async function writeHostFiles(root: string, planned: readonly PlannedFile[]): Promise<readonly string[]> {
  const written: string[] = [];
  for (const file of planned) {
    if (file.kind !== 'write') continue;
    const path = join(root, file.path);
    makeFolder(dirname(path), 0o755);
    const isDone =
      file.before === null ? await createFile(path, file.after) : await replaceText(path, file.before, file.after);
    if (isDone) written.push(file.path);
  }
  return written;
}

/** False where something is there by now. */
async function createFile(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: 'wx', flush: true });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}
