/**
 * `serve`: who is answered and who is not, over real HTTP; and in a real browser every page, live updates, comparison, decisions and
 * search. The browser needs Chromium, so that part runs with `npm run test:installed`.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCli as runMain } from '../src/cli/run-command.ts';
import { serveDashboard } from '../src/web/serve.ts';
import { createFolder, runCli, writeFiles } from './e2e/run-cli.ts';
import { runsInstalled } from './tier.ts';

const ROUTE = (name: string): string => `app.get('/${name}', (req, res) => eval(req.query.${name}));\n`;

interface Served {
  readonly address: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<number>;
}

/** Two runs are stored before it begins. */
async function serveRuns(): Promise<Served> {
  const cwd = createFolder();
  const env = { CONSENSUS_REVIEW_STATE_DIR: createFolder() };
  writeFiles(cwd, { 'src/a.js': ROUTE('a') });
  await runCli(['review', '--all', '-f', 'json'], { cwd, env });
  writeFiles(cwd, { 'src/a.js': ROUTE('a'), 'src/<b>&"x.js': ROUTE('b') });
  await runCli(['review', '--all', '-f', 'json'], { cwd, env });
  const stop = new AbortController();
  let told: (text: string) => void = () => undefined;
  const printed = new Promise<string>((resolve) => {
    told = resolve;
  });
  const ended = runMain(['serve'], {
    stdin: Readable.from([]),
    stdout: { write: (text: string) => told(text) },
    stderr: { write: () => undefined },
    environment: env,
    workingDirectory: cwd,
    interrupt: stop.signal,
  });
  return {
    address: (await printed).trim(),
    cwd,
    env,
    stop: () => {
      stop.abort();
      return ended;
    },
  };
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly cookie: string;
}

/** As no browser would ask: with any Host and Origin. */
const ask = (
  address: string,
  path: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(address);
    const sent = request({ hostname, port, path, method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text, cookie: response.headers['set-cookie']?.[0] ?? '' }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });

