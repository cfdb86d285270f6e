/**
 * Reads contents of git objects by id, from one long-running `cat-file --batch`. Objects over a size are not kept in memory. A missing
 * object or a dead process is an outcome, never an exception. Created by session.ts.
 */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Socket } from 'node:net';
import type { BytesOutcome } from '../files/contained-read.ts';
import { isBinary, SNIFF_BYTES } from '../files/decode-text.ts';
import { type Git, spawnGit } from './program.ts';

interface Request {
  readonly maxBytes: number;
  /** What the object is called: decides whether it can be binary. */
  readonly path: string;
  readonly resolve: (outcome: BytesOutcome) => void;
}

/** An object being received: `left` bytes and the line break after it are still to come. */
interface Incoming {
  readonly size: number;
  left: number;
  readonly chunks: Buffer[];
  kept: number;
}

const MAX_SILENCE_MS = 60_000;

const MISSING: BytesOutcome = { kind: 'missing' };

export interface ObjectReader {
  read(oid: string, maxBytes: number, path: string): Promise<BytesOutcome>;
  close(): void;
}

function finish(incoming: Incoming, { maxBytes, path }: Pick<Request, 'maxBytes' | 'path'>): BytesOutcome {
  const bytes = Buffer.concat(incoming.chunks);
  if (incoming.size <= maxBytes) return { kind: 'bytes', bytes };
  return { kind: 'unusable', reason: isBinary(bytes, path) ? 'binary' : 'too-large' };
}

/** Takes the answers of `cat-file --batch` apart, in the order of the requests. */
class BatchParser {
  readonly #queue: Request[] = [];
  #rest: Buffer = Buffer.alloc(0);
  #incoming: Incoming | null = null;

  get pending(): number {
    return this.#queue.length;
  }

  expect(request: Request): void {
    this.#queue.push(request);
  }

  abandon(): void {
    this.#rest = Buffer.alloc(0);
    this.#incoming = null;
    for (const { resolve } of this.#queue.splice(0)) resolve(MISSING);
  }

  push(chunk: Buffer): void {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    while (this.#rest.length > 0 && (this.#incoming === null ? this.#takeHeader() : this.#takeBody(this.#incoming)));
  }

  #takeHeader(): boolean {
    const end = this.#rest.indexOf(10);
    if (end < 0) return false;
    const size = /^[0-9a-f]+ [a-z]+ (\d+)$/u.exec(this.#rest.subarray(0, end).toString('latin1'))?.[1];
    this.#rest = this.#rest.subarray(end + 1);
    if (size === undefined) this.#queue.shift()?.resolve(MISSING);
    else this.#incoming = { size: Number(size), left: Number(size) + 1, chunks: [], kept: 0 };
    return true;
  }

  #takeBody(incoming: Incoming): boolean {
    const maxBytes = this.#queue[0]?.maxBytes ?? 0;
    const part = this.#rest.subarray(0, incoming.left);
    const content = part.subarray(0, Math.max(0, incoming.left - 1));
    const keep = incoming.size <= maxBytes ? content : content.subarray(0, Math.max(0, SNIFF_BYTES - incoming.kept));
    if (keep.length > 0) incoming.chunks.push(keep);
    incoming.kept += keep.length;
    incoming.left -= part.length;
    this.#rest = this.#rest.subarray(part.length);
    if (incoming.left > 0) return false;
    this.#incoming = null;
    const asked = this.#queue.shift();
    asked?.resolve(finish(incoming, asked));
    return true;
  }
}

/** The process holds the program open only while an answer is awaited. */
function holdOpen(child: ChildProcessWithoutNullStreams, isNeeded: boolean): void {
  const handles = [child, child.stdin as Socket, child.stdout as Socket, child.stderr as Socket];
  for (const handle of handles) isNeeded ? handle.ref() : handle.unref();
}

export function createObjectReader(git: Git): ObjectReader {
  const parser = new BatchParser();
  let child: ChildProcessWithoutNullStreams | null = null;
  let silence: NodeJS.Timeout | undefined;

  /** A process that stays silent while an answer is due is ended. */
  const expectAnswer = (asked: ChildProcessWithoutNullStreams): void => {
    clearTimeout(silence);
    if (parser.pending > 0) silence = setTimeout(() => asked.kill('SIGKILL'), MAX_SILENCE_MS);
  };

  const start = (): ChildProcessWithoutNullStreams => {
    const started = spawnGit(git, ['cat-file', '--batch']);
    const stop = (): void => {
      clearTimeout(silence);
      if (child !== started) return;
      child = null;
      parser.abandon();
    };
    started.on('error', stop);
    started.on('close', stop);
    started.stdin.on('error', () => undefined);
    started.stderr.resume();
    started.stdout.on('data', (chunk: Buffer) => {
      parser.push(chunk);
      if (parser.pending === 0) holdOpen(started, false);
      expectAnswer(started);
    });
    return started;
  };

  return {
    read: (oid, maxBytes, path) =>
      new Promise((resolve) => {
        if (!/^[0-9a-f]{40,64}$/u.test(oid)) return resolve(MISSING);
        child ??= start();
        parser.expect({ maxBytes, path, resolve });
        holdOpen(child, true);
        child.stdin.write(`${oid}\n`);
        expectAnswer(child);
      }),
    close() {
      child?.kill();
      clearTimeout(silence);
    },
  };
}
