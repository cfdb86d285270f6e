/**
 * The HTML report in a real browser: no errors, no request, filters that work, nothing that axe-core calls serious, hostile strings
 * that stay text, and a size that a browser can take. Needs Chromium, so it runs with `npm run test:installed`.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReportDocument } from '../src/protocol/report/report-document.ts';
import { formatHtml } from '../src/report/html/html.ts';
import { HOSTILE_STRINGS } from './support/hostile-strings.ts';
import { buildFinding, buildReport, sampleReports } from './support/sample-reports.ts';
import { runsInstalled } from './tier.ts';

const CHROMIUM = process.env.CONSENSUS_REVIEW_CHROMIUM ?? '/usr/bin/chromium';
const canRun = runsInstalled && existsSync(CHROMIUM);
const why = runsInstalled ? `skipped: no browser at ${CHROMIUM}` : 'skipped: runs with npm run test:installed';
const FLAGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  ...['--disable-background-networking', '--disable-component-update'],
];

describe.skipIf(!canRun)(`the HTML report in a browser${canRun ? '' : ` (${why})`}`, () => {
  let browser: Browser;
  const folder = mkdtempSync(join(tmpdir(), 'html-report-'));
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  interface Opened {
    readonly page: Page;
    readonly complaints: string[];
    readonly requests: string[];
  }

  async function open(
    report: ReportDocument,
    options: { width?: number; scheme?: 'light' | 'dark'; scripts?: boolean } = {},
  ): Promise<Opened> {
    const path = join(folder, `${report.run.id}.html`);
    writeFileSync(path, formatHtml(report));
    const context = await browser.newContext({
      viewport: { width: options.width ?? 1280, height: 900 },
      colorScheme: options.scheme ?? 'light',
      javaScriptEnabled: options.scripts ?? true,
    });
    const page = await context.newPage();
    const [complaints, requests]: [string[], string[]] = [[], []];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('dialog', (dialog) => complaints.push(dialog.message()));
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(pathToFileURL(path).href);
    return { page, complaints, requests };
  }

  const by = (rule: string) => [{ agent: 'security-reviewer', round: 1, rule, model: null }];
  const many = buildReport({
    ...sampleReports.partial,
    findings: [
      ...sampleReports.partial.findings,
      buildFinding({
        id: 'H-90',
        severity: 'HIGH',
        file: 'lib/pay/card.ts',
        title: 'Card number in the log',
        reported_by: by('card'),
      }),
      buildFinding({
        id: 'L-90',
        severity: 'LOW',
        file: 'test/a.test.ts',
        title: 'Only in a test',
        reported_by: by('t'),
      }),
    ],
  });

  test.each([
    ['partial', many],
    ['audit', sampleReports.audit],
    ['hostile', { ...sampleReports.hostile, run: { ...sampleReports.hostile.run, id: 'hostile' } }],
  ] as const)(
    '%s: 0 complaints, 0 requests, 0 serious violations, light and dark, wide and narrow',
    async (_name, report) => {
      for (const [width, scheme] of [
        [1280, 'light'],
        [390, 'dark'],
      ] as const) {
        const { page, complaints, requests } = await open(report, { width, scheme });
        expect(complaints).toEqual([]);
        expect(requests.filter((url) => !url.startsWith('file:'))).toEqual([]);
        expect(requests).toHaveLength(1);
        expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      }
      // axe-core is put into the page, which its policy forbids.
      const context = await browser.newContext({ bypassCSP: true, colorScheme: 'dark' });
      const page = await context.newPage();
      await page.setContent(formatHtml(report));
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(
        violations
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .map(({ id, nodes }) => [id, nodes[0]?.html]),
      ).toEqual([]);
    },
    120_000,
  );

  test('filters by text, severity, folder and test code; without scripts everything is shown', async () => {
    const { page } = await open(many);
    const shown = () => page.locator('.problem:visible h3').allTextContents();
    const all = await shown();
    expect(all.length).toBeGreaterThan(3);
    await page.getByLabel('Search problems').fill('card number');
    expect(await shown()).toEqual(['H-90: Card number in the log']);
    expect(await page.locator('output').textContent()).toBe(`1 of ${all.length} problems shown`);
    await page.getByLabel('Search problems').fill('');
    await page.getByLabel('HIGH').uncheck();
    expect((await shown()).filter((title) => title.startsWith('H-'))).toEqual([]);
    await page.getByLabel('HIGH').check();
    await page.getByLabel('Folder', { exact: true }).selectOption('lib/pay');
    expect(await shown()).toEqual(['H-90: Card number in the log']);
    await page.getByLabel('Folder', { exact: true }).selectOption('');
    await page.getByLabel('Test code').uncheck();
    expect(await shown()).not.toContain('L-90: Only in a test');
    const still = await open(many, { scripts: false });
    expect(await still.page.locator('.problem:visible').count()).toBe(all.length);
    expect(await still.page.locator('.filters:visible').count()).toBe(0);
  }, 60_000);

  test('200 hostile strings stay text', async () => {
    const findings = HOSTILE_STRINGS.map((text, at) =>
      buildFinding({
        id: `H-${at}`,
        severity: 'HIGH',
        file: text,
        title: text,
        issue: text,
        evidence: text,
        recommendation: text,
        references: [text],
        reported_by: by(`r${at}`),
      }),
    );
    const { page, complaints, requests } = await open(
      buildReport({ run: { ...buildReport().run, id: 'strings' }, warnings: HOSTILE_STRINGS, findings }),
    );
    expect(complaints).toEqual([]);
    expect(requests).toHaveLength(1);
    expect(await page.locator('.problem').count()).toBe(findings.length);
    expect(await page.locator('script').count()).toBe(1);
    expect(await page.locator('img, iframe, svg, base, object, embed').count()).toBe(0);
    expect(
      await page
        .locator('a[href]')
        .evaluateAll((links) =>
          links.map((each) => each.getAttribute('href') ?? '').filter((href) => !/^(?:#|https?:)/u.test(href)),
        ),
    ).toEqual([]);
  }, 60_000);
});

test('folders are told apart below the one that all files share', () => {
  const files = ['shop/web/src/routes/a/x.ts', 'shop/web/src/lib/y.ts', 'shop/web/z.ts'];
  const findings = files.map((file, at) => buildFinding({ id: `H-${at}`, severity: 'HIGH', file }));
  const { coverage } = buildReport({});
  const html = formatHtml(buildReport({ findings, coverage: { ...coverage, files: [] } }));
  const [, options = ''] = /<select aria-label="Folder">(.*?)<\/select>/u.exec(html) ?? [];
  expect(options.match(/(?<=value=")[^"]+/gu)).toEqual(['shop/web', 'shop/web/src/lib', 'shop/web/src/routes']);
});

test('the policy of the page allows its own script and no other', async () => {
  const { createHash } = await import('node:crypto');
  const html = formatHtml(sampleReports.veto);
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/u.exec(html) ?? [];
  const hash = createHash('sha256').update(script).digest('base64');
  expect(html).toContain(`script-src 'sha256-${hash}'`);
  expect(html).not.toMatch(/unsafe-eval|src=|@import|url\(/u);
});

test.each([
  [5000, 1],
  [5000, 5000],
  [30_000, 30_000],
])('%i findings of %i rules are at most 5 MB, and what is left out is told', (count, rules) => {
  const findings = Array.from({ length: count }, (_, at) =>
    buildFinding({
      id: `H-${at}`,
      severity: 'HIGH',
      file: `src/part-${at % 50}/file-${at}.ts`,
      line: at + 1,
      title: `Problem ${at} of a kind that many programs have`,
      issue: 'Input becomes part of the statement, so a caller can read or change what belongs to others. '.repeat(2),
      evidence: 'const rows = await db.query(`select * from orders where id = ${id}`);\nreturn rows;',
      recommendation: 'Keep the text constant and bind the value.',
      reported_by: [{ agent: 'security-reviewer', round: 1, rule: `rule-${at % rules}`, model: null }],
    }),
  );
  const html = formatHtml(buildReport({ findings }));
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(5_000_000);
  const shown = html.match(/id="H-\d+"/gu)?.length ?? 0;
  const [, left = '0'] = /([\d,]+) of [\d,]+ findings, the last in the ranking, are not shown/u.exec(html) ?? [];
  expect(shown + Number(left.replaceAll(',', ''))).toBe(count);
  expect(shown).toBeGreaterThanOrEqual(Math.min(count, rules === 1 ? 5000 : 2000));
});
