/**
 * Splits an agent's text, as it arrives, into parts that carry a result: JSON in prose and blocks between marker lines; also
 * checkpoints (HOST-03, REV-23, TRUNC-07). A marker counts only as a whole line from its first column. Called by agent-output.ts;
 * parses with reviewer-results.ts and agent-result.ts.
 */
import type { EmitFinding, ResultPart } from './agent-claims.ts';
import { AgentResultReader, isFindingHeading, isHeaderLine } from './agent-result.ts';
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts';
import { ReviewerResultFinder } from './reviewer-results.ts';

const START = /^===AGENT_RESULT===[ \t]*$/u;
const END = /^===AGENT_RESULT_END(?::(?<nonce>[^\s=]{1,200}))?===[ \t]*$/u;
const NEXT_MARKER = /\n(?====AGENT_RESULT|\[CHECKPOINT\])/gu;
const MARKERS = ['===AGENT_RESULT', '[CHECKPOINT]'] as const;
/** A longer line is no marker, whatever it begins with. */
const MAX_MARKER_CHARACTERS = 1000;

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);
const mayBeMarker = (line: string): boolean =>
  line.length < MAX_MARKER_CHARACTERS && MARKERS.some((marker) => line.startsWith(marker) || marker.startsWith(line));

/** A result that did not get its end, whatever its own brackets say. */
export const cutPart = (part: ResultPart): ResultPart => (part.ending === 'closed' ? { ...part, ending: 'cut' } : part);

/** `prose`: before any marker. `opening`: behind a start marker, form not known yet. `after`: behind an end marker. */
type Region = 'prose' | 'opening' | 'json' | 'text' | 'after';

export interface FrameOptions {
  /** Only the end marker that carries it ends a block. */
  readonly nonce: string | null;
  readonly emit: EmitFinding;
}

export interface FrameReading {
  /** JSON outside markers. */
  readonly loose: readonly ResultPart[];
  /** Marked blocks. */
  readonly framed: readonly ResultPart[];
  readonly checkpoints: readonly Checkpoint[];
}

export class OutputFrames {
  readonly #options: FrameOptions;
  readonly #framed: ResultPart[] = [];
  readonly #checkpoints: Checkpoint[] = [];
  #loose: readonly ResultPart[] = [];
  #region: Region = 'prose';
  #json: ReviewerResultFinder;
  #text: AgentResultReader;
  /** What has arrived of a line that cannot be passed on yet. */
  #line = '';
  #isMidLine = false;
  #isFirst = true;

  constructor(options: FrameOptions) {
    this.#options = options;
    this.#json =
      options.nonce === null ? new ReviewerResultFinder(options.emit) : new ReviewerResultFinder(() => undefined, true);
    this.#text = new AgentResultReader(options.emit);
  }

  push(chunk: string): void {
    let rest = this.#isFirst && chunk.startsWith('\uFEFF') ? chunk.slice(1) : chunk;
    if (chunk !== '') this.#isFirst = false;
    while (rest !== '') rest = this.#takesLines() ? this.#pushLine(rest) : this.#pushStream(rest);
  }

