/**
 * Finds reviewer results (objects with a list `findings`) in JSON within prose, fences, wrappers or lists (REV-23), and hands out
 * each finding when its brace closes, not before; nothing behind a break in the JSON is taken. Used by output-frame.ts.
 */

import type { ClaimedFinding } from '../findings/finding.ts';
import { parseLocation } from '../findings/location.ts';
import type { EmitFinding, Reaudit, ResultPart } from './agent-claims.ts';
import { type ContainerKind, type JsonListener, JsonScanner } from './json-scanner.ts';
import {
  BASE_FIELDS,
  CLAIM_FIELDS,
  type FindingReading,
  hasText,
  LIST_CLAIM_FIELDS,
  readClaims,
  readFinding,
  readText,
} from './reviewer-claims.ts';

/** Wrappers deeper than this are not searched for results. */
const MAX_WRAPPERS = 16;
/** A finding nested deeper than this is not read: nothing behind us survives such a value. */
const MAX_FINDING_DEPTH = 32;
/** Keys under which an earlier or an exemplary result may lie that is not this agent's answer. */
const NOT_THE_ANSWER = /^(?:history|previous|prior|earlier|baseline|example|sample|schema|template)/iu;

type Role = 'plain' | 'findings' | 'element' | 'list' | 'claim' | 'ignored';
type Fields = Map<string, unknown>;

/** Roles inside which results may still be found. */
const SEARCHED: ReadonlySet<Role> = new Set(['plain', 'findings', 'list']);

interface Container {
  readonly role: Role;
  readonly kind: ContainerKind;
  readonly start: number;
  readonly key: string | null;
  /** Claims read so far, of an object that is or may become a result. */
  readonly fields: Fields;
  result: Draft | null;
  /** Whether a result was found in it. */
  covered: boolean;
  file: string | null;
  readonly holds: boolean;
}

interface Draft {
  /** Own fields first, then those of the wrappers. */
  readonly scopes: readonly Fields[];
  readonly findings: ClaimedFinding[];
  readonly reaudit: Reaudit[];
  readonly warnings: string[];
  begun: number;
  /** How many of the findings have been given on. */
  handedOut: number;
  ending: ResultPart['ending'];
  hasList: boolean;
}

export class ReviewerResultFinder implements JsonListener {
  readonly #scanner = new JsonScanner(this);
  readonly #emit: EmitFinding;
  readonly #drafts: Draft[] = [];
  #containers: Container[] = [];
  /** First draft of the outermost container being read. */
  #rootDrafts = 0;
  /** Set where a document in the middle of a line may be quoted text. */
  #needsOwnLine: boolean;

  constructor(emit: EmitFinding, needsOwnLine = false) {
    this.#emit = emit;
    this.#needsOwnLine = needsOwnLine;
    this.#scanner.watchDepth = MAX_WRAPPERS;
  }

  push(chunk: string): void {
    this.#scanner.push(chunk);
  }

  /** What was found; everything still open counts as cut. */
  end(): readonly ResultPart[] {
    this.#abandon('cut before it closed');
    return this.#drafts.filter((draft) => !isTemplate(draft)).map((draft) => this.#finish(draft));
  }

  open(kind: ContainerKind, start: number, key: string | null, depth: number): void {
    if (depth === 1) this.#rootDrafts = this.#drafts.length;
    const parent = this.#containers.at(-1) ?? null;
    const role = parent === null ? this.#rootRole(kind) : nestedRole(parent, kind, key);
    const holds = role === 'element' || role === 'claim' || (parent?.role === 'list' && role === 'plain');
    const container: Container = {
      role,
      kind,
      start,
      key,
      fields: new Map(),
      result: null,
      covered: false,
      file: null,
      holds,
    };
    this.#containers.push(container);
    if (holds) this.#scanner.holdFrom ??= start;
    if (!SEARCHED.has(role)) this.#scanner.watchDepth = depth;
    if (parent !== null) this.#noteOpened(container, parent);
  }

