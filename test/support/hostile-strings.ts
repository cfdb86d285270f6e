/** Strings that try to act: on a terminal, in a page, in Markdown, in a spreadsheet, in a workflow, on the order of a line. */
const ESCAPES = [
  '\u001b[31m',
  '\u001b]0;owned\u0007',
  '\u001b[2J',
  '\u009b2J',
  '\u0007',
  '\b\b\b',
  '\r',
  '\u0000',
  '\u007f',
];
const HTML = [
  '<script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "' onmouseover='alert(1)",
  '</style><script>alert(1)</script>',
  '<!--',
  '-->',
  ']]>',
  '<iframe src="javascript:alert(1)">',
  '<a href="javascript:alert(1)">x</a>',
  '&lt;b&gt;&#x3c;script&#x3e;',
  '</details></table><h1>x</h1>',
  '<base href="https://evil.invalid/">',
  '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>&e;',
  '</testcase><failure message="x"/>',
];
const MARKDOWN = [
  '[x](javascript:alert(1))',
  '![x](https://evil.invalid/x.png)',
  '`` ` ```',
  '```\n# heading\n```',
  '# heading',
  '- item',
  '1. item',
  '| a | b |',
  '@everyone',
  '<https://evil.invalid>',
  '~~~\nx',
  '$$x$$',
  '[ref]: https://evil.invalid',
  '***bold***',
];
const FORMULAS = [
  '=cmd|"/c calc"!A1',
  '+1+1',
  '-2+3',
  '@SUM(A1)',
  '\t=1+1',
  '=HYPERLINK("https://evil.invalid","x")',
  '","=1+1","',
  '"\r\n=1+1',
  '；=1',
  '＝1+1',
];
const WORKFLOW = [
  '::error::x',
  '\n::error::x',
  '\r\n::set-output name=a::b',
  '::add-mask::x',
  '##[error]x',
  '\n##[add-path]/tmp',
  'a%0A::error::x',
  '::stop-commands::x',
];
const BIDI = [
  '\u202egnp.exe',
  '\u2066x\u2069',
  '\u200f',
  '\u061c',
  '\u2028x',
  '\u2029x',
  '\ufeff',
  '\u200b',
  '\u{e0041}',
  '\ud800',
  '\udc00x',
  '\uffff',
];

const BASE = [...ESCAPES, ...HTML, ...MARKDOWN, ...FORMULAS, ...WORKFLOW, ...BIDI];

/** Each alone, between words, and behind a line break. */
export const HOSTILE_STRINGS: readonly string[] = [
  ...BASE,
  ...BASE.map((text) => `before ${text} after`),
  ...BASE.map((text) => `first line\n${text}`),
];
