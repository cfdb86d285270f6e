import { describe, expect, test } from 'vitest';
import { BUILT_IN_REVIEWERS } from '../reviewers/reviewer-roster.ts';
import { claimFinding } from './finding.ts';
import { type VetoCandidate, vetoReasonOf } from './veto.ts';

const finding = (said: Partial<VetoCandidate>): VetoCandidate => ({
  ...claimFinding({ severity: 'HIGH', title: 'Something', issue: 'Something is off', file: 'src/a.ts', line: 4 }),
  status: 'unverified',
  ...said,
});

const PATH = { source: 'req.query.id :2', sink: 'db.query :4', flow: ':2 → :4' };

describe('veto grounds', () => {
  test.each<[string, Partial<VetoCandidate>, string | null]>([
    ['security', { severity: 'CRITICAL', status: 'confirmed' }, 'confirmed CRITICAL'],
    ['security', { severity: 'CRITICAL', status: 'unverified' }, null],
    ['security', PATH, 'exploit path'],
    ['security', { ...PATH, flow: null }, null],
    ['security', { ...PATH, sink: ' ' }, null],
    ['security', { ...PATH, severity: 'MEDIUM' }, null],
    ['security', { category: 'secrets' }, 'secret'],
    ['security', { category: 'secrets', severity: 'MEDIUM' }, null],
    ['security', { category: 'auth', cwe: 'CWE-306' }, 'auth bypass'],
    ['security', { category: 'auth', title: 'Authentication bypass with an empty token' }, 'auth bypass'],
    ['security', { category: 'auth', title: 'Session lives too long' }, null],
    ['security', { cwe: 'CWE-306', rule: 'open-route', confidence: 0.6 }, null],
    ['security', { cwe: 'CWE-306', rule: 'open-route', confidence: 0.9 }, 'auth bypass'],
    ['security', { cwe: 'CWE-306', rule: null, confidence: 0.3 }, 'auth bypass'],
    ['security', { cwe: 'CWE-306', rule: 'open-route', confidence: 0.6, ...PATH }, 'exploit path'],
    ['vulnerability', { severity: 'CRITICAL', category: 'cve' }, 'CRITICAL CVE in a direct dependency'],
    ['vulnerability', { severity: 'CRITICAL', category: 'cve', extra: { direct: false } }, null],
    ['vulnerability', { severity: 'CRITICAL', category: 'transitive', extra: { cve: 'CVE-2021-44228' } }, null],
    ['vulnerability', { category: 'cve' }, null],
    ['vulnerability', { category: 'cve', extra: { exploited: true } }, 'exploited vulnerability'],
    ['vulnerability', { category: 'confusion' }, 'dependency confusion'],
    ['vulnerability', { category: 'license' }, 'licence liability'],
    ['vulnerability', { category: 'license', severity: 'LOW' }, null],
    ['go', { category: 'resources', title: 'Goroutine leak' }, 'leak'],
    ['go', { category: 'concurrency', cwe: 'CWE-362' }, 'race'],
    ['go', { category: 'concurrency', title: 'Trace is unread' }, null],
    ['go', { category: 'error-handling', title: 'Error of Commit is ignored' }, 'ignored critical error'],
    ['go', { category: 'control-flow', title: 'context is lost in the handler' }, 'lost context'],
    ['go', { category: 'naming', severity: 'MEDIUM', title: 'leak' }, null],
    ['typescript', { category: 'resources', cwe: 'CWE-401' }, 'leak'],
    ['typescript', { category: 'error-handling', title: 'Rejection is swallowed' }, 'ignored critical error'],
    ['typescript', { category: 'control-flow', title: 'context is lost in the callback' }, null],
    ['python', { category: 'concurrency', title: 'Race between check and use' }, 'race'],
    ['python', { category: 'error-handling', severity: 'MEDIUM', title: 'Exception is swallowed' }, null],
    ['documentation', { category: 'accuracy' }, 'wrong or outdated text'],
    ['documentation', { category: 'completeness', title: 'Security warning is missing' }, 'missing security warning'],
    ['documentation', { category: 'clarity' }, null],
    ['code-quality', { severity: 'CRITICAL', status: 'confirmed', ...PATH }, null],
    ['user-persona', { severity: 'CRITICAL', status: 'confirmed', ...PATH }, null],
  ])('%s: %j → %s', (name, said, ground) => {
    expect(vetoReasonOf(`${name}-reviewer`, finding(said))?.split(':')[0] ?? null).toBe(ground);
  });

  test('the reason names ground, title and place', () => {
    expect(vetoReasonOf('security-reviewer', finding({ category: 'secrets', title: 'Private key' }))).toBe(
      'secret: Private key (src/a.ts:4)',
    );
  });

  test.each(['rejected', 'suppressed'] as const)('a %s finding blocks nobody', (status) => {
    for (const { name } of BUILT_IN_REVIEWERS) {
      expect(vetoReasonOf(name, finding({ status, severity: 'CRITICAL', category: 'secrets', ...PATH }))).toBeNull();
    }
  });
});
