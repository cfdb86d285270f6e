import { describe, expect, test } from 'vitest';
import { describeAnalyzer } from '../../../test/contracts/analyzer.ts';
import {
  createToolFolder,
  hostWith,
  isInstalled,
  REAL_HOST,
  scanWith,
} from '../../../test/contracts/external-tools.ts';
import { addGo, GO } from '../../../test/contracts/go-project.ts';
import { openAnalyzer } from '../open-analyzer.ts';
import { gosec } from './declaration.ts';

const tools = createToolFolder();
const RECORDED = hostWith(tools.path);
addGo(tools);
tools.recorded(
  'gosec',
  JSON.stringify({
    'Golang errors': {},
    Issues: [
      {
        severity: 'MEDIUM',
        confidence: 'HIGH',
        cwe: { id: '78' },
        rule_id: 'G204',
        details: 'Subprocess',
        file: '@/main.go',
        line: '19',
      },
      {
        severity: 'MEDIUM',
        confidence: 'HIGH',
        cwe: { id: '328' },
        rule_id: 'G401',
        details: 'Weak',
        file: '@/main.go',
        line: '20-20',
      },
      {
        severity: 'LOW',
        confidence: 'HIGH',
        cwe: { id: '703' },
        rule_id: 'G104',
        details: 'Errors',
        file: '@/main.go',
        line: '19',
      },
    ],
  }),
);

describeAnalyzer(
  gosec,
  {
    host: RECORDED,
    files: GO,
    finds: ['main.go:19 gosec/G204', 'main.go:20 gosec/G401'],
  },
  'gosec (recorded)',
);

describe.skipIf(!isInstalled('gosec') || !isInstalled('go'))('gosec itself (skipped where it is not installed)', () => {
  describeAnalyzer(
    gosec,
    {
      host: REAL_HOST,
      files: GO,
      finds: ['main.go:19 gosec/G204', 'main.go:20 gosec/G401'],
    },
    'gosec',
  );
});

test.each([
  [
    'what Go built it from',
    "printf 'x: go1.26\\n\\tpath\\ta/cmd/gosec\\n\\tmod\\ta\\tv2.22.11\\th1:x\\n'",
    /^2\.22\.11$/u,
  ],
  ['its content', "printf 'x: go1.26\\n\\tmod\\ta\\t(devel)\\n'", /^sha256:[0-9a-f]{12}$/u],
])('a program that does not say its version is known by %s', async (_by, body, version) => {
  const folder = createToolFolder();
  folder.program('gosec', `case "$*" in -version) echo Version: dev;; *) echo '{"Issues":[]}';; esac`);
  folder.program('go', body);
  const analyzer = openAnalyzer(gosec, { ...RECORDED, searchPath: folder.path });
  expect((await scanWith(analyzer, { 'a.go': 'package a\n' })).status).toBe('completed');
  expect(analyzer.version).toMatch(version);
});
