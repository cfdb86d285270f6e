/** Calls of tools whose work has not ended, answered or not: the server leaves when none is left, also where a call was cancelled. */
export interface CallsUnderWay {
  follow<Result>(work: () => Result | Promise<Result>): Promise<Result>;
  /** Resolves when nothing is under way. */
  ended(): Promise<void>;
}

export function createCallsUnderWay(): CallsUnderWay {
  const open = new Set<Promise<unknown>>();
  return {
    follow(work) {
      const call = (async () => work())();
      open.add(call);
      const forget = (): void => void open.delete(call);
      call.then(forget, forget);
      return call;
    },
    async ended() {
      while (open.size > 0) await Promise.allSettled(open);
    },
  };
}
