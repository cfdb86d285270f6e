/**
 * Schedules the reviews of open documents: waits until edits pause, runs one review per document at a time, and reviews a document
 * that changed meanwhile once more, so that its last version is always reviewed. Created by serve-lsp.ts.
 */

export interface ReviewQueue {
  /** `now` for what is opened or saved; an edit waits for the next one. */
  add(uri: string, when: 'now' | 'soon'): void;
  drop(uri: string): void;
  /** Resolves when what is under way now has ended. */
  idle(): Promise<void>;
  /** Nothing begins any more; resolves when what is under way has ended. */
  close(): Promise<void>;
}

export interface QueueOptions {
  readonly pauseMs: number;
  /** Documents reviewed at the same time. */
  readonly atOnce: number;
  /** Never rejects. */
  review(uri: string, signal: AbortSignal): Promise<void>;
}

export function createReviewQueue({ pauseMs, atOnce, review }: QueueOptions): ReviewQueue {
  const waiting = new Map<string, NodeJS.Timeout>();
  /** In the order in which they are due. */
  const due = new Set<string>();
  const running = new Map<string, Promise<void>>();
  const stop = new AbortController();

  const unwait = (uri: string): void => {
    clearTimeout(waiting.get(uri));
    waiting.delete(uri);
  };
  const begin = (): void => {
    if (stop.signal.aborted) return;
    for (const uri of due) {
      if (running.size >= atOnce) return;
      if (running.has(uri)) continue;
      due.delete(uri);
      const work = review(uri, stop.signal).finally(() => {
        running.delete(uri);
        begin();
      });
      running.set(uri, work);
    }
  };

  return {
    add(uri, when) {
      if (stop.signal.aborted) return;
      unwait(uri);
      const enter = (): void => {
        waiting.delete(uri);
        due.delete(uri);
        due.add(uri);
        begin();
      };
      if (when === 'now') enter();
      else waiting.set(uri, setTimeout(enter, pauseMs));
    },
    drop(uri) {
      unwait(uri);
      due.delete(uri);
    },
    async idle() {
      await Promise.all(running.values());
    },
    async close() {
      for (const uri of [...waiting.keys()]) unwait(uri);
      due.clear();
      stop.abort();
      await Promise.all(running.values());
    },
  };
}
