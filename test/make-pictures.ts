/**
 * Makes the pictures of the README and the docs from the sample project: the HTML report and the dashboard in a browser, and the first
 * screen of the terminal as a page. Needs Chromium: `npm run pictures`.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import type { ReportDocument } from '../src/protocol/report/report-document.ts';
import { renderReport } from '../src/report/formats.ts';
import { runCli, startCommand } from './e2e/run-cli.ts';

const ROOT = join(import.meta.dirname, '..');
const PICTURES = join(ROOT, 'docs/pictures');
const SCREEN = { width: 96, lines: 34 };
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
  const page = await browser.newPage({ viewport: { width: 1280, height: 480 } });
  await page.goto(server.stdout().trim());
  await page.screenshot({ path: join(PICTURES, 'dashboard.png') });
  server.interrupt();
  await server.ended;
}

const screen = await renderReport('terminal', report, { color: true, width: SCREEN.width, verbose: false });
await take('terminal', toPage(screen.split('\n').slice(0, SCREEN.lines).join('\n')), {
  width: 1000,
  height: 800,
  scheme: 'dark',
});
const html = await renderReport('html', report, { color: false, width: 100, verbose: false });
await take('html-light', html, { width: 1280, height: 900, scheme: 'light' });
await take('html-problem', html, { width: 1280, height: 900, scheme: 'dark', from: '.problem' });
await takeDashboard();
await browser.close();
rmSync(folder, { recursive: true, force: true });
process.stdout.write(`docs/pictures: terminal.png, html-light.png, html-problem.png, dashboard.png\n`);
