// `init --host`: what is written for each coding agent, in its own format, and that the user's text stays letter for letter.
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { planHostFiles, writeHostFiles } from '../../src/wiring/write-host-files.ts';
import { createFolder, runCli, writeFiles } from './run-cli.ts';

const init = (folder: string, host: string, ...args: readonly string[]) =>
  runCli(['init', '--host', host, ...args], { cwd: folder, env: { PATH: bin } });

/** The program on PATH. */
const bin = createFolder({ 'consensus-review': '#!/bin/sh\n' });
chmodSync(join(bin, 'consensus-review'), 0o755);

const read = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8');
const list = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

const ENTRY = { command: 'consensus-review', args: ['mcp'] };

const HOSTS: Readonly<
  Record<string, { readonly files: readonly string[]; readonly entry: (folder: string) => unknown }>
> = {
  claude: {
    files: [
      '.claude/agents/consensus-review-agent.md',
      '.claude/commands/consensus-audit.md',
      '.claude/commands/consensus-review.md',
      '.mcp.json',
    ],
    entry: (folder) => JSON.parse(read(folder, '.mcp.json')).mcpServers['consensus-review'],
  },
  codex: {
    files: [
      '.agents/skills/consensus-audit/SKILL.md',
      '.agents/skills/consensus-review/SKILL.md',
      '.codex/config.toml',
    ],
    entry: (folder) => {
      const [, command, args] =
        /^\[mcp_servers\.consensus-review\]\ncommand = (.+)\nargs = (.+)$/mu.exec(read(folder, '.codex/config.toml')) ??
        [];
      return { command: JSON.parse(command ?? 'null'), args: JSON.parse(args ?? 'null') };
    },
  },
  gemini: {
    files: ['.gemini/commands/consensus-audit.toml', '.gemini/commands/consensus-review.toml', '.gemini/settings.json'],
    entry: (folder) => JSON.parse(read(folder, '.gemini/settings.json')).mcpServers['consensus-review'],
  },
  qwen: {
    files: ['.qwen/commands/consensus-audit.toml', '.qwen/commands/consensus-review.toml', '.qwen/settings.json'],
    entry: (folder) => JSON.parse(read(folder, '.qwen/settings.json')).mcpServers['consensus-review'],
  },
  opencode: {
    files: ['.opencode/command/consensus-audit.md', '.opencode/command/consensus-review.md', 'opencode.json'],
    entry: (folder) => {
      const { command, type } = JSON.parse(read(folder, 'opencode.json')).mcp['consensus-review'];
      expect(type).toBe('local');
      return { command: command[0], args: command.slice(1) };
    },
  },
  cursor: {
    files: ['.cursor/commands/consensus-audit.md', '.cursor/commands/consensus-review.md', '.cursor/mcp.json'],
    entry: (folder) => JSON.parse(read(folder, '.cursor/mcp.json')).mcpServers['consensus-review'],
  },
  vscode: {
    files: [
      '.github/prompts/consensus-audit.prompt.md',
      '.github/prompts/consensus-review.prompt.md',
      '.vscode/mcp.json',
    ],
    entry: (folder) => JSON.parse(read(folder, '.vscode/mcp.json')).servers['consensus-review'],
  },
};

