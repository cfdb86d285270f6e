/**
 * Reads the lines between `===AGENT_RESULT===` and its end marker into findings and claims (FACT-05, AUD-15, AUD-18). A finding
 * is whole when every field has its line end; a cut one is kept only with file, source and sink (TRUNC-15). Used by
 * output-frame.ts.
 */

import { type ClaimedFinding, CONFIDENCE, claimFinding } from '../findings/finding.ts';
import { parseLocation } from '../findings/location.ts';
import type { EmitFinding, Reaudit, ResultPart } from './agent-claims.ts';
import { HEADER_KEYS, REQUIRED_HEADER, readHeaderClaims } from './agent-result-header.ts';
import { FieldLines } from './field-lines.ts';
import { readConfidence, readCwe, readDimension, readSeverity } from './reviewer-claims.ts';
import { parseSteps } from './validation-steps.ts';

export const FINDING_FIELDS = [
  'file',
  'dim',
  'confidence',
  'source',
  'sink',
  'flow',
  'evidence',
  'impact',
  'validation',
] as const;

const OPTIONAL_FIELDS = ['recommendation', 'category', 'chain_status', 'chain_reason', 'reason', 'proof'];
const FINDING_RULES = { keys: new Set([...FINDING_FIELDS, ...OPTIONAL_FIELDS]), multiline: 'evidence' } as const;
const HEADER_RULES = { keys: HEADER_KEYS, multiline: 'hotspots' } as const;
const HEADING = /^\[(?<id>F-?\d{1,6})\](?<rest>.*)$/isu;
/** A heading that does not start its line: `**[F001] …`, `## [F001] …`. */
const DRESSED_HEADING = /^\W{1,8}(?<id>F-?\d{1,6})\]/iu;

type Heading = Pick<ClaimedFinding, 'severity' | 'cwe' | 'title'>;

interface Block {
  readonly id: string;
  /** Null where the line below it never came, or does not read as a heading. */
  readonly heading: Heading | null;
  readonly fields: FieldLines;
}

/** Whether a line opens a finding; only at the start of a line. */
export const isFindingHeading = (line: string): boolean => HEADING.test(line);

export const isHeaderLine = (line: string): boolean => {
  const key = /^[ \t]*(?:\*\*)?([A-Za-z_]{2,40})(?:\*\*)? ?:/u.exec(line)?.[1]?.toLowerCase();
  return key !== undefined && HEADER_KEYS.has(key);
};

function parseHeading(rest: string): Heading | null {
  const parts = rest.split('|');
  const severity = readSeverity(parts[0]);
  const cwe = readCwe(parts[1]);
  const title = (parts.length > 2 ? parts.slice(2).join('|') : cwe === null ? (parts[1] ?? '') : '').trim();
  return severity === null || title === '' ? null : { severity, cwe, title };
}

export class AgentResultReader {
  readonly #emit: EmitFinding;
  readonly #header = new FieldLines(HEADER_RULES);
  readonly #findings: ClaimedFinding[] = [];
  readonly #reaudit: Reaudit[] = [];
  readonly #warnings: string[] = [];
  readonly #dressed: Reaudit[] = [];
  #block: Block | null = null;
  #begun = 0;
  #strayLines = 0;

  /** `emit` gets every whole finding when its block ends, except that without an `agent_id` nothing is handed out early. */
  constructor(emit: EmitFinding) {
    this.#emit = emit;
  }

  /** One line that ended, without its line end. */
  push(line: string): void {
    const heading = HEADING.exec(line)?.groups;
    if (heading !== undefined) this.#begin(heading.id ?? '', parseHeading(heading.rest ?? ''));
    else if (this.#block === null && this.#begun > 0) this.#strayLines += line.trim() === '' ? 0 : 1;
    else if (this.#block === null) this.#pushHeader(line);
    else if (line.trim() === '' && this.#isWhole(this.#block)) this.#closeBlock();
    else this.#block.fields.push(line);
  }

  /** Where no finding has begun, a dressed heading is no quotation: what it opens is not read, but not passed over either. */
  #pushHeader(line: string): void {
    const id = DRESSED_HEADING.exec(line)?.groups?.id;
    if (id === undefined) this.#header.push(line);
    else this.#dressed.push({ id: id.toUpperCase(), file: null, reason: 'its heading does not start the line' });
  }

  /** `rest` is what came of a line that did not end; `closed` says whether the end marker was there. */
  end(closed: boolean, rest: string): ResultPart {
    const id = HEADING.exec(rest)?.groups?.id;
    if (id !== undefined) this.#begin(id, null);
    const goesOn = rest.trim() !== '' && /^[ \t]/u.test(rest);
    this.#closeBlock(closed ? 'ended' : goesOn ? 'cut-inside' : 'cut');
    return this.#finish(closed);
  }

  #begin(id: string, heading: Heading | null): void {
    this.#closeBlock();
    this.#begun += 1;
    this.#block = { id: id.toUpperCase(), heading, fields: new FieldLines(FINDING_RULES) };
  }

  #isWhole({ heading, fields }: Block): boolean {
    return heading !== null && fields.missing(FINDING_FIELDS).length === 0;
  }

