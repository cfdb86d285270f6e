import { describe, expect, test } from 'vitest';
import { EMPTY_RECON } from '../../../test/support/audit-engine.ts';
import { sampleFinding } from '../../../test/support/sample-findings.ts';
import type { Finding } from '../../protocol/findings/finding.ts';
import type { AuditState } from './audit-state.ts';
import { findAccessPath } from './find-access-path.ts';

const STATE = {
  recon: {
    ...EMPTY_RECON,
    endpoints: [{ file: 'src/routes.ts', line: 4, label: 'GET /x', guards: ['requireUser'], handler: null }],
    entryPoints: [
      { file: 'src/routes.ts', line: 4, kind: 'http', framework: 'express', label: 'GET /x' },
      { file: 'src/server.ts', line: 2, kind: 'http', framework: 'node-http', label: '' },
      { file: 'bin/tool.py', line: 9, kind: 'cli', framework: 'python', label: 'tool' },
    ],
  },
  survey: {
    files: [
      { path: 'src/a.ts', language: 'typescript' },
      { path: 'src/routes.ts', language: 'typescript' },
      { path: 'deploy.sh', language: 'bash' },
      { path: 'Dockerfile', language: 'dockerfile' },
    ],
  },
} as unknown as AuditState;

const wayOf = (said: Partial<Finding>, entry: string | null) =>
  findAccessPath(sampleFinding({ line: 7, ...said }), entry, STATE);

describe('who gets to a finding [FACT-10]', () => {
  test.each([
    ['by an endpoint', {}, 'src/routes.ts:4', { kind: 'http', guards: ['requireUser'] }],
    ['by an entry that is no endpoint', {}, 'src/server.ts:2', { kind: 'http', guards: [] }],
    ['by a command', {}, 'bin/tool.py:9', { kind: 'cli' }],
    ['at the endpoint itself', { file: 'src/routes.ts', line: 4 }, null, { kind: 'http', guards: ['requireUser'] }],
    ['a secret, wherever it lies', { cwe: 'CWE-798' }, 'src/routes.ts:4', { kind: 'repository' }],
    ['a secret that is a guess in prose or a test', { cwe: 'CWE-798', confidence: 0.3 }, null, null],
    ['a check of certificates', { cwe: 'CWE-295' }, null, { kind: 'network' }],
    ['a package', { dimension: 'D10' }, null, { kind: 'supplier' }],
    ['a package with an advisory', { dimension: 'D10', extra: { cve: 'CVE-1' } }, null, null],
    ['data of another server', { source: 'requests.get(url) :3' }, null, { kind: 'data', origin: 'server' }],
    ['data of a request nobody traced', { source: 'req.query.a :3' }, null, null],
    ['a script', { file: 'deploy.sh' }, null, { kind: 'cli' }],
    ['a setting', { file: 'Dockerfile' }, null, { kind: 'setting' }],
    ['code nobody is known to reach', {}, null, null],
  ] as const)('%s', (_name, claim, entry, way) => {
    expect(wayOf(claim as never, entry)).toEqual(way);
  });
});

test.each([
  [true, 'CWE-862', ['requireUser'], { kind: 'http', guards: ['requireUser'] }],
  [false, 'CWE-862', ['requireUser'], { kind: 'http', guards: ['requireUser'] }],
  [true, 'CWE-862', [], { kind: 'http', guards: [] }],
  [false, 'CWE-862', [], null],
  [false, 'CWE-78', [], { kind: 'http', guards: [] }],
] as const)(
  'by an endpoint outside the scope; project read whole: %s, %s, guards seen: %j [FACT-10]',
  (isWhole, cwe, guards, way) => {
    const project = { endpoints: [{ file: 'src/far.ts', line: 2, guards }], entryPoints: [], isWhole };
    const state = { ...STATE, recon: { ...STATE.recon, project } } as unknown as AuditState;
    expect(findAccessPath(sampleFinding({ line: 7, cwe }), 'src/far.ts:2', state)).toEqual(way);
  },
);
