/**
 * Counts tool calls whose work has not ended, also cancelled ones, so that the server exits only when none is left. Counted by
 * redacted-replies.ts, awaited by cli/commands/mcp-command.ts.
 */
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
