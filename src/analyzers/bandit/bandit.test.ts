import { describe, expect, test } from 'vitest';
import { describeAnalyzer } from '../../../test/contracts/analyzer.ts';
import {
  createToolFolder,
  hostWith,
  isInstalled,
  REAL_HOST,
  scanWith,
} from '../../../test/contracts/external-tools.ts';
import { openAnalyzer } from '../open-analyzer.ts';
import { bandit } from './declaration.ts';

const tools = createToolFolder();
const RECORDED = hostWith(tools.path);

const PYTHON = {
  'app/run.py':
    'import subprocess\n\n\ndef run(name):\n    subprocess.call("ls " + name, shell=True)  # nosec\n    assert name\n',
  'tests/test_run.py': 'import pickle\n\n\ndef test_it(data):\n    pickle.loads(data)\n',
  '.bandit': '[bandit]\nskips: B602\nexclude: tests\n',
  'bandit.yaml': 'skips: [B301]\n',
  'pyproject.toml': '[tool.bandit]\nskips = ["B602"]\n',
};
const issue = (file: string, line: number, test_id: string, said = {}) => ({
  filename: `./${file}`,
  line_number: line,
  line_range: [line],
  test_id,
  test_name: 'some_check',
  issue_text: 'A thing is done.',
  issue_severity: 'HIGH',
  issue_confidence: 'HIGH',
  issue_cwe: { id: 78 },
  more_info: 'https://bandit.example.org/x',
  ...said,
});

tools.recorded(
  'bandit',
  JSON.stringify({
    errors: [],
    results: [
      issue('tests/test_run.py', 5, 'B301', { issue_severity: 'MEDIUM', issue_cwe: { id: 502 } }),
      issue('app/run.py', 5, 'B602'),
      issue('app/run.py', 6, 'B101', { issue_severity: 'MEDIUM' }),
      issue('app/run.py', 1, 'B404', { issue_severity: 'MEDIUM' }),
      issue('app/run.py', 4, 'B999', { issue_severity: 'LOW' }),
      issue('app/run.py', 4, 'B998', { issue_confidence: 'LOW' }),
      issue('app/run.py', 99, 'B997'),
      issue('other.py', 1, 'B602'),
    ],
  }),
);

describeAnalyzer(
  bandit,
  {
    host: RECORDED,
    files: PYTHON,
    finds: ['app/run.py:5 bandit/B602-some-check', 'tests/test_run.py:5 bandit/B301-some-check'],
  },
  'bandit (recorded)',
);

test('a weakness that bandit names by a distant relative gets the number of our rules, and keeps its own beside it', async () => {
  const folder = createToolFolder();
  const found = issue('app/run.py', 5, 'B506', { issue_severity: 'MEDIUM', issue_cwe: { id: 20 } });
  folder.recorded('bandit', JSON.stringify({ errors: [], results: [found] }));
  const { findings } = await scanWith(openAnalyzer(bandit, { ...RECORDED, searchPath: folder.path }), PYTHON);
  expect(findings).toMatchObject([{ cwe: 'CWE-502', extra: { reported_cwe: 'CWE-20' } }]);
});

describe.skipIf(!isInstalled('bandit'))('bandit itself (skipped where it is not installed)', () => {
  describeAnalyzer(
    bandit,
    {
      host: REAL_HOST,
      files: PYTHON,
      finds: [
        'app/run.py:5 bandit/B602-subprocess-popen-with-shell-equals-true',
        'tests/test_run.py:5 bandit/B301-blacklist',
      ],
    },
    'bandit',
  );

  test('a file that does not parse is unfinished, the others are looked at', async () => {
    const outcome = await scanWith(openAnalyzer(bandit, REAL_HOST), { ...PYTHON, 'bad.py': 'def (:\n' });
    expect(outcome).toMatchObject({ status: 'partial', unfinished: ['bad.py'] });
    expect(outcome.findings.length).toBe(2);
  });

  test('a trusted repository may silence it', async () => {
    const outcome = await scanWith(openAnalyzer(bandit, { ...REAL_HOST, trustsRepository: true }), PYTHON);
    expect(outcome.findings.map(({ file }) => file)).toEqual(['tests/test_run.py']);
  });
});