  #closeBlock(how: 'ended' | 'cut' | 'cut-inside' = 'ended'): void {
    const block = this.#block;
    this.#block = null;
    if (block === null) return;
    this.#strayLines += block.fields.strayLines;
    const isOpen = how !== 'ended' && mayGoOn(block.fields, how === 'cut-inside');
    const isWhole = this.#isWhole(block) && !isOpen;
    const finding = readBlock(block, !isWhole);
    if (typeof finding === 'string') {
      const file = parseLocation(block.fields.get('file') ?? '')?.file ?? null;
      this.#reaudit.push({ id: block.id, file, reason: finding });
      return;
    }
    this.#warnUnknown(block);
    if (!isWhole && how === 'ended')
      this.#warnings.push(`${block.id} lacks ${block.fields.missing(FINDING_FIELDS).join(', ')}`);
    this.#findings.push(finding);
    if (isWhole && this.#header.get('agent_id') !== null) this.#emit(finding, this);
  }

  #warnUnknown({ id, fields }: Block): void {
    const confidence = fields.get('confidence');
    if (confidence !== null && readConfidence(confidence) === null)
      this.#warnings.push(`${id}: confidence \`${confidence.slice(0, 40)}\` is not known and counts as low`);
    const dimension = fields.get('dim');
    if (dimension !== null && readDimension(dimension) === null)
      this.#warnings.push(`${id}: dimension \`${dimension.slice(0, 40)}\` is not known`);
  }

  #finish(closed: boolean): ResultPart {
    const missing = this.#header.missing(REQUIRED_HEADER);
    const dressed = this.#begun === 0 ? this.#dressed : [];
    const warnings = [...this.#warnings];
    if (closed && missing.length > 0) warnings.push(`missing header lines: ${missing.join(', ')}`);
    const stray = this.#strayLines + this.#header.strayLines;
    if (stray > 0) warnings.push(`lines that belong to no field: ${stray}`);
    return {
      format: 'text',
      agent: this.#header.get('agent_id'),
      ending: closed ? 'closed' : 'cut',
      anomalous: closed && missing.length + dressed.length > 0,
      findings: this.#findings,
      reaudit: [...this.#reaudit, ...dressed],
      begun: this.#begun + dressed.length,
      claims: readHeaderClaims(this.#header),
      warnings,
    };
  }
}

/** Whether the last field of a cut block may have had more to it: evidence has several lines, a validation four steps. */
function mayGoOn(fields: FieldLines, cutInside: boolean): boolean {
  if (fields.lastKey === 'evidence') return true;
  const validation = fields.get('validation');
  if (fields.lastKey !== 'validation' || validation === null) return cutInside;
  return !(/^skip\b/iu.test(validation) || /\b4\s*:/u.test(validation));
}

/** The finding of a block, or why there is none. */
function readBlock({ id, heading, fields }: Block, isCut: boolean): ClaimedFinding | string {
  const place = parseLocation(fields.get('file') ?? '');
  if (heading === null) return 'its heading is truncated or not understood';
  const lacking = fields.missing(['file', 'source', 'sink']);
  if (place === null || lacking.length > 0) return `lacks ${lacking.join(', ')}`;
  const confidence = fields.get('confidence');
  if (confidence?.includes('|')) return 'it repeats the template';
  return claimFinding({
    ...heading,
    ...place,
    id,
    issue: heading.title,
    dimension: readDimension(fields.get('dim')),
    confidence: readConfidence(confidence) ?? CONFIDENCE.low,
    category: fields.get('category'),
    source: fields.get('source'),
    sink: fields.get('sink'),
    flow: fields.get('flow'),
    evidence: fields.get('evidence'),
    impact: fields.get('impact'),
    recommendation: fields.get('recommendation'),
    originallyTruncated: isCut,
    extra: readExtra(fields),
  });
}

function readExtra(fields: FieldLines): Record<string, unknown> {
  const extra: Record<string, unknown> = {};
  const validation = fields.get('validation');
  if (validation !== null) {
    extra.validation = /^(pass|partial|skip)(?![\w|])/iu.exec(validation)?.[1]?.toLowerCase() ?? 'partial';
    extra.validation_steps = parseSteps(validation);
  }
  for (const key of ['chain_status', 'chain_reason', 'reason', 'proof']) {
    const value = fields.get(key);
    if (value !== null) extra[key] = value;
  }
  return extra;
}
