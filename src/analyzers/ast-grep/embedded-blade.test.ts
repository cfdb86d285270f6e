import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Snapshot } from '../../ports/repository.ts';
import { openAnalyzer } from '../open-analyzer.ts';
import { astGrep } from './declaration.ts';
import { extractBlade } from './embedded-blade.ts';

test.each([
  ['<b>{!! $x !!}</b>', '<b><?= $x  ?></b>'],
  ['@php $a = 1; @endphp', '<?   $a = 1; ?>     '],
  ['{{ $x }} @phpunit', '{{ $x }} @phpunit'],
])('%j gives %j', (template, php) => {
  expect(extractBlade(template)).toBe(php);
});

test('keeps its length, whatever the template', () => {
  const part = fc.constantFrom('{!!', '!!}', '@php', '@endphp', '\n', ' x ', '(');
  fc.assert(fc.property(fc.array(part), (parts) => extractBlade(parts.join('')).length === parts.join('').length));
});

test('a template is matched by the PHP rules, at its own lines', async () => {
  const analyzer = openAnalyzer(astGrep);
  const text = '<p>{{ request("a") }}</p>\n<p>{!! e(request("b")) !!}</p>\n<p>{!! request("c") !!}</p>\n';
  const file = { path: 'resources/views/show.blade.php', language: 'php', changed: null, text };
  const { findings } = await analyzer.scan([file], {} as Snapshot, new AbortController().signal);
  expect(findings.map(({ rule, line }) => [rule, line])).toEqual([['php-reflected-xss', 3]]);
});
