/** A provider in a process of its own that answers every agent with ten million characters and a result. Started by stream-memory.ts. */
import { startLoopbackProvider } from '../src/testing/index.ts';
import { STREAMED_CHARS } from './streaming-agents.ts';

const LINE = 'The quick brown fox jumps over the lazy dog, and so on and on and on until the line ends.\n';
const prose = LINE.repeat(Math.ceil(STREAMED_CHARS / LINE.length));

const provider = await startLoopbackProvider();
provider.otherwise(({ body }) => {
  const end = /===AGENT_RESULT_END:[0-9a-f]+===/u.exec(JSON.stringify(body))?.[0] ?? '';
  const result = JSON.stringify({ agent: 'security-reviewer', findings: [], verdict: 'OK' });
  return { text: `${prose}\n===AGENT_RESULT===\n${result}\n${end}\n`, chunkChars: 200 };
});
process.send?.(provider.environment);
process.on('disconnect', () => process.exit());
