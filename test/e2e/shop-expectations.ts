/**
 * The problems planted in examples/shop: where, for whom, how bad at least, and about what. Data only. `text` stands on
 * that line of the file, so that an edit of the sample that moves a line is noticed.
 */
import type { Severity } from '../../src/protocol/findings/severity.ts';

export interface PlantedProblem {
  readonly file: string;
  readonly line: number;
  readonly reviewer: string;
  /** The least severity with which it should be reported. */
  readonly severity: Severity;
  /** What it is about; where an analyzer of the project reports it, the name of the rule. */
  readonly topic: string;
  readonly text: string;
}

const plant = (reviewer: string, problems: readonly (readonly [string, number, Severity, string, string])[]) =>
  problems.map(
    ([file, line, severity, topic, text]): PlantedProblem => ({ file, line, reviewer, severity, topic, text }),
  );

export const PLANTED_PROBLEMS: readonly PlantedProblem[] = [
  ...plant('security-reviewer', [
    ['src/routes/catalog.ts', 33, 'HIGH', 'sql-injection', "LIKE '%${term}%'"],
    ['src/routes/catalog.ts', 36, 'MEDIUM', 'cross-site-scripting', 'No product matches'],
    ['src/routes/exports.ts', 18, 'HIGH', 'command-injection', 'exec(`python3'],
    ['src/routes/exports.ts', 30, 'HIGH', 'path-traversal', 'createReadStream(path)'],
    ['src/routes/orders.ts', 50, 'HIGH', 'server-side-request-forgery', 'fetch(`${request.query.tracker}'],
    ['src/auth/session.ts', 16, 'MEDIUM', 'weak-hash', "createHash('md5')"],
    ['src/auth/session.ts', 30, 'MEDIUM', 'insecure-random', 'Math.random()'],
    ['admin/OrderTable.tsx', 56, 'MEDIUM', 'cross-site-scripting', 'dangerouslySetInnerHTML'],
    ['admin/main.js', 5, 'MEDIUM', 'cross-site-scripting', 'innerHTML'],
    ['config/shop.json', 6, 'HIGH', 'hard-coded-secret', 'password'],
    ['config/shop.json', 12, 'HIGH', 'hard-coded-secret', 'AKIA'],
    ['config/shop.json', 13, 'HIGH', 'hard-coded-secret', 'secretKey'],
    ['inventory/main.go', 43, 'LOW', 'server-without-timeouts', 'ListenAndServe'],
    ['reports/monthly.py', 28, 'HIGH', 'unsafe-deserialization', 'yaml.load'],
    ['reports/monthly.py', 34, 'MEDIUM', 'unsafe-deserialization', 'pickle.loads'],
    ['reports/monthly.py', 35, 'MEDIUM', 'certificate-check-off', 'verify=False'],
    ['reports/monthly.py', 71, 'MEDIUM', 'command-injection', 'shell=True'],
    ['inventory/main.go', 75, 'HIGH', 'sql-injection', 'QueryContext(context.Background(), query)'],
  ]),
  ...plant('go-reviewer', [
    ['inventory/main.go', 110, 'MEDIUM', 'ignored-error', 'io.ReadAll'],
    ['inventory/main.go', 75, 'MEDIUM', 'lost-context', 'QueryContext(context.Background(), query)'],
    ['inventory/main.go', 105, 'MEDIUM', 'response-body-open', 'http.Get('],
    ['inventory/main.go', 116, 'MEDIUM', 'goroutine-leak', 'go func() {'],
  ]),
  ...plant('typescript-reviewer', [['src/server.ts', 27, 'MEDIUM', 'floating-promise', 'refreshPrices();']]),
  ...plant('python-reviewer', [['reports/monthly.py', 95, 'LOW', 'file-left-open', 'last-run.txt']]),
  ...plant('code-quality-reviewer', [
    ['src/lib/pricing.ts', 18, 'MEDIUM', 'complex-function', 'export function priceOrder'],
    ['src/lib/invoice.ts', 12, 'LOW', 'duplicated-block', 'const rows: string[]'],
    ['src/routes/orders.ts', 57, 'MEDIUM', 'swallowed-error', 'catch (error) {}'],
    ['reports/monthly.py', 86, 'MEDIUM', 'swallowed-error', 'except Exception:'],
    ['reports/monthly.py', 62, 'MEDIUM', 'mutable-default', 'notes=[]'],
  ]),
  ...plant('vulnerability-reviewer', [
    ['package.json', 12, 'HIGH', 'install-script-downloads', 'postinstall'],
    ['package.json', 15, 'MEDIUM', 'lock-file-missing', '"express"'],
    ['package.json', 17, 'MEDIUM', 'lookalike-package', '"lodahs"'],
    ['package.json', 19, 'MEDIUM', 'dependency-any-version', '"pino"'],
    ['package.json', 21, 'MEDIUM', 'dependency-from-branch', '"shop-labels"'],
    ['reports/requirements.txt', 4, 'LOW', 'dependency-open-range', 'PyYAML'],
    ['reports/requirements.txt', 5, 'MEDIUM', 'dependency-any-version', 'jinja2'],
    ['inventory/go.mod', 5, 'LOW', 'lock-file-missing', 'go-sql-driver'],
    ['Dockerfile', 1, 'MEDIUM', 'image-without-version', 'FROM node:latest'],
    ['Dockerfile', 12, 'MEDIUM', 'download-piped-to-shell', 'csv2pdf.sh | bash'],
    ['.github/workflows/ci.yml', 25, 'MEDIUM', 'action-from-branch', 'push-image@main'],
    ['admin/index.html', 7, 'LOW', 'script-without-integrity', 'chart.umd.js'],
  ]),
  ...plant('documentation-reviewer', [
    ['README.md', 11, 'MEDIUM', 'missing-command', 'npm run migrate'],
    ['README.md', 16, 'MEDIUM', 'missing-link-target', 'docs/deployment.md'],
    ['README.md', 29, 'LOW', 'missing-anchor', '#pricing'],
    ['README.md', 31, 'LOW', 'heading-jump', '#### Release'],
    ['docs/configuration.md', 14, 'LOW', 'example-not-json', '```json'],
    ['docs/configuration.md', 28, 'MEDIUM', 'missing-link-target', 'data-flow.png'],
    ['docs/configuration.md', 28, 'LOW', 'image-without-text', 'data-flow.png'],
    ['src/lib/money.ts', 22, 'MEDIUM', 'documented-parameter-missing', '@param currency'],
    ['reports/monthly.py', 22, 'MEDIUM', 'documented-parameter-missing', 'strict:'],
    ['src/lib/pricing.ts', 17, 'LOW', 'missing-mentioned-document', 'pricing-rules.md'],
  ]),
  ...plant('user-persona-reviewer', [
    ['admin/OrderTable.tsx', 36, 'MEDIUM', 'field-without-label', '<input type="search"'],
    ['admin/OrderTable.tsx', 50, 'MEDIUM', 'click-without-keyboard', '<div onClick'],
    ['admin/OrderTable.tsx', 53, 'MEDIUM', 'image-without-alt', '<img src'],
    ['admin/index.html', 2, 'LOW', 'page-without-language', '<html>'],
    ['src/routes/catalog.ts', 46, 'MEDIUM', 'vague-message', "'Invalid input'"],
    ['src/routes/orders.ts', 67, 'MEDIUM', 'vague-message', "'Something went wrong'"],
    ['src/lib/config.ts', 29, 'LOW', 'silent-exit', 'process.exit(1)'],
    ['scripts/deploy.sh', 8, 'LOW', 'silent-exit', 'exit 1'],
  ]),
];
