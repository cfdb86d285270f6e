import { AgentResultReader, isFindingHeading, isHeaderLine } from './agent-result.js';
import { parseCheckpoint } from './checkpoint.js';
import { ReviewerResultFinder } from './reviewer-results.js';
const START = /^===AGENT_RESULT===[ \t]*$/u;
const END = /^===AGENT_RESULT_END(?::(?<nonce>[^\s=]{1,200}))?===[ \t]*$/u;
const NEXT_MARK = /\n(?====AGENT_RESULT|\[CHECKPOINT\])/gu;
const MARKS = ['===AGENT_RESULT', '[CHECKPOINT]'];
/** A longer line is no marker, whatever it begins with. */
const MAX_MARK_CHARACTERS = 1000;
const withoutReturn = (line) => (line.endsWith('\r') ? line.slice(0, -1) : line);
const mayBeMark = (line) => line.length < MAX_MARK_CHARACTERS && MARKS.some((mark) => line.startsWith(mark) || mark.startsWith(line));
/** A result that did not get its end, whatever its own brackets say. */
export const cutPart = (part) => (part.ending === 'closed' ? { ...part, ending: 'cut' } : part);
export class OutputFrames {
    #options;
    #framed = [];
    #checkpoints = [];
    #loose = [];
    #region = 'prose';
    #json;
    #text;
    /** What has arrived of a line that cannot be passed on yet. */
    #line = '';
    #isMidLine = false;
    #isFirst = true;
    constructor(options) {
        this.#options = options;
        this.#json =
            options.nonce === null ? new ReviewerResultFinder(options.emit) : new ReviewerResultFinder(() => undefined, true);
        this.#text = new AgentResultReader(options.emit);
    }
    push(chunk) {
        let rest = this.#isFirst && chunk.startsWith('\uFEFF') ? chunk.slice(1) : chunk;
        if (chunk !== '')
            this.#isFirst = false;
        while (rest !== '')
            rest = this.#takesLines() ? this.#pushLine(rest) : this.#pushStream(rest);
    }
    end() {
        const line = this.#line;
        this.#line = '';
        const ends = this.#region !== 'prose' && this.#region !== 'after' && this.#isEnd(withoutReturn(line));
        if (ends)
            this.#closeFrame(true, '');
        else {
            this.#noteCheckpoint(withoutReturn(line));
            if (this.#region === 'opening')
                this.#decide(line);
            if (!this.#takesLines())
                this.#feed(line);
            if (this.#region === 'prose')
                this.#loose = this.#json.end();
            else if (this.#region !== 'after')
                this.#closeFrame(false, line);
        }
        return { loose: this.#loose, framed: this.#framed, checkpoints: this.#checkpoints };
    }
    #takesLines() {
        return this.#region === 'text' || this.#region === 'opening';
    }
    #pushLine(rest) {
        const end = rest.indexOf('\n');
        if (this.#region === 'opening' && this.#line.length < MAX_MARK_CHARACTERS) {
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
    #decide(line) {
        const start = line.trimStart();
        if (start.startsWith('{') || /^\[\s*[{\]]/u.test(start))
            this.#region = 'json';
        else if (isFindingHeading(line) || isHeaderLine(line))
            this.#region = 'text';
        if (this.#region === 'json')
            this.#isMidLine = false;
        return this.#region;
    }
    #takeLine(line) {
        if (this.#takeMark(line) || this.#noteCheckpoint(line))
            return;
        if (this.#region === 'text')
            this.#text.push(line);
    }
    /** Text that needs no lines: passed on at once, except where a line may still become a marker. */
    #pushStream(rest) {
        if (!this.#isMidLine) {
            const line = this.#line + rest;
            const end = line.indexOf('\n');
            this.#line = '';
            if (end < 0 && mayBeMark(line)) {
                this.#line = line;
                return '';
            }
            const first = end < 0 ? '' : withoutReturn(line.slice(0, end));
            if (end >= 0 && mayBeMark(first) && first !== '' && this.#takeMark(first))
                return line.slice(end + 1);
            this.#noteCheckpoint(first);
            this.#isMidLine = true;
            return line;
        }
        return this.#feedToNextMark(rest);
    }
    #feedToNextMark(rest) {
        NEXT_MARK.lastIndex = 0;
        const next = NEXT_MARK.exec(rest);
        let cut = next === null ? rest.length : next.index + 1;
        if (next === null) {
            const lastLine = rest.lastIndexOf('\n') + 1;
            if (lastLine > 0 && mayBeMark(rest.slice(lastLine)))
                cut = lastLine;
        }
        this.#feed(rest.slice(0, cut));
        this.#isMidLine = cut === rest.length && !rest.endsWith('\n');
        return rest.slice(cut);
    }
    #feed(text) {
        if (this.#region === 'prose' || this.#region === 'json')
            this.#json.push(text);
    }
    #noteCheckpoint(line) {
        const checkpoint = line.startsWith('[') ? parseCheckpoint(line) : null;
        if (checkpoint !== null)
            this.#checkpoints.push(checkpoint);
        return checkpoint !== null;
    }
    #isEnd(line) {
        const match = END.exec(line);
        if (match === null)
            return false;
        return this.#options.nonce === null || match.groups?.nonce === this.#options.nonce;
    }
    /** Takes a line that is a marker; false where it is data. */
    #takeMark(line) {
        if (START.test(line)) {
            this.#beginFrame();
            return true;
        }
        if (this.#region === 'prose' || this.#region === 'after' || !this.#isEnd(line))
            return false;
        this.#closeFrame(true, '');
        return true;
    }
    #beginFrame() {
        if (this.#region === 'prose')
            this.#loose = this.#json.end();
        else if (this.#region !== 'after')
            this.#closeFrame(false, '');
        this.#region = 'opening';
        this.#isMidLine = false;
        this.#json = new ReviewerResultFinder(this.#options.emit);
        this.#text = new AgentResultReader(this.#options.emit);
    }
    #closeFrame(ended, rest) {
        if (this.#region === 'json')
            this.#framed.push(...this.#jsonParts(ended));
        else
            this.#framed.push(this.#text.end(ended, rest));
        this.#region = 'after';
        this.#isMidLine = false;
    }
    #jsonParts(ended) {
        const parts = this.#json.end();
        if (parts.length > 0)
            return ended ? parts : parts.map(cutPart);
        const empty = new AgentResultReader(() => undefined).end(false, '');
        return [{ ...empty, format: 'json', warnings: ['no result in the JSON between the markers'] }];
    }
}
