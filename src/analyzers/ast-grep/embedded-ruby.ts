/**
 * Extracts the Ruby of an ERB template: blanks everything around it at the same length, so that offsets stay those of the template, and
 * turns `<%==`, which leaves out escaping, into a call of `raw`. Null where there is no code. Called by rule-hosts.ts.
 */
const OPEN = '<%';
const CLOSE = '%>';
const MARK = /^(?:==|[=#%-]?)/u;

const blank = (text: string): string => text.replace(/[^\r\n]/g, ' ');

/** Null where the template holds no code. */
export function extractRuby(template: string): string | null {
  let out = '';
  let at = 0;
  let next = 0;
  for (let open = template.indexOf(OPEN); open >= 0; open = template.indexOf(OPEN, next)) {
    const begin = open + OPEN.length;
    const mark = MARK.exec(template.slice(begin, begin + 2))?.[0] ?? '';
    next = begin + 1;
    // `<%%` is text.
    if (mark === '%') continue;
    const close = template.indexOf(CLOSE, begin);
    if (close < 0) break;
    next = close + CLOSE.length;
    // A comment ends at the first `%>`, whatever is in it.
    if (mark === '#') continue;
    const inside = template.slice(begin, close);
    out += blank(template.slice(at, open)) + (mark === '==' ? 'raw ' : blank(OPEN + mark));
    out += `${inside.slice(mark.length).replace(/-$/u, ' ')}; `;
    at = next;
  }
  return at === 0 ? null : out + blank(template.slice(at));
}
