/**
 * Keeps in the state folder where the host keeps the transcript of the agent that works with a ticket: written by a hook of the host
 * (`hook subagent`, another process), read by the server (review-tools.ts) when the output is handed in.
 */
import { open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { makeFolder } from '../../storage/make-folder.ts';
import { replaceFile } from '../../storage/replace-file.ts';
import { parseTranscript, type Transcript } from './transcript.ts';

const TICKET = /^[0-9a-z]{3,40}-[0-9a-f]{10}$/u;
/** More than the longest work of an agent writes. */
const MAX_TRANSCRIPT_BYTES = 64_000_000;
/** Of agents whose run nobody went on with. */
const FORGET_MS = 24 * 3600 * 1000;

const folderOf = (stateDir: string): string => join(stateDir, 'host-agents');
const placeOf = (stateDir: string, ticket: string): string => join(folderOf(stateDir), `${ticket}.json`);

export const isTicket = (text: string): boolean => TICKET.test(text);

async function forgetOld(stateDir: string, now: number): Promise<void> {
  for (const name of await readdir(folderOf(stateDir))) {
    const path = join(folderOf(stateDir), name);
    const { mtimeMs } = await stat(path);
    if (now - mtimeMs > FORGET_MS) await rm(path, { force: true });
  }
}

export async function keepTranscriptPath(
  { stateDir, now }: { readonly stateDir: string; readonly now: number },
  ticket: string,
  path: string,
): Promise<void> {
  if (!(isTicket(ticket) && isAbsolute(path))) return;
  makeFolder(folderOf(stateDir));
  await replaceFile(placeOf(stateDir, ticket), JSON.stringify({ transcript: path }), 0o600);
  await forgetOld(stateDir, now).catch(() => undefined);
}

/** Null where there is none, or more than a transcript can be. */
export async function readTranscriptFile(path: string): Promise<Transcript | null> {
  try {
    await using file = await open(path, 'r');
    const { size } = await file.stat();
    return size > MAX_TRANSCRIPT_BYTES ? null : parseTranscript(await file.readFile('utf8'));
  } catch {
    return null;
  }
}

/** The transcript of the agent with this ticket, as far as it is written. Told once: a second output shows the same lines. */
export async function takeTranscript(stateDir: string | null, ticket: string): Promise<Transcript | null> {
  if (stateDir === null || !isTicket(ticket)) return null;
  const place = placeOf(stateDir, ticket);
  const said = await readFile(place, 'utf8').catch(() => null);
  if (said === null) return null;
  await rm(place, { force: true });
  try {
    const { transcript } = JSON.parse(said) as { readonly transcript?: unknown };
    return typeof transcript === 'string' ? await readTranscriptFile(transcript) : null;
  } catch {
    return null;
  }
}
