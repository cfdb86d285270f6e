/**
 * The Ruby inside an ERB template: everything around it is blanked at the same length, so that every place found in it is
 * a place of the template. `<%==`, which leaves out escaping, reads as a call of `raw`. Linear, whatever it looks like.
 */
const OPEN = '<%';
const CLOSE = '%>';
const MARK = /^(?:==|[=#%-]?)/u;

const blank = (text: string): string => text.replace(/[^\r\n]/g, ' ');

/** Null where the template holds no code. */
export function extractRuby(template: string): string | null {
  let out = '';
  let at = 0;
  for (let open = template.indexOf(OPEN); open >= 0; open = template.indexOf(OPEN, Math.max(at, open + 1))) {
    const close = template.indexOf(CLOSE, open + OPEN.length);
    if (close < 0) break;
    const inside = template.slice(open + OPEN.length, close);
    const mark = MARK.exec(inside.slice(0, 2))?.[0] ?? '';
    if (mark === '#' || mark === '%') continue;
    out += blank(template.slice(at, open)) + (mark === '==' ? 'raw ' : blank(OPEN + mark));
    out += `${inside.slice(mark.length).replace(/-$/u, ' ')}; `;
    at = close + CLOSE.length;
  }
  return at === 0 ? null : out + blank(template.slice(at));
}
