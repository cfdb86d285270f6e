import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placesOf, scanProject } from '../../../test/scan-project.ts';
import { openAnalyzer } from '../open-analyzer.ts';
import { listKeys } from './config-changes.ts';
import { userPersona } from './declaration.ts';
import { isConfigPath } from './shown-files.ts';

const analyzer = openAnalyzer(userPersona);
const change = (base: string, text: string) => ({ base, text, changed: [{ start: 1, end: 1 }] });

describe('settings taken out of the configuration', () => {
  test.each<{ path: string; base: string; text: string; keys: readonly string[] }>([
    {
      path: 'config/default.json',
      base: '{"a": 1, "cache": {"ttl": 5, "size": 2}}',
      text: '{"a": 1, "cache": {"size": 2}}',
      keys: ['cache.ttl'],
    },
    { path: 'values.yaml', base: 'a: 1\ncache:\n  ttl: 5\n', text: 'a: 1\ncache:\n  size: 5\n', keys: ['cache.ttl'] },
    { path: '.env.example', base: 'PORT=1\nHOST=x\n', text: 'PORT=1\n', keys: ['HOST'] },
    { path: 'settings.toml', base: '[cache]\nttl = 5\nsize = 1\n', text: '[cache]\nsize = 1\n', keys: ['cache.ttl'] },
    {
      path: 'config/shop.json',
      base: '{"port": 1, "session": {"secret": "", "hours": 8}}',
      text: '{"port": 1, "session": {"secret": "", "lifetimeHours": 8}}',
      keys: ['session.hours'],
    },
    { path: 'server/conf/mail.ini', base: '[smtp]\nhost=a\nport=1\n', text: '[smtp]\nhost=a\n', keys: ['smtp.port'] },
    { path: 'shop.example.yml', base: 'a: 1\nb: 1\n', text: 'b: 1\n', keys: ['a'] },
    { path: 'shop.json.dist', base: '{"a": 1, "b": 1}', text: '{"b": 1}', keys: ['a'] },
    { path: 'application.yml', base: 'a: 1\nb: 1\n', text: 'b: 1\n', keys: ['a'] },
    { path: 'config/shop.json', base: '{"a": 1}', text: '{"a": 2, "b": 1}', keys: [] },
    { path: 'config/package.json', base: '{"a": 1, "b": 1}', text: '{"b": 1}', keys: [] },
    { path: 'config/package-lock.json', base: '{"a": 1, "b": 1}', text: '{"b": 1}', keys: [] },
    { path: 'config/locales/de.yml', base: 'a: 1\nb: 1\n', text: 'b: 1\n', keys: [] },
    { path: 'test/config/a.yml', base: 'a: 1\nb: 1\n', text: 'b: 1\n', keys: [] },
    { path: 'config/jest.json', base: '{"a": 1, "b": 1}', text: '{"b": 1}', keys: [] },
    { path: 'config.json', base: '{"a": 1}', text: '{"a": 2, "b": 1}', keys: [] },
    { path: 'tsconfig.json', base: '{"a": 1, "b": 1}', text: '{"b": 1}', keys: [] },
    { path: 'src/countries.json', base: '{"a": 1, "b": 1}', text: '{"b": 1}', keys: [] },
  ])('$path: $base → $text', async ({ path, base, text, keys }) => {
    const { findings } = await scanProject(analyzer, { [path]: change(base, text) });
    expect(findings.map(({ rule, title }) => [rule, title])).toEqual(
      keys.map((key) => ['config-key-removed', `The setting ${key} is gone`]),
    );
  });

  test('an announced one is left alone', async () => {
    const outcome = await scanProject(analyzer, {
      'config.json': change('{"ttl": 1, "b": 1}', '{"b": 1}'),
      'CHANGELOG.md': change('', 'ttl is gone; use lifetime.\n'),
    });
    expect(placesOf(outcome)).toEqual([]);
  });

  test('has the fields of its reviewer and is never grave', async () => {
    const { findings } = await scanProject(analyzer, { 'config.json': change('{"a": 1, "b": 1}', '{"b": 1}') });
    expect(findings[0]).toMatchObject({ severity: 'MEDIUM', category: 'config', reviewer: 'user-persona-reviewer' });
    expect(Object.keys(findings[0]?.extra ?? {})).toEqual(['user_impact', 'suggested_approach', 'effort']);
  });
});

test('whatever the text, keys are read or not at all', () => {
  fc.assert(
    fc.property(fc.constantFrom('config.json', 'config.yml', '.env.example'), fc.string(), (path, text) => {
      expect(isConfigPath(path)).toBe(true);
      const keys = listKeys(path, text);
      expect(keys === null || keys instanceof Set).toBe(true);
    }),
  );
});
