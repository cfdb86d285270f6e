/**
 * Compares settings of production with those of development, found by file name (FACT-01, D8): returns a finding for each security
 * switch that is weaker in production, and whether both stages could be read. Where a project has settings of one stage alone there is
 * nothing to compare. Called by examine-settings.ts.
 */
import { type ClaimedFinding, CONFIDENCE, claimFinding } from '../../../protocol/findings/finding.ts';

export interface StageComparison {
  /** False where both stages exist and one of them could not be read. */
  readonly isCompared: boolean;
  readonly findings: readonly ClaimedFinding[];
}

const PRODUCTION = /(?:^|[/._-])(?:prod|production|live|release)(?=[/._-]|$)/iu;
const DEVELOPMENT = /(?:^|[/._-])(?:dev|development|local|debug)(?=[/._-]|$)/iu;

type ReadLines = (file: string) => Promise<readonly string[]>;

export async function compareStages(files: readonly string[], read: ReadLines): Promise<StageComparison> {
  const [production, development] = await Promise.all(
    [PRODUCTION, DEVELOPMENT].map((stage) => readStage(files, stage, read)),
  );
  const names = [production, development].map((stage) => stage?.files ?? 0);
  if (names.includes(0)) return { isCompared: true, findings: [] };
  const isRead = production?.isRead === true && development?.isRead === true;
  const findings = [...(production?.switches ?? [])].flatMap(([key, own]) => {
    const other = development?.switches.get(key);
    return other !== undefined && !own.isSafe && other.isSafe ? [report(own)] : [];
  });
  return { isCompared: isRead, findings };
}

interface Switch {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly isSafe: boolean;
}

interface Stage {
  readonly files: number;
  readonly isRead: boolean;
  readonly switches: ReadonlyMap<string, Switch>;
}

/** `SESSION_COOKIE_SECURE = True`, `"secure": false`, `debug: true`. */
const SETTING = /^\s*["']?(?<name>[A-Za-z_][\w.-]*)["']?\s*[:=]\s*["']?(?<value>true|false|1|0|on|off|yes|no)\b/iu;
const PROTECTS = /secure|verify|csrf|ssl|tls|https|http_?only|hsts|auth|sandbox|strict|rate_?limit/iu;
const EXPOSES = /debug|verbose|trace|allow_?all|insecure|introspection|playground|stack_?trace/iu;

async function readStage(files: readonly string[], stage: RegExp, read: ReadLines): Promise<Stage> {
  const own = files.filter((file) => stage.test(file));
  const switches = new Map<string, Switch>();
  let isRead = true;
  for (const file of own) {
    const lines = await read(file);
    isRead &&= lines.length > 0;
    for (const [i, text] of lines.entries()) {
      const { name, value } = SETTING.exec(text)?.groups ?? {};
      if (name === undefined || value === undefined || !(PROTECTS.test(name) || EXPOSES.test(name))) continue;
      const isOn = /^(?:true|1|on|yes)$/iu.test(value);
      switches.set(name.toLowerCase(), {
        name,
        file,
        line: i + 1,
        text: text.trim(),
        isSafe: EXPOSES.test(name) ? !isOn : isOn,
      });
    }
  }
  return { files: own.length, isRead, switches };
}

const report = ({ name, file, line, text }: Switch): ClaimedFinding =>
  claimFinding({
    severity: 'MEDIUM',
    title: `${name} is weaker in production than in development`,
    issue: 'The development settings have a protection that the production settings lack.',
    category: 'configuration',
    dimension: 'D8',
    cwe: 'CWE-16',
    file,
    line,
    endLine: line,
    evidence: text,
    recommendation: 'Set it in production as in development, or document there why not.',
    confidence: CONFIDENCE.medium,
    rule: 'audit-production-weaker',
  });
