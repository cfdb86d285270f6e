/**
 * Sends what happens in a run as MCP progress notifications to the call that waits for it, where its client asked for them. Called by
 * review-tools.ts and run-tool.ts.
 */
import type { ServerContext } from '@modelcontextprotocol/server';
import type { RunEvent } from '../protocol/report/run-events.ts';

/** In one line; null for what happens too often or is of no use to whoever waits. */
function describeEvent(event: RunEvent): string | null {
  switch (event.kind) {
    case 'step':
      return event.status === 'finished' && event.step === 'index' ? `${event.files} files measured` : null;
    case 'phase':
      return event.status === 'started' ? event.name : null;
    case 'agent':
      return event.status === 'finished'
        ? `${event.agent}: ${event.filesDone} of ${event.filesTotal} files, ${event.findings} findings`
        : null;
    case 'decision':
      return `${event.decision}: ${event.reason}`;
    default:
      return null;
  }
}

/** Takes the events of a run. How many there will be nobody knows, so there is no total. */
export function tellProgress({ mcpReq }: ServerContext): (event: RunEvent) => void {
  const token = mcpReq._meta?.progressToken;
  if (token === undefined) return () => undefined;
  let progress = 0;
  return (event) => {
    const message = describeEvent(event);
    if (message === null) return;
    progress += 1;
    // Nobody is left to be told where the connection is gone.
    mcpReq
      .notify({ method: 'notifications/progress', params: { progressToken: token, progress, message } })
      .catch(() => undefined);
  };
}
