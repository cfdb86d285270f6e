/**
 * Makes a scan from a check function, for our own text analyzers (access, advisories, code-quality, configuration and others): opens each
 * file as a document, runs the check, turns its Observations into findings with quoted evidence. A file that fails is unfinished and the
 * others go on.
 */

import { setImmediate } from 'node:timers/promises';
import type { AnalyzerFinding, AnalyzerOutcome, SourceFile } from '../../ports/analyzer.ts';
import type { Snapshot } from '../../ports/repository.ts';
import type { Dimension } from '../../protocol/findings/dimension.ts';
import { CONFIDENCE, claimFinding } from '../../protocol/findings/finding.ts';
import type { Severity } from '../../protocol/findings/severity.ts';
import { compareText } from '../../protocol/text/compare-text.ts';
import type { Scan } from '../declaration.ts';
import { linkWeakness } from '../rule-tables/claim-rule.ts';
import type { ScanControl } from '../scan-files.ts';
import { openDocument, quoteLines, type TextDocument } from './text-document.ts';

/** What a check says about a place in a document. */
export interface Observation {
  readonly document: TextDocument;
  readonly line: number;
  readonly endLine?: number | undefined;
  readonly rule: string;
  readonly severity: Severity;
  readonly category: string;
  readonly title: string;
  readonly issue: string;
  readonly recommendation: string;
  readonly impact?: string;
  readonly confidence?: number;
  /** `CWE-` and its number. */
  readonly cwe?: string | null;
  readonly dimension?: Dimension | null;
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** What was seen in a file of which not everything may have been read. */
export interface PartlyRead {
  readonly observations: readonly Observation[];
  /** Where it breaks the rules of its format; null where it does not. */
  readonly fault: string | null;
  /** What was looked at less closely than usual. */
  readonly limit?: string | null;
}

export type Checked = readonly Observation[] | PartlyRead;

/** What an analyzer knows of a snapshot. What it says of a file does not depend on which files it saw before. */
export interface ScanSession {
  /** Said in the outcome like the plan's note, but only of this snapshot. */
  readonly note?: string | undefined;
  check(document: TextDocument): Promise<Checked> | Checked;
  /** Comes after the last file of each scan, for what is asked about all of them at once. */
  finish?(): Promise<readonly Observation[]> | readonly Observation[];
}

export interface ProjectPlan {
  readonly reviewer: string;
  /** Said in the outcome even when everything went well: a limit the reader has to know. */
  readonly note?: string;
  /** Called once per snapshot, however many scans ask; again if it failed. */
  begin(snapshot: Snapshot, signal: AbortSignal): Promise<ScanSession> | ScanSession;
}

export function createProjectScan(plan: ProjectPlan): Scan {
  const openSession = cacheSessions(plan);
  return async (files, snapshot, signal, begin) =>
    scanFiles(plan, sortByPath(files), await openSession(snapshot, signal), { signal, begin });
}

function cacheSessions(plan: ProjectPlan): (snapshot: Snapshot, signal: AbortSignal) => Promise<ScanSession> {
  const sessions = new WeakMap<Snapshot, Promise<ScanSession>>();
  return (snapshot, signal) => {
    const known = sessions.get(snapshot);
    if (known) return known;
    const session = Promise.resolve(plan.begin(snapshot, signal)).catch((error: unknown) => {
      sessions.delete(snapshot);
      throw error;
    });
    sessions.set(snapshot, session);
    return session;
  };
}

async function scanFiles(
  plan: ProjectPlan,
  files: readonly SourceFile[],
  session: ScanSession,
  { signal, begin = () => undefined }: ScanControl,
): Promise<AnalyzerOutcome> {
  const looks: Look[] = [];
  for (const { path, ...file } of files) {
    begin(path);
    const look = signal.aborted ? 'stopped before the end' : await checkFile(session, { path, ...file });
    looks.push(
      typeof look === 'string' ? { ...UNSEEN, path, failure: look } : { ...UNSEEN, path, ...toPartlyRead(look) },
    );
  }
  const observations = looks.flatMap((look) => look.observations);
  if (!signal.aborted) for (const seen of (await session.finish?.()) ?? []) observations.push(seen);
  const findings = observations.map((seen) => toFinding(seen, plan.reviewer)).sort(compareFindings);
  const failed = looks.filter(({ failure }) => failure !== null);
  const unparsed = looks.flatMap(({ path, fault }) => (fault === null ? [] : [{ path, fault }]));
  return {
    status: failed.length + unparsed.length > 0 ? 'partial' : 'completed',
    reason: failed[0]?.failure ?? describeLimits(looks) ?? session.note ?? plan.note ?? null,
    findings,
    unfinished: failed.map(({ path }) => path),
    ...(unparsed.length > 0 ? { unparsed } : {}),
  };
}

interface Look extends PartlyRead {
  readonly path: string;
  /** Why nothing can be said of it; null where something can. */
  readonly failure: string | null;
}

const UNSEEN = { observations: [], fault: null, limit: null, failure: null } as const;

const toPartlyRead = (checked: Checked): PartlyRead =>
  'observations' in checked ? checked : { observations: checked, fault: null };

function describeLimits(looks: readonly Look[]): string | null {
  const limited = Map.groupBy(looks, ({ limit }) => limit ?? null);
  const said = [...limited].flatMap(([limit, { length }]) =>
    limit === null ? [] : [`${limit} in ${length} ${length === 1 ? 'file' : 'files'}`],
  );
  return said.length === 0 ? null : said.join('; ');
}

/** The observations of one file, or why there are none. Gives way to other work afterwards. */
async function checkFile(session: ScanSession, file: SourceFile): Promise<Checked | string> {
  try {
    return await session.check(openDocument(file));
  } catch (error) {
    return `${file.path}: ${error instanceof Error ? error.message : String(error)}`;
  } finally {
    await setImmediate();
  }
}

function toFinding(seen: Observation, reviewer: string): AnalyzerFinding {
  const { document, severity, title, issue, recommendation, category, rule } = seen;
  const line = findQuotableLine(document, Math.min(Math.max(seen.line, 1), document.lines.length));
  const endLine = Math.min(Math.max(seen.endLine ?? line, line), document.lines.length);
  const claim = claimFinding({ severity, title, issue });
  return {
    ...claim,
    reviewer,
    category,
    rule,
    file: document.path,
    line,
    endLine,
    recommendation,
    evidence: quoteLines(document, line, endLine, String(seen.extra?.dependency ?? '').split(',')[0]),
    dimension: seen.dimension ?? null,
    cwe: seen.cwe ?? null,
    references: linkWeakness(seen.cwe ?? null),
    impact: seen.impact ?? null,
    confidence: seen.confidence ?? CONFIDENCE.high,
    extra: seen.extra ?? {},
  };
}

/** The line itself or the next one that is not blank: a finding without evidence cannot be confirmed. */
function findQuotableLine(document: TextDocument, line: number): number {
  for (let at = line; at <= document.lines.length; at += 1) if (document.lines[at - 1]?.trim() !== '') return at;
  return line;
}

const sortByPath = (files: readonly SourceFile[]): readonly SourceFile[] =>
  [...files].sort((a, b) => compareText(a.path, b.path));

const compareFindings = (a: AnalyzerFinding, b: AnalyzerFinding): number =>
  compareText(a.file, b.file) || a.line - b.line || compareText(a.rule, b.rule) || compareText(a.title, b.title);