  #noteOpened(container: Container, parent: Container): void {
    const { role, key } = container;
    if (role === 'findings') container.result = this.#resultOf(parent);
    else if (role === 'element') this.#beginElement(parent);
    else if (role === 'ignored' && parent.role === 'findings') this.#refuse(parent, 'not an object');
    else if (role === 'ignored' && parent.role === 'plain' && key === 'findings') this.#noteNoList(parent);
  }

  value(start: number, end: number, key: string | null, depth: number): void {
    const container = this.#containers[depth - 1];
    if (container === undefined) return;
    if (container.role === 'findings') this.#refuse(container, 'not an object');
    else if (container.role === 'element') this.#noteFile(container, key, start, end);
    else if (container.role === 'plain' && key !== null && CLAIM_FIELDS.has(key)) {
      container.fields.set(key, this.#parse(start, end));
      if (key === 'agent') for (const draft of this.#drafts.slice(this.#rootDrafts)) this.#handOut(draft);
    } else if (container.role === 'plain' && key === 'findings') this.#noteNoList(container);
  }

  close(start: number, end: number, depth: number): void {
    const container = this.#containers.pop();
    if (container === undefined) return;
    const parent = this.#containers.at(-1) ?? null;
    this.#scanner.watchDepth = MAX_WRAPPERS;
    if (container.role === 'element') this.#takeElement(container, parent, end);
    else if (container.role === 'claim') parent?.fields.set(container.key ?? '', this.#parse(start, end));
    else if (container.role === 'plain') this.#closeObject(container, parent, end);
    this.#release();
    if (depth === 1) this.#closeRoot();
  }

  broken(): void {
    const given = this.#abandon('the JSON around it is broken');
    for (const draft of given) draft.ending = 'broken';
    this.#needsOwnLine ||= given.length > 0;
    this.#scanner.watchDepth = MAX_WRAPPERS;
    this.#scanner.holdFrom = null;
  }

  /** Behind a broken result only a document on its own line is believed: the rest may be a text that it quotes. */
  #rootRole(kind: ContainerKind): Role {
    if (this.#needsOwnLine && !this.#scanner.rootStartsLine) return 'ignored';
    return kind === 'array' && this.#scanner.rootStartsLine ? 'list' : 'plain';
  }

  #resultOf(container: Container): Draft {
    if (container.result !== null) return container.result;
    const open = this.#containers.slice(0, this.#containers.indexOf(container) + 1);
    const scopes = open.map(({ fields }) => fields).reverse();
    for (const enclosing of open) enclosing.covered = true;
    const draft: Draft = {
      scopes,
      findings: [],
      reaudit: [],
      warnings: [],
      begun: 0,
      handedOut: 0,
      ending: 'cut',
      hasList: true,
    };
    this.#drafts.push(draft);
    container.result = draft;
    return draft;
  }

  #beginElement(parent: Container | null): void {
    this.#scanner.deepest = 0;
    if (parent?.result) parent.result.begun += 1;
  }

  #takeElement(element: Container, parent: Container | null, end: number): void {
    const draft = parent?.result;
    if (!draft) return;
    const reading = this.#readElement(element, end);
    if (reading.kind === 'unusable') {
      this.#giveUp(draft, reading.id, reading.file, reading.reason);
      return;
    }
    this.#keep(reading.finding, draft);
  }

  #keep(finding: ClaimedFinding, draft: Draft): void {
    draft.findings.push(finding);
    this.#handOut(draft);
  }

  /** As soon as the result names its agent: without a name only a whole output counts (REV-25). */
  #handOut(draft: Draft): void {
    if (nameOf(draft) === null) return;
    for (const finding of draft.findings.slice(draft.handedOut)) this.#emit(finding, draft);
    draft.handedOut = draft.findings.length;
  }

  #readElement({ start, file }: Container, end: number): FindingReading {
    const isTooDeep = this.#scanner.deepest - this.#containers.length > MAX_FINDING_DEPTH;
    const value = isTooDeep ? undefined : this.#parse(start, end);
    if (value !== undefined) return readFinding(value);
    const reason = isTooDeep ? 'nested too deeply' : 'its text is not valid JSON';
    return { kind: 'unusable', id: null, file, reason };
  }

  #giveUp(draft: Draft, id: string | null, file: string | null, reason: string): void {
    draft.reaudit.push({ id: id ?? `F${String(draft.begun).padStart(3, '0')}`, file, reason });
  }

  #refuse(container: Container, reason: string): void {
    if (container.result === null) return;
    container.result.begun += 1;
    this.#giveUp(container.result, null, null, reason);
  }

  #noteFile(element: Container, key: string | null, start: number, end: number): void {
    if (key !== 'file' && key !== 'location') return;
    const place = parseLocation(readText(this.#parse(start, end)) ?? '');
    element.file = place?.file ?? element.file;
  }

  #noteNoList(container: Container): void {
    const draft = this.#resultOf(container);
    draft.hasList = false;
    draft.warnings.push('`findings` is not a list');
  }

  #closeObject(container: Container, parent: Container | null, end: number): void {
    if (container.result === null && container.kind === 'object') {
      if (parent?.role === 'list') this.#takeListed(container, parent, end);
      if (looksLikeResult(container.fields) && !container.covered) this.#noteMissingList(container);
    }
  }

  /** An object directly in an outermost list: a finding if it reads like one, otherwise none of our business. */
  #takeListed(container: Container, list: Container, end: number): void {
    const value = this.#parse(container.start, end);
    const reading = readFinding(value);
    if (reading.kind === 'unusable' || reading.finding.file === null) return;
    const draft = this.#resultOf(list);
    draft.begun += 1;
    this.#keep(reading.finding, draft);
  }

  #noteMissingList(container: Container): void {
    this.#containers.push(container);
    const draft = this.#resultOf(container);
    this.#containers.pop();
    draft.hasList = false;
    draft.warnings.push('`findings` is missing');
  }

  #closeRoot(): void {
    for (const draft of this.#drafts.slice(this.#rootDrafts)) draft.ending = 'closed';
    this.#rootDrafts = this.#drafts.length;
  }

  /** Gives up what is open; returns the results in it. */
  #abandon(reason: string): readonly Draft[] {
    for (const container of this.#containers) {
      if (container.role === 'plain' && readText(container.fields.get('agent')) !== null) this.#ensureResult(container);
    }
    const element = this.#containers.at(-1);
    const parent = this.#containers.at(-2);
    if (parent?.result && element?.role === 'element') this.#giveUp(parent.result, null, element.file, reason);
    if (parent?.role === 'list') this.#refuse(parent, reason);
    const given = this.#drafts.slice(this.#rootDrafts);
    this.#containers = [];
    this.#rootDrafts = this.#drafts.length;
    return given;
  }

  /** An open object that names its agent is a result that was cut, unless a result inside it already stands for it. */
  #ensureResult(container: Container): void {
    if (!container.covered) this.#resultOf(container);
  }

  #parse(start: number, end: number): unknown {
    try {
      return JSON.parse(this.#scanner.slice(start, end));
    } catch {
      return undefined;
    }
  }

  #release(): void {
    this.#scanner.holdFrom = this.#containers.find(({ holds, result }) => holds && result === null)?.start ?? null;
  }

  #finish(draft: Draft): ResultPart {
    const said = Object.fromEntries([...draft.scopes].reverse().flatMap((fields) => [...fields]));
    const missing = BASE_FIELDS.filter((field) => (field === 'findings' ? !draft.hasList : !(field in said)));
    const warnings = [...draft.warnings];
    if (draft.ending === 'closed' && missing.length > 0) warnings.push(`missing fields: ${missing.join(', ')}`);
    if (this.#scanner.sawLenient) warnings.push('comments or trailing commas were left out');
    return {
      format: 'json',
      agent: nameOf(draft),
      ending: draft.ending,
      anomalous: !draft.hasList,
      findings: draft.findings,
      reaudit: draft.reaudit,
      begun: draft.begun,
      claims: readClaims(said),
      warnings,
    };
  }
}