describe('init --host', () => {
  test.each(Object.keys(HOSTS))(
    '%s: the server entry and a command for the whole workflow, shown first',
    async (host) => {
      const folder = createFolder();
      const expected = HOSTS[host] as (typeof HOSTS)[string];
      const shown = await init(folder, host);
      expect([shown.code, list(folder)]).toEqual([0, []]);
      expect(shown.stderr).toContain('Nothing was written. To write it: add --yes');
      for (const path of expected.files) expect(shown.stdout).toContain(`+++ b/${path}`);
      const written = await init(folder, host, '--yes');
      expect(written.stdout).toBe(shown.stdout);
      expect(list(folder)).toEqual(expected.files);
      expect(expected.entry(folder)).toMatchObject(ENTRY);
      for (const path of expected.files.filter((each) => each.includes('consensus-'))) {
        const text = read(folder, path);
        expect(text).not.toMatch(/mcp__plugin|CLAUDE_PLUGIN_ROOT|of this plugin|\bnpx\b/u);
        expect(text).toContain('review_task');
      }
      const command = read(folder, expected.files.find((path) => /consensus-review(?:\/SKILL|\.)/u.test(path)) ?? '');
      for (const tool of ['review_plan', 'review_status', 'review_submit', 'review_report'])
        expect(command).toContain(tool);
      const again = await init(folder, host, '--yes');
      expect([again.stdout, again.stderr.match(/nothing to change/gu)?.length]).toEqual(['', expected.files.length]);
    },
  );

  test('prompts of Gemini are TOML with the arguments of the user', async () => {
    const folder = createFolder();
    await init(folder, 'gemini', '--yes');
    expect(read(folder, '.gemini/commands/consensus-review.toml')).toMatch(
      /^description = "Review[^\n]*"\nprompt = '''\n(?:(?!''')[\s\S])*`\{\{args\}\}`(?:(?!''')[\s\S])*\n'''\n$/u,
    );
  });

  test.each([
    ['tabs, another server', '{\n\t"mcpServers": {\n\t\t"a": { "command": "x" }\n\t}\n}\n', 'write'],
    ['an empty object of servers', '{ "mcpServers": {} }', 'write'],
    ['no servers yet', '{\n  "theme": "dark"\n}\n', 'write'],
    ['an empty object', '{}', 'write'],
    ['the name elsewhere', '{ "x": { "mcpServers": { "y": [{}] } }, "mcpServers": {"b":{}} }', 'write'],
    ['comments', '{\n  // mine\n  "mcpServers": {}\n}\n', 'left'],
    ['another entry of the name', '{ "mcpServers": { "consensus-review": { "command": "mine" } } }', 'left'],
    ['servers that are no object', '{ "mcpServers": [] }', 'left'],
    ['no object', '[]', 'left'],
  ])('a file of the user with %s', async (_name, before, outcome) => {
    const folder = createFolder({ '.cursor/mcp.json': before });
    const { code, stderr } = await init(folder, 'cursor', '--yes');
    const after = read(folder, '.cursor/mcp.json');
    expect(code).toBe(0);
    if (outcome === 'left') {
      expect(after).toBe(before);
      expect(stderr).toContain('.cursor/mcp.json: left as it is, since ');
      expect(stderr).toContain('"command": "consensus-review"');
      return;
    }
    const { mcpServers, ...rest } = JSON.parse(after);
    const { 'consensus-review': entry, ...others } = mcpServers;
    const { mcpServers: own = {}, ...mine } = JSON.parse(before);
    expect([entry, others, rest]).toEqual([ENTRY, own, mine]);
    for (const line of before.split('\n').filter((each) => /"(?:a|theme)"/u.test(each))) expect(after).toContain(line);
  });

  test.each([
    ['other tables', 'model = "m" # mine\n[mcp_servers.a]\ncommand = "x"\n', true],
    ['another table of the name', '[mcp_servers.consensus-review]\ncommand = "mine"\n', false],
    ['servers as a value', 'mcp_servers = { a = { command = "x" } }\n', false],
    ['servers as a value with a quoted name', '"mcp_servers" = { a = { command = "x" } }\n', false],
    ['the name in the table of all servers', '[mcp_servers]\nconsensus-review = { command = "mine" }\n', false],
    ['the name in other quotes', "[mcp_servers . 'consensus-review']\ncommand = 'mine'\n", false],
  ])('a configuration of Codex with %s', async (_name, before, isWritten) => {
    const folder = createFolder({ '.codex/config.toml': before });
    await init(folder, 'codex', '--yes');
    const after = read(folder, '.codex/config.toml');
    expect(after.startsWith(before.trimEnd())).toBe(true);
    expect(after === before).toBe(!isWritten);
    if (isWritten) expect(HOSTS.codex?.entry(folder)).toMatchObject(ENTRY);
  });

  test.each([
    [
      'claude',
      '.mcp.json',
      (token: string) => `{ "mcpServers": { "other": { "env": { "API_TOKEN": "${token}" } } } }\n`,
    ],
    ['codex', '.codex/config.toml', (token: string) => `api_token = "${token}"\nmodel = "m"\n`],
  ])(
    '%s: a token of the user stands in the file as it did, and not in the diff [TRUST-06]',
    async (host, path, write) => {
      const token = 'Zq4vB8nR1tYc6mKdP0sW';
      const folder = createFolder({ [path]: write(token) });
      const { stdout, stderr } = await init(folder, host, '--yes');
      expect(stdout).toContain(`+++ b/${path}`);
      expect(stdout).toContain('[redacted:');
      expect(stdout + stderr).not.toContain(token);
      expect(read(folder, path)).toContain(token);
    },
  );

  test('a command of the user is left alone, and nothing is written through a link', async () => {
    const folder = createFolder({ '.claude/commands/consensus-review.md': 'mine\n' });
    const { stderr } = await init(folder, 'claude', '--yes');
    expect(read(folder, '.claude/commands/consensus-review.md')).toBe('mine\n');
    expect(stderr).toContain('consensus-review.md: left as it is, since it differs; remove it');
    const linked = createFolder();
    const elsewhere = createFolder();
    symlinkSync(elsewhere, join(linked, '.vscode'));
    const refused = await init(linked, 'vscode', '--yes');
    expect([refused.code, existsSync(join(elsewhere, 'mcp.json'))]).toEqual([2, false]);
  });

  test('what is no text of the folder is neither read nor written', async () => {
    const latin = Buffer.from('# gr\u00fc\u00dfe\nmodel = "m"\n', 'latin1');
    const folder = createFolder({ '.cursor': 'a file, not a folder' });
    mkdirSync(join(folder, '.codex'));
    writeFileSync(join(folder, '.codex/config.toml'), latin);
    // Whoever reads it never comes to an end.
    symlinkSync('/dev/zero', join(folder, '.mcp.json'));
    const said = await Promise.all(['codex', 'claude', 'cursor'].map((host) => init(folder, host, '--yes')));
    expect(said.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(said[0]?.stderr).toContain('.codex/config.toml: left as it is, since it is no UTF-8.');
    expect(said[1]?.stderr).toContain('.mcp.json: left as it is, since it is no file of this folder');
    expect(said[2]?.stderr).toContain('.cursor/mcp.json: left as it is, since ENOTDIR');
    expect(readFileSync(join(folder, '.codex/config.toml'))).toEqual(latin);
  });

  test('what somebody wrote between the question and the answer stays', async () => {
    const folder = createFolder({ '.mcp.json': '{}' });
    const launch = { command: 'consensus-review', args: ['mcp'] };
    const planned = await planHostFiles(folder, 'claude', launch);
    writeFiles(folder, { '.mcp.json': '{ "mine": 1 }', '.claude/commands/consensus-audit.md': 'mine' });
    expect(await writeHostFiles(folder, planned)).toEqual([
      '.claude/commands/consensus-review.md',
      '.claude/agents/consensus-review-agent.md',
    ]);
    expect([read(folder, '.mcp.json'), read(folder, '.claude/commands/consensus-audit.md')]).toEqual([
      '{ "mine": 1 }',
      'mine',
    ]);
  });

  test('without the program on PATH the entry names this one; an unknown host is refused', async () => {
    const folder = createFolder();
    await runCli(['init', '--host', 'claude', '--yes'], { cwd: folder, env: { PATH: '/nowhere' } });
    const { command, args } = (HOSTS.claude as (typeof HOSTS)[string]).entry(folder) as {
      command: string;
      args: string[];
    };
    expect([command, existsSync(args[0] ?? ''), args.at(-1)]).toEqual([process.execPath, true, 'mcp']);
    const unknown = await init(folder, 'emacs');
    expect([unknown.code, unknown.stderr.includes('claude, codex')]).toEqual([2, true]);
  });
});
