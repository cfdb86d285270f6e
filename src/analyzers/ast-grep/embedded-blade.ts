/**
 * Rewrites a Blade template so that the PHP parser reads its code: `{!! … !!}`, which leaves out escaping, becomes `<?= … ?>` and `@php`
 * an opening tag, each at the same length, so that offsets stay those of the template. Called by rule-hosts.ts.
 */
const TAGS: Readonly<Record<string, string>> = { '{!!': '<?=', '!!}': ' ?>', '@php': '<?  ', '@endphp': '?>     ' };

export const extractBlade = (template: string): string =>
  template.replaceAll(/\{!!|!!\}|@php\b(?!\s*\()|@endphp\b/gu, (tag) => TAGS[tag] ?? tag);