function nestedRole(parent: Container, kind: ContainerKind, key: string | null): Role {
  const isObject = kind === 'object';
  switch (parent.role) {
    case 'findings':
      return isObject ? 'element' : 'ignored';
    case 'list':
      return isObject ? 'plain' : 'ignored';
    case 'plain':
      return key === null ? 'plain' : fieldRole(parent, isObject, key);
    default:
      return 'ignored';
  }
}

function fieldRole(parent: Container, isObject: boolean, key: string): Role {
  if (key === 'findings') return isObject ? 'ignored' : 'findings';
  if (LIST_CLAIM_FIELDS.has(key)) return 'claim';
  return parent.result !== null || NOT_THE_ANSWER.test(key) ? 'ignored' : 'plain';
}

/** What the result, or else what it is wrapped in, says so far. */
function nameOf({ scopes }: Draft): string | null {
  const fields = scopes.find((scope) => scope.has('agent'));
  const name = readText(fields?.get('agent'))?.trim() ?? null;
  return name !== null && hasText(name) ? name : null;
}

/** A sample of the shape, with dots for a name and nothing in it. */
function isTemplate({ scopes, findings }: Draft): boolean {
  const name = readText(scopes[0]?.get('agent'));
  return findings.length === 0 && name !== null && !hasText(name);
}

/** A closed object without `findings` is a result only if it says more than a name: tool calls have names too. */
const looksLikeResult = (fields: Fields): boolean =>
  readText(fields.get('agent')) !== null && ['verdict', 'partial', 'files_reviewed'].some((field) => fields.has(field));
