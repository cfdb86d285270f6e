/** Calls of tools whose work has not ended, answered or not: the server leaves when none is left, also where a call was cancelled. */
export interface CallsUnderWay {
  follow<Result>(work: Promise<Result>): Promise<Result>;
  /** Resolves when nothing is under way. */
  ended(): Promise<void>;
}

export function createCallsUnderWay(): CallsUnderWay {
  const open = new Set<Promise<unknown>>();
  return {
    follow(work) {
      open.add(work);
      const forget = (): void => void open.delete(work);
      work.then(forget, forget);
      return work;
    },
    async ended() {
      while (open.size > 0) await Promise.allSettled(open);
    },
  };
}
