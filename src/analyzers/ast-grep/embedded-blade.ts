/**
 * The PHP inside a Blade template: `{!! … !!}`, which leaves out escaping, reads as `<?= … ?>`, and `@php` as an opening
 * tag, each at the same length, so that every place found in it is a place of the template.
 */
const TAGS: Readonly<Record<string, string>> = { '{!!': '<?=', '!!}': ' ?>', '@php': '<?  ', '@endphp': '?>     ' };

export const extractBlade = (template: string): string =>
  template.replaceAll(/\{!!|!!\}|@php\b(?!\s*\()|@endphp\b/gu, (tag) => TAGS[tag] ?? tag);
