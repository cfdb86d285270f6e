/**
 * Runs `npm audit` on each package.json with its package-lock.json and returns findings of vulnerability-reviewer. Needs `allow_network`,
 * because names and versions of dependencies are sent to the registry; nothing is installed and no script is run. Loaded by
 * declaration.ts.
 */
import { join } from 'node:path';
import type { AnalyzerFinding, SourceFile } from '../../ports/analyzer.ts';
import { findCweFamily } from '../../protocol/findings/cwe-family.ts';
import { CONFIDENCE, claimFinding } from '../../protocol/findings/finding.ts';
import type { ToolFault } from '../external/tool-hits.ts';
import type { ToolReport, ToolTask } from '../external/tool-task.ts';
import { type AuditedPackage, parseNpmAudit } from './npm-audit-results.ts';

const NAME = 'npm-audit';
const MANIFEST = 'package.json';
const LOCK = 'package-lock.json';

export async function scanManifests(task: ToolTask): Promise<ToolReport> {
  const findings: AnalyzerFinding[] = [];
  const faults: ToolFault[] = [];
  for (const file of task.files) {
    const found = await auditManifest(task, file);
    if (typeof found === 'string') faults.push({ path: file.path, reason: found });
    else findings.push(...found);
  }
  return { kind: 'scanned', findings, faults };
}

/** Findings, or why there are none. A manifest without its lock names no versions and is not asked about. */
async function auditManifest(task: ToolTask, file: SourceFile): Promise<readonly AnalyzerFinding[] | string> {
  const lockPath = `${file.path.slice(0, -MANIFEST.length)}${LOCK}`;
  const lock = await task.snapshot.read(lockPath);
  if (lock.kind !== 'text') return [];
  const isPlaced = await task.folder.place({ path: file.path, text: file.text });
  if (!isPlaced || !(await task.folder.place({ path: lockPath, text: lock.text }))) return 'its path cannot be written';
  const end = await task.run(['audit', '--json', '--package-lock-only', '--ignore-scripts'], {
    cwd: join(task.folder.files, file.path, '..'),
    environment: { npm_config_update_notifier: 'false', npm_config_fund: 'false', npm_config_cache: task.folder.home },
  });
  if (end.kind !== 'ended') return end.reason;
  const output = parseNpmAudit(end.stdout);
  if (output.kind === 'unusable') return `advisories not checked: ${output.reason}`;
  return output.packages.map((audited) => toFinding(file, audited));
}

function toFinding(file: SourceFile, audited: AuditedPackage): AnalyzerFinding {
  const [worst] = audited.advisories;
  const { name, isDirect, fixedBy } = audited;
  const lines = file.text.split('\n').map((text) => text.replace(/\r$/u, ''));
  const at = lines.findIndex((text) => text.includes(`${JSON.stringify(name)}:`));
  const section = lines.findIndex((text) => /"(?:dev|optional)?[dD]ependencies"\s*:/u.test(text));
  const line = Math.max(at, at < 0 ? section : 0, 0) + 1;
  const family = findCweFamily(worst?.cwe ?? null);
  const more = audited.advisories.length > 1 ? ` and ${audited.advisories.length - 1} more` : '';
  const claim = claimFinding({
    severity: worst?.severity ?? audited.severity,
    category: isDirect ? 'cve' : 'transitive',
    dimension: 'D10',
    cwe: family?.cwe ?? worst?.cwe ?? 'CWE-1395',
    title: `${name} has known vulnerabilities: ${worst?.url.split('/').at(-1) ?? ''}${more}`,
    issue: `${worst?.title ?? ''} (affects ${worst?.range ?? audited.range}).${isDirect ? '' : ' It comes in through another dependency.'}`,
    evidence: (lines[line - 1] ?? '').slice(0, 300),
    recommendation:
      fixedBy === null
        ? `Run \`npm audit fix\`, or replace \`${name}\`.`
        : `Update to ${fixedBy} and write the lock file again.`,
    references: audited.advisories
      .map(({ url }) => url)
      .filter((url) => url.startsWith('https://'))
      .slice(0, 3),
    confidence: CONFIDENCE.high,
    extra: {
      analyzer: NAME,
      dependency: name,
      cve: worst?.url.split('/').at(-1) ?? null,
      cvss: worst?.cvss ?? null,
      affected_versions: worst?.range ?? audited.range,
      patched_version: fixedBy,
      workaround: null,
      direct: isDirect,
    },
  });
  return {
    ...claim,
    reviewer: 'vulnerability-reviewer',
    file: file.path,
    line,
    endLine: line,
    rule: 'known-vulnerability',
  };
}
