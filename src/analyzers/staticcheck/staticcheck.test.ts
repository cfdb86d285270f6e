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
import { staticcheck } from './declaration.ts';

const tools = createToolFolder();
const RECORDED = hostWith(tools.path);
addGo(tools);
const problem = (code: string, line: number, message = 'A thing is done.') =>
  JSON.stringify({ code, severity: 'error', location: { file: '@/main.go', line, column: 1 }, end: { line }, message });

tools.recorded('staticcheck', [problem('SA5009', 18), problem('staticcheck', 15), problem('ST1000', 1)].join('\n'));

describeAnalyzer(
  staticcheck,
  {
    host: RECORDED,
    files: GO,
    finds: ['main.go:18 staticcheck/SA5009'],
  },
  'staticcheck (recorded)',
);
describe.skipIf(!isInstalled('staticcheck') || !isInstalled('go'))(
  'staticcheck itself (skipped where it is not installed)',
  () => {
    describeAnalyzer(
      staticcheck,
      {
        host: REAL_HOST,
        files: GO,
        finds: ['main.go:18 staticcheck/SA5009'],
      },
      'staticcheck',
    );
    test('a package that does not compile is unfinished, the others are looked at', async () => {
      const broken = { ...GO, 'bad/a.go': 'package bad\n\nfunc F() int { return "x" }\n', 'bad/b.go': 'package bad\n' };
      const outcome = await scanWith(openAnalyzer(staticcheck, REAL_HOST), broken);
      expect(outcome).toMatchObject({ status: 'partial', unfinished: ['bad/a.go', 'bad/b.go'] });
      expect(outcome.findings.map(({ rule }) => rule)).toEqual(['staticcheck/SA5009']);
    });
  },
);
