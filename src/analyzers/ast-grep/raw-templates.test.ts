import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Snapshot } from '../../ports/repository.ts';
import { findRaw, findRawTemplate } from './raw-templates.ts';

test.each([
  ['<h1>{{ q|safe }}</h1>', true],
  ['{{ q.title | upper | safe }}', true],
  ['{% autoescape off %}<b>{{ q }}</b>{% endautoescape %}', true],
  ['<%- q %>', true],
  ['{{{ q }}} or {{& q}}', true],
  ['p\n  != q', true],
  ['p !{q}', true],
  ['{!! $q !!}', true],
  ['<p th:utext="${q}"></p>', true],
  ['<p>[(${q.name})]</p>', true],
  ['<p>[[${q}]]</p>', false],
  ['<h1>{{ q }}</h1>', false],
  ['{{ other|safe }}{{ q }}', false],
  ['{{ q|escape|safe }}', false],
  ['{{ q|tojson|safe }}', false],
  ['<%= q %><%- include("q") %>', false],
  ['{{ q }}{!! $other !!}', false],
  ['{% autoescape off %}x{% endautoescape %}{{ q }}', false],
  ['if (p != q) {}', false],
])('%s writes the variable as it is: %s', (template, expected) => {
  expect(findRaw(template, 'q') !== null).toBe(expected);
});

const files: Readonly<Record<string, string>> = {
  'app/templates/page.html': '<p>\n{{ q|safe }}',
  'other/templates/page.html': '{{ q }}',
  'resources/views/users/show.blade.php': '{!! $q !!}',
};
const snapshot = {
  paths: async () => new Set(Object.keys(files)),
  read: async (path: string) => ({ kind: 'text', text: files[path] ?? '', bytes: 0 }),
} as unknown as Snapshot;

test.each([
  ['page.html', 'q', { path: 'app/templates/page.html', line: 2 }],
  ['users.show', 'q', { path: 'resources/views/users/show.blade.php', line: 1 }],
  ['page.html', 'name', null],
  ['missing.html', 'q', null],
  ['../../page.html', 'q', null],
])('%s with %s is %s', async (name, key, expected) => {
  expect(await findRawTemplate(snapshot, name, key, 'app/views.py')).toEqual(expected);
});

test('any template is answered', () => {
  const part = fc.constantFrom('{{', '}}', '|safe', ' q ', '<%-', '%>', '{%', 'autoescape off', '\n', '{!!');
  fc.assert(fc.property(fc.array(part), (parts) => typeof findRaw(parts.join(''), 'q') !== 'undefined'));
});
