/** Events of work that goes on while somebody listens: handed out in order, and nothing is lost when the work ends. */

export interface EventQueue<T> {
  push(event: T): void;
  /** Events until the work has ended, then its result. */
  drain<R>(work: Promise<R>): AsyncGenerator<T, R>;
}

export function createEventQueue<T>(): EventQueue<T> {
  const events: T[] = [];
  let wake = (): void => undefined;
  return {
    push(event) {
      events.push(event);
      wake();
    },
    async *drain(work) {
      let isOver = false;
      const end = (): void => {
        isOver = true;
        wake();
      };
      work.then(end, end);
      while (!isOver || events.length > 0) {
        const next = events.shift();
        if (next !== undefined) yield next;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
            if (isOver || events.length > 0) resolve();
          });
      }
      return work;
    },
  };
}