  end(): FrameReading {
    const line = this.#line;
    this.#line = '';
    const ends = this.#region !== 'prose' && this.#region !== 'after' && this.#isEnd(withoutReturn(line));
    if (ends) this.#closeFrame(true, '');
    else {
      this.#noteCheckpoint(withoutReturn(line));
      if (this.#region === 'opening') this.#decide(line);
      if (!this.#takesLines()) this.#feed(line);
      if (this.#region === 'prose') this.#loose = this.#json.end();
      else if (this.#region !== 'after') this.#closeFrame(false, line);
    }
    return { loose: this.#loose, framed: this.#framed, checkpoints: this.#checkpoints };
  }

  #takesLines(): boolean {
    return this.#region === 'text' || this.#region === 'opening';
  }

  #pushLine(rest: string): string {
    const end = rest.indexOf('\n');
    if (this.#region === 'opening' && this.#line.length < MAX_MARKER_CHARACTERS) {
      const line = this.#line + (end < 0 ? rest : rest.slice(0, end));
      if (this.#decide(line) === 'json') {
        const held = this.#line;
        this.#line = '';
        return held + rest;
      }
    }
    if (end < 0) {
      this.#line += rest;
      return '';
    }
    const line = withoutReturn(this.#line + rest.slice(0, end));
    this.#line = '';
    this.#takeLine(line);
    return rest.slice(end + 1);
  }

  /** The first line that is not prose tells the form of a block. */
  #decide(line: string): Region {
    const start = line.trimStart();
    if (start.startsWith('{') || /^\[\s*[{\]]/u.test(start)) this.#region = 'json';
    else if (isFindingHeading(line) || isHeaderLine(line)) this.#region = 'text';
    if (this.#region === 'json') this.#isMidLine = false;
    return this.#region;
  }

  #takeLine(line: string): void {
    if (this.#takeMarker(line) || this.#noteCheckpoint(line)) return;
    if (this.#region === 'text') this.#text.push(line);
  }

  /** Text that needs no lines: passed on at once, except where a line may still become a marker. */
  #pushStream(rest: string): string {
    if (!this.#isMidLine) {
      const line = this.#line + rest;
      const end = line.indexOf('\n');
      this.#line = '';
      if (end < 0 && mayBeMarker(line)) {
        this.#line = line;
        return '';
      }
      const first = end < 0 ? '' : withoutReturn(line.slice(0, end));
      if (end >= 0 && mayBeMarker(first) && first !== '' && this.#takeMarker(first)) return line.slice(end + 1);
      this.#noteCheckpoint(first);
      this.#isMidLine = true;
      return line;
    }
    return this.#feedToNextMark(rest);
  }

  #feedToNextMark(rest: string): string {
    NEXT_MARKER.lastIndex = 0;
    const next = NEXT_MARKER.exec(rest);
    let cut = next === null ? rest.length : next.index + 1;
    if (next === null) {
      const lastLine = rest.lastIndexOf('\n') + 1;
      if (lastLine > 0 && mayBeMarker(rest.slice(lastLine))) cut = lastLine;
    }
    this.#feed(rest.slice(0, cut));
    this.#isMidLine = cut === rest.length && !rest.endsWith('\n');
    return rest.slice(cut);
  }

  #feed(text: string): void {
    if (this.#region === 'prose' || this.#region === 'json') this.#json.push(text);
  }

  #noteCheckpoint(line: string): boolean {
    const checkpoint = line.startsWith('[') ? parseCheckpoint(line) : null;
    if (checkpoint !== null) this.#checkpoints.push(checkpoint);
    return checkpoint !== null;
  }

  #isEnd(line: string): boolean {
    const match = END.exec(line);
    if (match === null) return false;
    return this.#options.nonce === null || match.groups?.nonce === this.#options.nonce;
  }

  /** Takes a line that is a marker; false where it is data. */
  #takeMarker(line: string): boolean {
    if (START.test(line)) {
      this.#beginFrame();
      return true;
    }
    if (this.#region === 'prose' || this.#region === 'after' || !this.#isEnd(line)) return false;
    this.#closeFrame(true, '');
    return true;
  }

  #beginFrame(): void {
    if (this.#region === 'prose') this.#loose = this.#json.end();
    else if (this.#region !== 'after') this.#closeFrame(false, '');
    this.#region = 'opening';
    this.#isMidLine = false;
    this.#json = new ReviewerResultFinder(this.#options.emit);
    this.#text = new AgentResultReader(this.#options.emit);
  }

  #closeFrame(ended: boolean, rest: string): void {
    if (this.#region === 'json') this.#framed.push(...this.#jsonParts(ended));
    else this.#framed.push(this.#text.end(ended, rest));
    this.#region = 'after';
    this.#isMidLine = false;
  }

  #jsonParts(ended: boolean): readonly ResultPart[] {
    const parts = this.#json.end();
    if (parts.length > 0) return ended ? parts : parts.map(cutPart);
    const empty = new AgentResultReader(() => undefined).end(false, '');
    return [{ ...empty, format: 'json', warnings: ['no result in the JSON between the markers'] }];
  }
}
