/**
 * Stores one fact for each file of a folder (as its git blob, or its links), found again while the file's identity on disk is the
 * same: a text file in the state folder with a line for each. Read whole at the first question, written whole where enough is new.
 * Opened by wiring/settings.ts and wiring/analysis-cache.ts.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FileFacts } from '../ports/file-facts.ts';
import { makeFolder } from './make-folder.ts';

const FOLDER = 'file-facts';
const MAX_FILES = 300_000;
const MAX_LINE = 20_000;
/** Below this share of new ones they are learned once more: writing all takes longer. */
const NEW_SHARE = 0.01;

export interface FileFactsPlace {
  readonly stateDir: string;
  /** The folder whose files they are. */
  readonly root: string;
  /** What is learned, and by which version: facts of another are none. */
  readonly kind: string;
  readonly version: string;
}

interface Fact {
  readonly identity: string;
  readonly fact: string;
}

/** Not for a state folder that lies in the repository: it could have written there what it likes. */
export function openFileFacts({ stateDir, root, kind, version }: FileFactsPlace): FileFacts {
  const name = createHash('sha256').update(`${kind}\0${root}`).digest('hex').slice(0, 32);
  const file = join(stateDir, FOLDER, `${kind}-${name}.txt`);
  let known: Map<string, Fact> | null = null;
  const read = (): Map<string, Fact> => {
    known ??= readFacts(file, version);
    return known;
  };
  let learned = 0;
  return {
    find(path, identity) {
      const found = read().get(path);
      return found?.identity === identity ? found.fact : null;
    },
    keep(path, identity, fact) {
      const facts = read();
      if (isTooMuch(facts, path) || BREAKS.test(path) || BREAKS.test(fact) || fact.length > MAX_LINE) return;
      facts.set(path, { identity, fact });
      learned += 1;
    },
    close() {
      if (known !== null && learned > known.size * NEW_SHARE) writeFacts(file, version, known);
      learned = 0;
    },
  };
}

const isTooMuch = (facts: ReadonlyMap<string, Fact>, path: string): boolean =>
  facts.size >= MAX_FILES && !facts.has(path);

const BREAKS = /[\t\n]/u;

/** A line that is not whole is none. */
function readFacts(file: string, version: string): Map<string, Fact> {
  const facts = new Map<string, Fact>();
  try {
    const [head, ...lines] = readFileSync(file, 'utf8').split('\n');
    if (head !== version || lines.pop() !== '') return facts;
    for (const line of lines) {
      const at = line.indexOf('\t');
      const end = line.indexOf('\t', at + 1);
      if (at > 0 && end > at)
        facts.set(line.slice(at + 1, end), { identity: line.slice(0, at), fact: line.slice(end + 1) });
    }
  } catch {
    // None yet.
  }
  return facts;
}

function writeFacts(file: string, version: string, facts: ReadonlyMap<string, Fact>): void {
  const beside = `${file}.${randomBytes(6).toString('hex')}`;
  const lines = [...facts].map(([path, { identity, fact }]) => `${identity}\t${path}\t${fact}\n`);
  const isMade = attempt(() => makeFolder(dirname(file)));
  const isWritten =
    isMade &&
    attempt(() => {
      writeFileSync(beside, `${version}\n${lines.join('')}`, { flag: 'wx', mode: 0o600 });
      renameSync(beside, file);
    });
  if (isMade && !isWritten) attempt(() => rmSync(beside, { force: true }));
}

/** A folder that does not take it costs time, nothing else. */
function attempt(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}
