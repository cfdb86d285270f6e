/** What is its own proof keeps the severity it is known by: a secret that is written out, a version with an advisory (FACT-08, FACT-10). */
import { expect, test } from 'vitest';
import { createFolder, runCli } from '../e2e/run-cli.ts';

const KEY = `-----BEGIN RSA PRIVATE KEY-----
MIIBOgIBAAJBAKj34GkxFhD90vcNLYLInFEX6Ppy1tPf9Cnzj4p4WGeKLs1Pt8Qu
KUpRKfFLfRYC9AIKjbJTWit+CqvjWYzvQwECAwEAAQJAIJLixBy2qpFoS4DSmoEm
o3qGy0t6z09AIJtH+5OeRV1be+N4cDYJKffGzDa88vQENZiRm0GRq6a+HPGQMdk=
-----END RSA PRIVATE KEY-----
`;

const advisory = (name: string, severity: string, fixed: string): string =>
  JSON.stringify({
    id: `GHSA-${name}`,
    aliases: [`CVE-${name}`],
    summary: 'A flaw',
    database_specific: { severity },
    affected: [
      {
        package: { ecosystem: 'npm', name },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed }] }],
      },
    ],
  });

test('secrets and versions with an advisory stand in an audit as they do in a review', async () => {
  const cwd = createFolder({
    'app/key.pem': KEY,
    'app/prod.env': 'G1=ghp_16C7e42F292c6912E7710c838347Ae178B4a\nG2=ghp_26C7e42F292c6912E7710c838347Ae178B4b\n',
    'app/package.json':
      '{\n  "name": "a",\n  "dependencies": {\n    "lodash": "4.17.11",\n    "minimist": "0.0.8"\n  }\n}\n',
    'osv/one.json': advisory('lodash', 'CRITICAL', '4.17.12'),
    'osv/two.json': advisory('minimist', 'MODERATE', '0.2.1'),
  });
  const env = { CONSENSUS_REVIEW_ADVISORY_DATABASE: `${cwd}/osv` };
  const tell = async (command: string): Promise<readonly string[]> => {
    const { stdout } = await runCli([command, '--all', '-f', 'json'], { cwd: `${cwd}/app`, env });
    return (JSON.parse(stdout).findings as readonly Record<string, unknown>[])
      .filter(({ cwe }) => cwe === 'CWE-798' || cwe === 'CWE-1395')
      .map(({ severity, status, file, line }) => `${severity} ${status} ${file}:${line}`)
      .sort();
  };
  const told = await tell('audit');
  expect(told).toEqual([
    'CRITICAL confirmed key.pem:1',
    'CRITICAL confirmed package.json:4',
    'HIGH confirmed prod.env:1',
    'HIGH confirmed prod.env:2',
    'MEDIUM confirmed package.json:5',
  ]);
  expect(await tell('review')).toEqual(told);
});