test('only who has the token is answered, under its own name and from its own pages; a decision is what dismiss writes [REV-28]', async () => {
  const { address, cwd, env, stop } = await serveRuns();
  const { host, origin, search } = new URL(address);
  const entered = await ask(address, `/${search}`);
  const cookie = entered.cookie.split(';')[0] ?? '';
  expect([entered.status, entered.cookie]).toEqual([302, expect.stringMatching(/HttpOnly; SameSite=Strict/u)]);
  // Cookies know no ports: each dashboard has one of its own.
  expect(cookie).toContain(`consensus-review-${new URL(address).port}=`);
  const statusOf = async (path: string, headers: Record<string, string>, method = 'GET'): Promise<number> =>
    (await ask(address, path, { headers, method })).status;
  expect(await statusOf('/', {})).toBe(401);
  expect(await statusOf('/?token=wrong', {})).toBe(401);
  expect(await statusOf('/', { cookie, host: 'evil.example' })).toBe(421);
  expect(await statusOf('/', { cookie, origin: 'http://evil.example' })).toBe(403);
  expect(await statusOf('/', { cookie, 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect(await statusOf('/runs/x', { cookie })).toBe(404);
  const runs = await ask(address, '/', { headers: { cookie, host } });
  expect(runs.status).toBe(200);
  const [newest = ''] = [...runs.text.matchAll(/href="\/runs\/([^"]+)"/gu)].map(([, id]) => id ?? '');
  const page = await ask(address, `/runs/${newest}`, { headers: { cookie } });
  expect(page.text).not.toContain('<b>&');
  const fingerprint = /data-fingerprint="([0-9a-f]{16})"/u.exec(page.text)?.[1] ?? '';
  const post = (headers: Record<string, string>, body: unknown): Promise<Answer> =>
    ask(address, `/runs/${newest}/decisions`, {
      method: 'POST',
      headers: { cookie, ...headers },
      body: JSON.stringify(body),
    });
  const decision = { kind: 'dismissed', fingerprint, reason: 'a toy' };
  expect((await post({}, decision)).status).toBe(403);
  expect((await post({ origin }, { ...decision, reason: ' ' })).status).toBe(400);
  expect((await post({ origin }, { ...decision, reason: 'x'.repeat(30_000) })).status).toBe(413);
  expect((await post({ origin }, { ...decision, fingerprint: '0000000000000000' })).status).toBe(400);
  expect((await post({ origin }, decision)).status).toBe(200);
  expect((await post({ origin }, { ...decision, kind: 'confirmed', reason: 'seen' })).status).toBe(200);
  expect(readFileSync(join(cwd, '.consensus-review/suppressions.json'), 'utf8')).toContain(fingerprint);
  expect(JSON.parse((await ask(address, `/runs/${newest}/decisions`, { headers: { cookie } })).text)).toEqual([
    { kind: 'confirmed', fingerprint, reason: 'seen' },
    decision,
  ]);
  // A page that was written before the run ended is told so, though nothing changes any more.
  expect((await ask(address, `/events?run=${newest}`, { headers: { cookie } })).text).toContain('{"over":true}');
  for (const path of ['/trends', '/search?q=eval', `/compare?b=${newest}`])
    expect(await statusOf(path, { cookie }), path).toBe(200);
  const again = JSON.parse((await runCli(['review', '--all', '-f', 'json'], { cwd, env })).stdout);
  expect(again.findings.find((each: { fingerprint: string }) => each.fingerprint === fingerprint).status).toBe(
    'suppressed',
  );
  expect(await stop()).toBe(0);
});

test('an address for the browser lets in once, and answers of every kind are kept and passed on by nobody', async () => {
  const stop = new AbortController();
  const none = { withRuns: <T>(work: (runs: null) => Promise<T>) => work(null), decisions: async () => [] };
  await using served = await serveDashboard(0, {
    ...none,
    decide: async () => null,
    root: '/',
    pollMs: 1,
    signal: stop.signal,
  });
  const once = served.addressOnce();
  const tries = [once, once, served.address, served.address].map(
    (address) => async () => fetch(address, { redirect: 'manual' }),
  );
  const answers: Response[] = [];
  for (const attempt of tries) answers.push(await attempt());
  expect(answers.map(({ status }) => status)).toEqual([302, 401, 302, 302]);
  for (const { headers } of answers)
    expect([headers.get('referrer-policy'), headers.get('cache-control')]).toEqual(['no-referrer', 'no-store']);
});

const CHROMIUM = process.env.CONSENSUS_REVIEW_CHROMIUM ?? '/usr/bin/chromium';
const canRun = runsInstalled && existsSync(CHROMIUM);
const why = runsInstalled ? `skipped: no browser at ${CHROMIUM}` : 'skipped: runs with npm run test:installed';
const PICTURES = process.env.CONSENSUS_REVIEW_PICTURES;

describe.skipIf(!canRun)(`the dashboard in a browser${canRun ? '' : ` (${why})`}`, () => {
  let browser: Browser;
  let served: Served;
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
    });
    served = await serveRuns();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await served?.stop();
  });

  async function open(width: number, scheme: 'light' | 'dark', bypassCSP = false) {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme, bypassCSP });
    const page = await context.newPage();
    const [complaints, requests]: [string[], string[]] = [[], []];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(served.address);
    return { page, complaints, requests };
  }

  const picture = async (page: Page, name: string): Promise<void> => {
    if (PICTURES === undefined) return;
    mkdirSync(PICTURES, { recursive: true });
    await page.screenshot({ path: join(PICTURES, `${name}.png`) });
  };

  test('every page, wide and narrow, light and dark: 0 complaints, 0 requests outside, nothing too wide, 0 serious violations', async () => {
    const { origin } = new URL(served.address);
    for (const [width, scheme] of [
      [1280, 'light'],
      [390, 'dark'],
    ] as const) {
      const { page, complaints, requests } = await open(width, scheme);
      const run = (await page.locator('table.runs a').first().getAttribute('href')) ?? '';
      const pages = {
        runs: '/',
        run,
        compare: `/compare?b=${run.slice(6)}`,
        trends: '/trends',
        search: '/search?q=eval',
      };
      for (const [name, path] of Object.entries(pages)) {
        await page.goto(origin + path);
        await picture(page, `dashboard-${name}-${width}-${scheme}`);
        expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth'), name).toBe(true);
      }
      expect(complaints).toEqual([]);
      expect(requests.filter((url) => !url.startsWith(origin))).toEqual([]);
      const { page: bare } = await open(width, scheme, true);
      for (const [name, path] of Object.entries(pages)) {
        await bare.goto(origin + path);
        const { violations } = await new AxeBuilder({ page: bare }).analyze();
        const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
        expect(grave.map(({ id, nodes }) => [name, id, nodes[0]?.html])).toEqual([]);
      }
    }
  }, 240_000);

  test('a run appears while the page is open; dismiss and confirm ask for a reason and are shown; compare and search work', async () => {
    const { page, complaints } = await open(1280, 'light');
    const rows = page.locator('table.runs tbody tr');
    const before = await rows.count();
    await runCli(['review', '--all', '-f', 'json'], { cwd: served.cwd, env: served.env });
    // The page may evaluate no text, so the condition is asked for from outside.
    await expect.poll(() => rows.count()).toBe(before + 1);
    await page.locator('table.runs a').first().click();
    const card = page.locator('.problem').first();
    await card.getByText('Decides about the first of 2 places').waitFor();
    await card.getByRole('button', { name: /Dismiss/u }).click();
    await card.getByText('Say why first.').waitFor();
    await card.getByRole('textbox').fill('<img src=x onerror=alert(1)>');
    await card.getByRole('button', { name: /Confirm/u }).click();
    await card.getByText('Confirmed: <img src=x').waitFor();
    await card.getByRole('textbox').fill('nobody reaches it');
    await card.getByRole('button', { name: /Dismiss/u }).click();
    await card.getByText('Dismissed: nobody reaches it').waitFor();
    await page.reload();
    await page.getByText('Dismissed: nobody reaches it').first().waitFor();
    await page.getByRole('link', { name: 'Compare with the run before' }).click();
    await page.getByRole('heading', { name: /Still there/u }).waitFor();
    await page.getByText('Show them').click();
    await page.locator('main td a').first().click();
    expect(new URL(page.url()).hash).toBe('#C-01');
    await page.locator('#C-01').waitFor();
    await page.goBack();
    await page.getByRole('searchbox').fill('js-code-injection');
    await page.getByRole('searchbox').press('Enter');
    await page.getByText(/found in the newest runs/u).waitFor();
    expect(await page.locator('main tbody tr').count()).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
  }, 120_000);
});
