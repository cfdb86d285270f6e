/**
 * Creates an async queue: work in progress pushes events, a consumer iterates over them in order, and none is lost when the work ends.
 * Used by review/model-driver.ts.
 */

export interface EventQueue<T> {
  /** Resolves when the listener has dealt with the event. */
  push(event: T): Promise<void>;
  /** Events until the work has ended, then its result. */
  drain<R>(work: Promise<R>): AsyncGenerator<T, R>;
}

export function createEventQueue<T>(): EventQueue<T> {
  const events: { readonly event: T; readonly settle: () => void }[] = [];
  let wake = (): void => undefined;
  return {
    push: (event) =>
      new Promise((settle) => {
        events.push({ event, settle });
        wake();
      }),
    async *drain(work) {
      let isOver = false;
      const end = (): void => {
        isOver = true;
        wake();
      };
      work.then(end, end);
      while (!isOver || events.length > 0) {
        const next = events.shift();
        if (next !== undefined) {
          yield next.event;
          next.settle();
        } else
          await new Promise<void>((resolve) => {
            wake = resolve;
            if (isOver || events.length > 0) resolve();
          });
      }
      return work;
    },
  };
}
