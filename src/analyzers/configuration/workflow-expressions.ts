/**
 * Finds the expressions (`${{ … }}`) in a text of a GitHub workflow and says which of them insert text that an outsider controls, such as
 * the title of an issue, directly or by a tainted name. Used by workflow-injection.ts and workflow-checks.ts.
 */

export interface Expression {
  /** Between the braces. */
  readonly text: string;
  /** Offset of `${{` in the text that was searched. */
  readonly start: number;
}

const MAX_EXPRESSIONS = 500;
const OPEN = '${{';
const CLOSE = '}}';

export function findExpressions(text: string): readonly Expression[] {
  const found: Expression[] = [];
  let start = text.indexOf(OPEN);
  while (start >= 0 && found.length < MAX_EXPRESSIONS) {
    const end = text.indexOf(CLOSE, start);
    if (end < 0) break;
    found.push({ text: text.slice(start + OPEN.length, end), start });
    start = text.indexOf(OPEN, end);
  }
  return found;
}

const PERSON = '(?:author|committer)\\.(?:name|email)';
const COMMIT = `(?:message|${PERSON})`;

/** Fields of an event that whoever opens an issue, a pull request or a fork fills in. */
const FIELDS = [
  'issue\\.(?:title|body)',
  'pull_request\\.(?:title|body|head\\.(?:ref|label|repo\\.(?:default_branch|description|homepage)))',
  '(?:comment|review|review_comment)\\.body',
  'discussion\\.(?:title|body)',
  'changes\\.(?:title|body|head\\.ref)\\.from',
  'pages(?:\\.[\\w*-]+)?\\.(?:page_name|title)',
  `commits(?:\\.[\\w*-]+)?\\.${COMMIT}`,
  `head_commit\\.${COMMIT}`,
  `merge_group\\.head_commit\\.${COMMIT}`,
  `workflow_run\\.(?:head_branch|display_title|head_commit\\.${COMMIT}|head_repository\\.description|pull_requests(?:\\.[\\w*-]+)?\\.head\\.ref)`,
];

const UNTRUSTED = new RegExp(`\\bgithub\\.(?:event\\.(?:${FIELDS.join('|')})|head_ref)(?![\\w.-])`, 'u');
/** An object that holds such a field, written out as a whole. */
const WHOLE =
  /\btojson\(\s*github(?:\.event(?:\.(?:issue|pull_request|comment|review|discussion|head_commit|commits|workflow_run|pages))?)?\s*\)/u;

/** Outputs of well-known actions that carry names or texts of a stranger. */
const TELLING_ACTIONS: readonly { readonly action: RegExp; readonly output: RegExp }[] = [
  {
    action: /(?:changed-files|get-changed-files|paths-filter|file-changes-action|changed-files-action)/iu,
    output: /files/iu,
  },
  { action: /branch-names|pull-request-comment-branch|branch-name/iu, output: /ref|branch/iu },
  { action: /issue-(?:body-|forms-body-)?parser|issue-forms/iu, output: /./u },
  { action: /pull-request-comment-trigger/iu, output: /comment_body/iu },
];

export const isTellingOutput = (action: string, output: string): boolean =>
  TELLING_ACTIONS.some((each) => each.action.test(action) && each.output.test(output));

/** Lower case, with properties in dots: `github.event['issue'].title`, `commits[0]`. */
export const normalizeExpression = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\[\s*['"]?([\w*-]+)['"]?\s*\]/gu, '.$1')
    .replace(/\s*\.\s*/gu, '.');

/** Parts of an expression that become text; comparisons and tests become `true` or `false`. */
const textParts = (text: string): readonly string[] =>
  text
    .split(/&&|\|\|/u)
    .filter((part) => !/[=!<>]=|[<>]|^\s*\(*\s*!/u.test(part))
    .map((part) => part.replace(/\b(?:contains|startswith|endswith|hashfiles)\([^()]*(?:\([^()]*\)[^()]*)*\)/gu, ''));

/** What of a stranger the expression puts in, or null. `tainted` are names of this workflow that hold such text. */
export function findUntrusted(expression: string, tainted: ReadonlySet<string>): string | null {
  for (const part of textParts(normalizeExpression(expression))) {
    const known = UNTRUSTED.exec(part)?.[0] ?? WHOLE.exec(part)?.[0];
    if (known !== undefined) return known;
    for (const [name] of part.matchAll(/\b(?:env|steps|needs|inputs|matrix)\.[\w.*-]+/gu))
      if (tainted.has(name)) return name;
  }
  return null;
}
