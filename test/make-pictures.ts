/**
 * Makes the pictures of the README and the docs from the sample project: the HTML report and the dashboard in a browser, and the beginning
 * of what the terminal shows, as a page. Needs Chromium: `npm run pictures`.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import type { ReportDocument } from '../src/protocol/report/report-document.ts';
import { renderReport } from '../src/report/formats.ts';
import { runCli, startCommand } from './e2e/run-cli.ts';

const ROOT = join(import.meta.dirname, '..');
const PICTURES = join(ROOT, 'docs/pictures');
const WIDTH = 96;
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const COLORS: Readonly<Record<string, string>> = {
  '1': 'font-weight:700',
  '2': 'opacity:.65',
  '7': 'text-decoration:underline',
  '31': 'color:#ff7b72',
  '32': 'color:#56d364',
  '33': 'color:#e3b341',
  '36': 'color:#79c0ff',
};

/** The lines of a terminal with their colours, as a page. */
function toPage(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ANSI sequences begin with ESC
  const painted = escaped.replace(/\u001b\[(\d+)m/gu, (_, code: string) =>
    COLORS[code] === undefined ? '</span>' : `<span style="${COLORS[code]}">`,
  );
  return `<!doctype html><meta charset="utf-8"><body style="margin:0;background:#0d1117;color:#e6edf3"><pre style="margin:0;padding:20px;font:14px/1.4 'DejaVu Sans Mono',monospace;display:inline-block">${painted}</pre>`;
}

/** Up to the end of the first problem. */
function beginOf(screen: string): string {
  const lines = screen.split('\n');
  const problems = lines.flatMap((line, at) => (/^ {2}\S*CRITICAL\S* /u.test(line) ? [at] : []));
  return lines.slice(0, problems[1]).join('\n').trimEnd();
}

const { stdout } = await runCli(['review', 'examples/shop', '-f', 'json', '--quiet'], { cwd: ROOT });
const report: ReportDocument = JSON.parse(stdout);
const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
mkdirSync(PICTURES, { recursive: true });
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: FLAGS });

async function take(
  name: string,
  html: string,
  options: { width: number; height: number; scheme: 'light' | 'dark'; from?: string },
) {
  const path = join(folder, `${name}.html`);
  writeFileSync(path, html);
  const page = await browser.newPage({
    viewport: { width: options.width, height: options.height },
    colorScheme: options.scheme,
  });
  await page.goto(pathToFileURL(path).href);
  if (options.from !== undefined)
    await page
      .locator(options.from)
      .first()
      .evaluate((element) => element.scrollIntoView());
  const target = name === 'terminal' ? page.locator('pre') : page;
  await target.screenshot({ path: join(PICTURES, `${name}.png`) });
  await page.close();
}

/** The list of runs after two reviews of the sample, as `serve` shows it. */
async function takeDashboard(): Promise<void> {
  const env = { CONSENSUS_REVIEW_STATE_DIR: folder };
  for (const scope of ['examples/shop/admin', 'examples/shop'])
    await runCli(['review', scope, '-f', 'json', '--quiet'], { cwd: ROOT, env });
  const server = startCommand(['serve'], { cwd: ROOT, env });
  while (!server.stdout().includes('token=')) await new Promise((resolve) => setTimeout(resolve, 50));
  const page = await browser.newPage({ viewport: { width: 1280, height: 440 } });
  await page.goto(server.stdout().trim());
  await page.screenshot({ path: join(PICTURES, 'dashboard.png') });
  await page.setViewportSize({ width: 1280, height: 640 });
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.screenshot({ path: join(PICTURES, 'dashboard-compare.png') });
  server.interrupt();
  await server.ended;
}

const screen = await renderReport('terminal', report, { color: true, width: WIDTH, verbose: false });
await take('terminal', toPage(beginOf(screen)), {
  width: 1000,
  height: 800,
  scheme: 'dark',
});
const html = await renderReport('html', report, { color: false, width: 100, verbose: false });
await take('html-light', html, { width: 1280, height: 900, scheme: 'light' });
await take('html-problem', html, { width: 1280, height: 900, scheme: 'dark', from: '.problem' });
await take('html-coverage', html, { width: 1280, height: 700, scheme: 'light', from: 'h2:has-text("by folder")' });
await takeDashboard();
await browser.close();
rmSync(folder, { recursive: true, force: true });
process.stdout.write(`docs/pictures: ${readdirSync(PICTURES).join(', ')}\n`);
