/** What a hostile or broken provider does on the wire, as a table: each behaviour, and the ending that one call of it has. */
import type { Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { AnswerBounds } from '../../src/models/answer-bounds.ts';
import type { AnswerBound, TurnOutcomeKind } from '../../src/protocol/calls/turn-outcome.ts';
import { chatWire } from '../../src/testing/loopback/chat-wire.ts';
import type { LoopbackReply } from '../../src/testing/loopback/script.ts';
import { sse } from '../../src/testing/loopback/wire.ts';
import type { Behave } from '../support/hostile-provider.ts';

/** Small, so that a table of overruns costs little; the sizes of answers below are chosen around them. */
export const SMALL_BOUNDS: Partial<AnswerBounds> = {
  headerBytes: 16_384,
  bodyBytes: 262_144,
  unpackedBytes: 262_144,
  errorBytes: 16_384,
  lineBytes: 65_536,
  eventBytes: 98_304,
  events: 2000,
  jsonDepth: 64,
  toolCalls: 50,
};

export interface Behaviour {
  readonly name: string;
  readonly behave: Behave;
  /** How one call ends; `bound` where it is an overrun. */
  readonly kind: TurnOutcomeKind;
  readonly bound?: AnswerBound;
  /** Whether every provider package is shown it; others speak the form of one. */
  readonly isOfHttp: boolean;
  /** Where the behaviour is one of time: how long silence and the whole answer are borne. */
  readonly silenceMs?: number;
  readonly totalMs?: number;
  /** How a whole review ends in which the provider never does anything else. */
  readonly exit: 3 | 4;
  /** False where the review would only repeat that of another behaviour. */
  readonly isReviewed: boolean;
}

const head = (status: string, headers: Readonly<Record<string, string>> = {}): string =>
  `HTTP/1.1 ${status}\r\n${Object.entries({ 'content-type': 'text/event-stream', connection: 'close', ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
const OK = head('200 OK');
const CHUNKED = head('200 OK', { 'transfer-encoding': 'chunked' });
const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

const answer = (reply: LoopbackReply): string =>
  [...chatWire.encodeStream(reply, 'hostile')].map(({ data }) => data).join('');
const SOUND = answer({ text: 'I looked at it, and there is nothing to say about it. '.repeat(4) });
const delta = (content: string): string =>
  sse(
    `{"id":"1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":${JSON.stringify(content)}},"finish_reason":null}]}`,
  );
const choice = (json: string): string =>
  sse(`{"id":"1","object":"chat.completion.chunk","created":1,"model":"m","choices":[${json}]}`);
const FINISH = `${choice('{"index":0,"delta":{},"finish_reason":"stop"}')}${sse('[DONE]')}`;
const usage = (figures: string): string =>
  `${delta('words')}${choice('{"index":0,"delta":{},"finish_reason":"stop"}')}${sse(
    `{"id":"1","object":"chat.completion.chunk","created":1,"model":"m","choices":[],"usage":${figures}}`,
  )}${sse('[DONE]')}`;

const send =
  (...parts: readonly (string | Buffer)[]): Behave =>
  (socket) => {
    for (const part of parts) socket.write(part);
    socket.end();
  };
/** What was sent stays, and the connection is torn down. */
const cut =
  (...parts: readonly (string | Buffer)[]): Behave =>
  (socket) => {
    for (const part of parts.slice(0, -1)) socket.write(part);
    socket.write(parts.at(-1) ?? '', () => socket.resetAndDestroy());
  };
const stay =
  (...parts: readonly string[]): Behave =>
  (socket) => {
    for (const part of parts) socket.write(part);
  };
/** Without end, as fast as it is read. */
const flood =
  (first: string, piece: string | Buffer): Behave =>
  (socket: Socket) => {
    const pump = (): void => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.write(first);
    socket.on('drain', pump);
    pump();
  };
const drip =
  (first: string, text: string, everyMs: number): Behave =>
  (socket) => {
    socket.write(first);
    let at = 0;
    const timer = setInterval(() => {
      if (socket.destroyed) return clearInterval(timer);
      socket.write(text[at++ % text.length] ?? '');
    }, everyMs);
  };
const packed = (encoding: string, body: Buffer): Behave => send(head('200 OK', { 'content-encoding': encoding }), body);
const BOMB = Buffer.alloc(8_000_000, `: ${'x'.repeat(8000)}\n\n`);
const status = (line: string, body = '{"error":{"message":"no","type":"x"}}', headers = {}): Behave =>
  send(head(line, { 'content-type': 'application/json', ...headers }), body);

/** An agent that answered something, or had no time to, is partial: 3. One that could not be asked has failed: 4. */
const PARTIAL: ReadonlySet<TurnOutcomeKind> = new Set(['replied', 'stalled', 'timed-out']);

const describeRow =
  (isOfHttp: boolean) =>
  (name: string, behave: Behave, kind: TurnOutcomeKind, more: Partial<Behaviour> = {}): Behaviour => ({
    name,
    behave,
    kind,
    isOfHttp,
    exit: PARTIAL.has(kind) ? 3 : 4,
    isReviewed: true,
    ...more,
  });
const ofHttp = describeRow(true);
const ofChat = describeRow(false);

const nested = '['.repeat(100_000);
const toolCall = (index: number, name: string, args: string): string =>
  choice(
    `{"index":0,"delta":{"tool_calls":[{"index":${index},"id":"c${index}","type":"function","function":{"name":"${name}","arguments":${JSON.stringify(args)}}}]},"finish_reason":null}`,
  );
const CALLS_MADE = `${choice('{"index":0,"delta":{},"finish_reason":"tool_calls"}')}${sse('[DONE]')}`;

const MANY_HEADERS = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`x${at}`, 'y']));
const PACKED_IN_BYTES = [
  head('200 OK', { 'transfer-encoding': 'chunked', 'content-encoding': 'gzip' }),
  ...[...gzipSync(SOUND)].map((byte) =>
    Buffer.concat([Buffer.from('1\r\n'), Buffer.from([byte]), Buffer.from('\r\n')]),
  ),
  '0\r\n\r\n',
];

export const BEHAVIOURS: readonly Behaviour[] = [
  ofHttp('a gzip bomb', packed('gzip', gzipSync(BOMB)), 'overrun', { bound: 'unpacked' }),
  ofHttp('a brotli bomb', packed('br', brotliCompressSync(BOMB)), 'overrun', { bound: 'unpacked' }),
  ofHttp('a deflate bomb', packed('deflate', deflateSync(BOMB)), 'overrun', { bound: 'unpacked' }),
  ofHttp('packed twice', packed('gzip, gzip', gzipSync(gzipSync(BOMB))), 'malformed'),
  ofHttp('packed as nobody knows', packed('rot13', Buffer.from(SOUND)), 'malformed'),
  ofHttp('not packed as it says', packed('gzip', Buffer.from(SOUND)), 'malformed'),
  ofHttp(
    'a packed body that breaks off',
    packed('gzip', gzipSync(BOMB.subarray(0, 4000)).subarray(0, 20)),
    'disconnected',
  ),
  ofHttp('headers without end', flood('HTTP/1.1 200 OK\r\n', 'x-more: and more\r\n'.repeat(100)), 'overrun', {
    bound: 'header',
  }),
  ofHttp('a header line of 1 MB', send(head('200 OK', { 'x-long': 'x'.repeat(1_000_000) })), 'overrun', {
    bound: 'header',
  }),
  ofHttp('a line without end', flood(OK, 'x'.repeat(16_384)), 'overrun', { bound: 'line' }),
  ofHttp('an event without end', flood(OK, `data: ${'x'.repeat(4000)}\n`), 'overrun', { bound: 'event' }),
  ofHttp('comments without end', flood(OK, ': ping\n\n'.repeat(100)), 'overrun', { bound: 'events' }),
  ofChat('answers without end', flood(OK, delta('and on ').repeat(20)), 'overrun', { bound: 'body' }),
  ofHttp('an error page without end', flood(head('400 Bad Request'), 'x'.repeat(16_384)), 'failed'),
  ofHttp('interim answers without end', flood('', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(10)), 'overrun', {
    bound: 'interim',
  }),
  ofHttp('JSON nested 100,000 deep', send(OK, sse(nested.slice(0, 60_000))), 'overrun', { bound: 'depth' }),
  ofHttp(
    'JSON nested over several lines',
    send(OK, `data: ${'['.repeat(40)}\ndata: ${'['.repeat(40)}\n\n`),
    'overrun',
    { bound: 'depth' },
  ),
  ofChat(
    'numbers beyond all numbers',
    send(OK, choice('{"index":1e999,"delta":{"content":"x"},"finish_reason":null}'), FINISH),
    'replied',
  ),
  ofChat('NaN', send(OK, choice('{"index":NaN,"delta":{}}'), FINISH), 'malformed'),
  ofChat(
    'keys twice',
    send(OK, choice('{"index":0,"delta":{"content":"a","content":"b"},"finish_reason":null}'), FINISH),
    'replied',
  ),
  ofChat(
    'bytes that are not UTF-8',
    send(
      OK,
      Buffer.concat([
        Buffer.from('data: {"choices":[{"delta":{"content":"'),
        Buffer.from([0xff, 0xfe, 0xc3]),
        Buffer.from('"}}]}\n\n'),
      ]),
      FINISH,
    ),
    'replied',
  ),
  ofChat('a byte order mark first', send(OK, '\uFEFF', delta('words'), FINISH), 'replied'),
  ofChat(
    'a wrong content type',
    send(head('200 OK', { 'content-type': 'image/png' }), delta('words'), FINISH),
    'replied',
  ),
  ofHttp(
    'a page of HTML with 200',
    send(head('200 OK', { 'content-type': 'text/html' }), '<html>\n\n<body>Sign in</body></html>\n\n'),
    'malformed',
  ),
  ofHttp(
    'a page of HTML with 502',
    status('502 Bad Gateway', '<html>Bad Gateway</html>', { 'content-type': 'text/html' }),
    'overloaded',
  ),
  ofHttp(
    'an error object with 200',
    send(head('200 OK', { 'content-type': 'application/json' }), '{"error":{"message":"no","type":"x"}}'),
    'malformed',
  ),
  ofHttp(
    'a redirect to itself',
    (socket, { port }) =>
      send(head('307 Temporary Redirect', { location: `http://127.0.0.1:${port}/v1/stolen` }))(socket, { port }),
    'failed',
  ),
  ofHttp(
    'a redirect to another host',
    send(head('302 Found', { location: 'http://provider.invalid/stolen' })),
    'failed',
  ),
  ofHttp('204 and nothing', send(head('204 No Content')), 'malformed'),
  ofHttp('a status that HTTP does not have', send(head('999 Whatever')), 'malformed'),
  ofHttp(
    'switching protocols',
    stay('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    'malformed',
  ),
  ofHttp('a byte at a time for ever', drip(OK, ': x\n', 5), 'timed-out', { totalMs: 400 }),
  ofHttp('headers a byte at a time for ever', drip('HTTP/1.1 200 OK\r\n', 'x: y\r\n', 20), 'stalled', {
    silenceMs: 400,
  }),
  ofHttp('silence before the headers', stay(), 'stalled', { silenceMs: 300 }),
  ofHttp('silence behind the headers', stay(OK), 'stalled', { silenceMs: 300 }),
  ofChat('silence in the middle', stay(OK, delta('words ')), 'stalled', { silenceMs: 500 }),
  ofHttp('a connection that is closed at once', (socket) => socket.destroy(), 'disconnected'),
  ofChat(
    'a cut in the middle of an event',
    send(OK, delta('words '), delta('more words').slice(0, 60)),
    'disconnected',
  ),
  ofChat(
    'a reset in the middle of an event',
    cut(CHUNKED, chunk(delta('words ')), chunk(delta('more').slice(0, 60))),
    'disconnected',
  ),
  ofChat('a cut in the middle of a chunk', send(CHUNKED, chunk(delta('words ')), 'ff\r\ndata: {"id"'), 'disconnected'),
  ofChat(
    'a cut in the middle of a character',
    send(OK, delta('words '), Buffer.from(delta('ü')).subarray(0, Buffer.from(delta('ü')).indexOf(0xc3) + 1)),
    'disconnected',
  ),
  ofChat('an end without a last event', send(OK, delta('words ')), 'disconnected'),
  ofChat('a length that is never reached', send(head('200 OK', { 'content-length': '100000' }), SOUND), 'disconnected'),
  ofChat('a length that is too short', send(head('200 OK', { 'content-length': '300' }), SOUND), 'disconnected'),
  ofChat('two answers in one', send(OK, SOUND, SOUND), 'replied'),
  ofChat(
    'a second answer behind the first',
    send(
      head('200 OK', { 'content-length': String(Buffer.byteLength(SOUND)), connection: 'keep-alive' }),
      SOUND,
      head('200 OK', { 'content-length': '5' }),
      'hello',
    ),
    'replied',
  ),
  ofChat('garbage behind the end', send(OK, SOUND, '\u0000\u0001 garbage {{{{'), 'replied'),
  ofChat('broken JSON behind the end', send(OK, SOUND, sse('{"cho')), 'malformed'),
  ofChat('tools that nobody has', send(OK, toolCall(0, 'run_shell', '{"command":"id"}'), CALLS_MADE), 'replied'),
  ofChat(
    '10,000 tool calls',
    send(
      OK,
      Array.from({ length: 1900 }, (_, at) =>
        toolCall(at, 'read_file', '{}').replaceAll('"object":"chat.completion.chunk","created":1,"model":"m",', ''),
      ).join(''),
      CALLS_MADE,
    ),
    'overrun',
    { bound: 'tool-calls' },
  ),
  ofChat('arguments that never close', send(OK, toolCall(0, 'read_file', '{"path":"'), CALLS_MADE), 'replied', {
    isReviewed: false,
  }),
  ofChat(
    'arguments nested 10,000 deep',
    send(OK, toolCall(0, 'read_file', `{"path":${'['.repeat(10_000)}${']'.repeat(10_000)}}`), CALLS_MADE),
    'replied',
    { isReviewed: false },
  ),
  ofChat(
    'arguments with __proto__',
    send(OK, toolCall(0, 'read_file', '{"__proto__":{"path":"/etc/passwd"},"path":"/etc/passwd"}'), CALLS_MADE),
    'replied',
    { isReviewed: false },
  ),
  ofChat('an event with __proto__', send(OK, sse('{"__proto__":{"polluted":true},"choices":[]}'), FINISH), 'malformed'),
  ofChat('tool calls that are announced and not made', send(OK, CALLS_MADE), 'malformed'),
  ofChat('stop without a word', send(OK, FINISH), 'replied'),
  ofChat(
    'a negative usage',
    send(OK, usage('{"prompt_tokens":-5,"completion_tokens":-1,"total_tokens":-6}')),
    'replied',
  ),
  ofChat(
    'a usage of 1e308',
    send(OK, usage('{"prompt_tokens":1e308,"completion_tokens":1e308,"total_tokens":1e308}')),
    'replied',
  ),
  ofChat(
    'a usage that is not a number',
    send(OK, usage('{"prompt_tokens":NaN,"completion_tokens":1,"total_tokens":1}')),
    'malformed',
  ),
  ofChat(
    'an error in the stream',
    send(OK, delta('words '), sse('{"error":{"message":"The server is overloaded","type":"overloaded_error"}}')),
    'overloaded',
  ),
  ofHttp('529 for ever', status('529 Overloaded'), 'overloaded'),
  ofHttp('503 for ever', status('503 Service Unavailable'), 'overloaded'),
  ofHttp('429 for ever, without a time', status('429 Too Many Requests'), 'rate-limited'),
  ofHttp(
    '429 until a time that nobody lives to see',
    status('429 Too Many Requests', '{}', { 'retry-after': '999999999' }),
    'rate-limited',
  ),
  ofHttp('429 with a time of 1e9', status('429 Too Many Requests', '{}', { 'retry-after': '1e9' }), 'rate-limited'),
  ofHttp('an answer that is not HTTP', send(Buffer.from([0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x28])), 'malformed'),
  ofHttp('an answer of another protocol', send('220 mail.example ESMTP\r\n'), 'malformed'),
  ofHttp('two lengths', send(head('200 OK', { 'content-length': '5', 'Content-Length': '500' }), SOUND), 'malformed'),
  ofHttp('extensions of chunks without end', flood(CHUNKED, '1;x=yyyyyyyyyyyyyyyy'.repeat(50)), 'overrun', {
    bound: 'header',
  }),
  ...[
    ofChat('10,000 headers', send(head('200 OK', MANY_HEADERS), SOUND), 'overrun', { bound: 'header' }),
    ofChat('trailers without end', flood(`${CHUNKED}${chunk(SOUND)}0\r\n`, 'x-more: y\r\n'.repeat(100)), 'overrun', {
      bound: 'header',
    }),
    ofChat('a packed body, a byte in each chunk', send(...PACKED_IN_BYTES), 'replied'),
    ofChat(
      'a bomb behind the first packed part',
      packed('gzip', Buffer.concat([gzipSync(SOUND), gzipSync(BOMB)])),
      'overrun',
      {
        bound: 'unpacked',
      },
    ),
    ofChat(
      'packed parts of nothing without end',
      flood(head('200 OK', { 'content-encoding': 'gzip' }), gzipSync('')),
      'overrun',
      {
        bound: 'body',
      },
    ),
    ofChat('a chunk of 2^64 bytes', send(CHUNKED, `ffffffffffffffff\r\n${SOUND}`), 'disconnected'),
    ofChat(
      'a length and chunks',
      send(head('200 OK', { 'content-length': '10', 'transfer-encoding': 'chunked' }), chunk(SOUND)),
      'malformed',
    ),
    ofChat(
      'thoughts without end',
      flood(OK, choice('{"index":0,"delta":{"reasoning_content":"hm "},"finish_reason":null}').repeat(10)),
      'overrun',
      {
        bound: 'body',
      },
    ),
    ofChat(
      'two tool calls of one id',
      send(OK, toolCall(0, 'read_file', '{}'), toolCall(1, 'read_file', '{}').replace('"c1"', '"c0"'), CALLS_MADE),
      'replied',
    ),
    ofChat('a tool call of index -1', send(OK, toolCall(-1, 'read_file', '{}'), CALLS_MADE), 'replied'),
    ofChat('lines that end with a carriage return', send(OK, SOUND.replaceAll('\n', '\r')), 'replied'),
    ofChat(
      'half of a character pair',
      send(OK, choice('{"index":0,"delta":{"content":"\\udc00 x"},"finish_reason":null}'), FINISH),
      'replied',
    ),
    ofChat(
      'an end that nobody knows',
      send(OK, delta('words'), choice('{"index":0,"delta":{},"finish_reason":"banana"}'), sse('[DONE]')),
      'malformed',
    ),
    ofChat(
      'a time to wait in the year 9999',
      status('429 Too Many Requests', '{}', { 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' }),
      'rate-limited',
    ),
  ].map((row): Behaviour => ({ ...row, isReviewed: false })),
  ofChat(
    'cut at its limit, always',
    send(OK, delta('words'), choice('{"index":0,"delta":{},"finish_reason":"length"}'), sse('[DONE]')),
    'truncated',
    { exit: 3 },
  ),
];
