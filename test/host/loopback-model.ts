/**
 * A model on loopback that a script answers for, whatever its API, and the coding agent that asks it: what the model may say, what it
 * is told of its tools, and what the program prints.
 */
import { spawn } from 'node:child_process';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Block =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_use'; readonly name: string; readonly input: Readonly<Record<string, unknown>> };

export const say = (text: string): readonly Block[] => [{ type: 'text', text }];
export const use = (name: string, input: Readonly<Record<string, unknown>>): Block => ({
  type: 'tool_use',
  name,
  input,
});

export interface ToolStep {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly isError: boolean;
}

export interface LoopbackModel<Request> {
  readonly url: string;
  readonly requests: readonly Request[];
  close(): void;
}

/** Answers what is asked at `path` by the script; everything else that a host asks for is answered with nothing. */
export async function startLoopbackModel<Request>(
  path: RegExp,
  answer: (request: Request, response: ServerResponse) => void,
): Promise<LoopbackModel<Request>> {
  const requests: Request[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      if (!path.test(request.url ?? '')) return response.end('{}');
      const said: Request = JSON.parse(text);
      requests.push(said);
      try {
        return answer(said, response);
      } catch (error) {
        // Said to the host, which would wait for minutes otherwise.
        const message = `the script of the model failed: ${String(error)}\n${text.slice(-2000)}`;
        response.statusCode = 400;
        return response.end(JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message } }));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () => server.close(),
  };
}

export interface HostPlace {
  /** The project that is reviewed. */
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Everything the program prints, within the time it is given. */
export async function runHost(
  program: string,
  { root, env }: HostPlace,
  args: readonly string[],
  timeout: number,
): Promise<string> {
  // A group of its own: some programs start themselves once more, and their server.
  const host = spawn(program, args, { cwd: root, env, detached: true });
  const end = (): void => void (host.pid !== undefined && process.kill(-host.pid, 'SIGKILL'));
  const timer = setTimeout(end, timeout);
  host.stdin.end();
  let said = '';
  for (const out of [host.stdout, host.stderr]) {
    out.on('data', (chunk) => {
      said += chunk;
    });
  }
  await new Promise((resolve) => host.on('close', resolve));
  clearTimeout(timer);
  return said;
}
