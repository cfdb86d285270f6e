/**
 * Finds handlers and error handlers that answer a request with a stack trace, or with any caught error or its text (not where the answer
 * has a 4xx status or only development does it), and returns a claim (CWE-209) for each. Called by access-claims.ts. Also lists the
 * statements that answer a request, for login-answers.ts.
 */
import type { SourceOutline } from '../../ports/outline.ts';
import type { AccessClaim } from './access-claim.ts';
import type { AccessRoute } from './access-route.ts';
import { cutPiece, lineIn, type Piece, samePiece } from './handler-code.ts';
import type { RouteProject } from './route-project.ts';

export function findErrorDetails(routes: readonly AccessRoute[], project: RouteProject): readonly AccessClaim[] {
  const pieces = [
    ...routes.flatMap(({ handler }) => (handler === null ? [] : [handler])),
    ...findErrorHandlers(routes, project),
  ];
  const unique = pieces.filter((piece, at) => pieces.findIndex((other) => samePiece(other, piece)) === at);
  const claims = unique.flatMap((piece) => findSent(piece));
  return [...new Map(claims.map((claim) => [`${claim.file}:${claim.line}`, claim])).values()];
}

const ERROR_NAME = /^(?:e|err|error|ex|exc|exception|_?err|ex\d|throwable|t|cause)$/iu;

/** Functions that answer when something fails: `(err, req, res, next)`, `@app.errorhandler`, `setErrorHandler`, `@ExceptionHandler`, filters. */
function findErrorHandlers(routes: readonly AccessRoute[], project: RouteProject): readonly Piece[] {
  const files = new Set([
    ...routes.flatMap(({ handler, joined }) => [joined.draft.file, ...(handler === null ? [] : [handler.file])]),
    ...project.symbols.outlines,
  ]);
  return [...files].flatMap((file) =>
    file.functions.filter((_, index) => isErrorHandler(file, index)).map((each) => cutPiece(project, file, each, each)),
  );
}

function isErrorHandler(file: SourceOutline, index: number): boolean {
  const made = file.functions[index];
  if (made === undefined) return false;
  const [first] = made.parameters;
  if (
    made.decorators.some(({ name }) =>
      /(?:^|\.)(?:errorhandler|app_errorhandler|exception_handler|ExceptionHandler)$/u.test(name),
    )
  )
    return true;
  // Ktor: `install(StatusPages) { exception<Throwable> { call, cause -> … } }`.
  if (file.language === 'kotlin' && made.name === '')
    return file.calls.some(({ callee, end }) => end === made.end && /^exception\b.*\{\}$/u.test(callee));
  if (made.name === 'catch' && file.classes[made.classIndex]?.bases.some((base) => /ExceptionFilter$/u.test(base)))
    return true;
  if (/^(?:javascript|typescript|tsx)$/u.test(file.language)) {
    if (made.parameters.length === 4 && ERROR_NAME.test(first?.name ?? '')) return true;
    // Koa: what comes before every route catches what it throws.
    if (made.parameters.length === 2 && made.parameters[1]?.name === 'next') return true;
    return (
      made.owner >= -1 &&
      file.calls.some(
        ({ callee, arguments: given }) =>
          /\.(?:setErrorHandler|onError)$/u.test(callee) && given.some(({ start }) => start === made.start),
      )
    );
  }
  return false;
}

interface Failure {
  /** Names under which the error is known. */
  readonly names: readonly string[];
  readonly start: number;
  readonly end: number;
  /** Only errors of a named kind get here: what they say is often meant for the caller. */
  readonly isNamed: boolean;
}

const CATCH: Readonly<Record<string, RegExp>> = {
  script:
    /\bcatch\s*\(\s*(?<name>\w+)(?:\s*:\s*\w+)?\s*\)\s*\{|\.catch\(\s*(?:async\s*)?\(?\s*(?<name2>\w+)(?:\s*:\s*\w+)?\s*\)?\s*=>/gu,
  python: /^(?<indent>[ \t]*)except\s*(?<kind>[\w., ()]*?)?(?:\s+as\s+(?<name>\w+))?\s*:/gmu,
  java: /\bcatch\s*\(\s*(?:final\s+)?(?<kind>[\w.| ]+?)\s+(?<name>\w+)\s*\)\s*\{/gu,
  csharp: /\bcatch\s*\(\s*(?<kind>[\w.]+)\s+(?<name>\w+)\s*\)/gu,
  php: /\bcatch\s*\(\s*(?<kind>[\w\\|]+)\s+\$(?<name>\w+)\s*\)\s*\{/gu,
  kotlin: /\bcatch\s*\(\s*(?<name>\w+)\s*:\s*(?<kind>[\w.]+)\s*\)\s*\{/gu,
  ruby: /\brescue\b(?<kind>[\w:, ]*?)(?:\s*=>\s*(?<name>\w+))?\s*$/gmu,
};
const ANY_KIND =
  /^\W*(?:[\w\\.:]*(?:Base)?(?:Exception|Error|Throwable|StandardError)|\\?Exception|\\?Throwable)?\W*$/u;
const GENERAL =
  /^\W*(?:java\.lang\.|\\|builtins\.)?(?:Base|Runtime|SQL|Database|PDO|Operational|Standard|IO)?(?:Exception|Error|Throwable)?(?:\s*[|,]\s*\w*)*\W*$/u;

const familyOf = (language: string): string =>
  /^(?:javascript|typescript|tsx)$/u.test(language) ? 'script' : language;

function findFailures(piece: Piece): readonly Failure[] {
  const pattern = CATCH[familyOf(piece.file.language)];
  if (pattern === undefined) return [];
  return [...piece.text.matchAll(pattern)].map(({ index, groups, 0: text }) => {
    const start = index + text.length;
    const kind = groups?.kind ?? '';
    return {
      names: [groups?.name ?? groups?.name2 ?? ''].filter((name) => name !== ''),
      start,
      end: endOf(piece, start, groups?.indent),
      isNamed: !(GENERAL.test(kind) && ANY_KIND.test(kind)),
    };
  });
}

/** Of a block in braces its end, of one that is indented the next line that is not, else the next rescue or the end. */
function endOf({ text, file }: Piece, start: number, indent = ''): number {
  const rest = text.slice(start);
  if (file.language === 'python') {
    const next = [...rest.matchAll(/\n(?<indent>[ \t]*)\S/gu)].find(
      ({ groups }) => (groups?.indent?.length ?? 0) <= indent.length,
    );
    return next === undefined ? text.length : start + next.index;
  }
  if (file.language === 'ruby') {
    const next = rest.search(/\n\s*(?:rescue|ensure|else)\b/u);
    return next < 0 ? text.length : start + next;
  }
  return endOfBlock(text, start);
}

function endOfBlock(text: string, start: number): number {
  let depth = text[start - 1] === '{' ? 1 : 0;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at] ?? '';
    depth += Number('{('.includes(char)) - Number('})'.includes(char));
    if (depth <= 0 && at > start && '})'.includes(char)) return at;
  }
  return text.length;
}

/** What answers a request, with everything it is given. */
const SEND: Readonly<Record<string, RegExp>> = {
  script:
    /\b(?:res|response|reply|ctx|c|h|rep|resp)\b(?:\s*\.\s*\w+\([^()]*\))*\s*\.\s*(?:send|json|end|write|render|jsonp|text|html|body|response)\s*(?:\(|=)|\b(?:NextResponse|Response)\.json\(|\bctx\.body\s*=/gu,
  python:
    /\breturn\b|\b(?:HttpResponse\w*|JsonResponse|JSONResponse|Response|jsonify|make_response|PlainTextResponse|HTMLResponse)\(|\bself\.write\(|\bHTTPException\(|\babort\(/gu,
  java: /\.body\(|\bnew\s+ResponseEntity\b|\bResponseEntity\b|\.getWriter\(\)\s*\.\s*\w+\(|\bout\.print\w*\(|\breturn\b|\bsendError\(|\.entity\(/gu,
  csharp: /\b(?:BadRequest|StatusCode|Content|Ok|Json|Problem)\(/gu,
  kotlin: /\bcall\.respond\w*\(|\.body\(|\bResponseEntity\b|\breturn\b|\bsendError\(|\.bodyValue\(/gu,
  // Only what goes out as a failure of the server: an answer is also what a function gives back.
  rust: /\bHttpResponse::InternalServerError\(\)|\bStatusCode::INTERNAL_SERVER_ERROR\b|\bErrorInternalServerError\(|\bStatus::InternalServerError\b/gu,
  php: /\bresponse\(\)|\becho\b|\bdie\(|\bexit\(|\bprint\b|->json\(|\bjson_encode\(|\bwithJson\(|\breturn\b/gu,
  ruby: /\brender\b|\bjson\b|\bbody\b|\berror!|\bhalt\b/gu,
  go: /\b(?:c|ctx)\.(?:JSON|String|HTML|XML|SendString|AbortWithStatusJSON|IndentedJSON|Data)\(|\bhttp\.Error\(|\bfmt\.Fprint\w*\(\s*w\b|\bw\.Write\(|\bjson\.NewEncoder\(\s*w\s*\)\.Encode\(|\brender\.\w+\(/gu,
};
const STACK =
  /\.stack\b|format_exc\(|print_exc\(|getStackTrace|printStackTrace|stackTraceToString|getTraceAsString|backtrace|full_message|debug\.Stack\(|StackTrace\b|format_exception|sys\.exc_info|__traceback__/u;
const DEVELOPMENT =
  /\b(?:NODE_ENV|isDev\w*|isProd\w*|production|development|DEBUG|(?<!\.)debug\b(?!\.[A-Z])|APP_DEBUG|app\.debug|config\(['"]app\.debug|Rails\.env|IsDevelopment|process\.env\.\w*ENV|get\(['"]env)/u;
const MEANT =
  /\b4\d\d\b|Status(?:BadRequest|NotFound|Conflict|Unprocessable\w*|Forbidden|Unauthorized)|:(?:bad_request|not_found|unprocessable_\w+|conflict|forbidden|unauthorized)|badRequest|notFound|BAD_REQUEST|NOT_FOUND|CONFLICT|UNPROCESSABLE/u;

function findSent(piece: Piece): readonly AccessClaim[] {
  const failures = listFailures(piece);
  return listAnswers(piece).flatMap(({ offset: index, text: sent }) => {
    if (DEVELOPMENT.test(sent) || DEVELOPMENT.test(piece.text.slice(Math.max(0, index - 160), index))) return [];
    const failure = failures.findLast(({ start, end }) => start <= index && index < end);
    if (STACK.test(sent) && !/\b(?:log\w*|console|print)\b[^\n]*$/u.test(sent.slice(0, sent.search(STACK))))
      return [report(piece, index, 'stack')];
    if (failure === undefined || failure.isNamed || MEANT.test(sent)) return [];
    return failure.names.some((name) => sendsError(sent, name)) ? [report(piece, index, 'message')] : [];
  });
}

/** Statements of a handler that answer a request, in their order. */
export const listAnswers = (piece: Piece): readonly { readonly offset: number; readonly text: string }[] =>
  [...piece.text.matchAll(SEND[familyOf(piece.file.language)] ?? /(?!)/gu)]
    .filter(({ index }) => index >= piece.head.length)
    .map(({ index }) => ({ offset: index, text: statementAt(piece.text, index) }));

function listFailures(piece: Piece): readonly Failure[] {
  const whole = { start: 0, end: piece.text.length, isNamed: false };
  const language = familyOf(piece.file.language);
  if (language === 'rust') return [{ ...whole, names: RUST_ERRORS }];
  if (language === 'go') return /\berr\b/u.test(piece.text) ? findGoFailures(piece) : [];
  const parameters = [...(piece.function?.parameters.map(({ name }) => name) ?? []), ...blockNames(piece)].filter(
    (name) => ERROR_NAME.test(name),
  );
  const own = parameters.length > 0 && !isNamedHandler(piece) ? [{ ...whole, names: parameters }] : [];
  return [...own, ...findCallbacks(piece), ...findFailures(piece)];
}

/** Names of an error where it is matched or mapped: `Err(e) => …`, `map_err(|e| …)`. */
const RUST_ERRORS = ['e', 'err', 'error', 'why', 'cause'];

/** What a block of Kotlin is given: `{ call, cause -> … }`. */
const blockNames = ({ file, text }: Piece): readonly string[] =>
  file.language === 'kotlin' ? (/^\{\s*(?<names>[\w ,:]+?)\s*->/u.exec(text)?.groups?.names?.match(/\w+/gu) ?? []) : [];

/** `(err, rows) => …` inside of the handler. */
const findCallbacks = ({ file, start, end, function: made }: Piece): readonly Failure[] =>
  familyOf(file.language) !== 'script'
    ? []
    : file.functions
        .filter(
          (each) =>
            each !== made && each.start > start && each.end <= end && ERROR_NAME.test(each.parameters[0]?.name ?? ''),
        )
        .map((each) => ({
          names: [each.parameters[0]?.name ?? ''],
          start: each.start - start,
          end: each.end - start,
          isNamed: false,
        }));

/** `@errorhandler(404)`, `@ExceptionHandler(NotFound.class)`: of errors that were foreseen. */
const isNamedHandler = ({ function: made }: Piece): boolean =>
  made?.decorators.some(
    ({ arguments: given }) =>
      given.length > 0 &&
      !/^(?:500|(?:Exception|Throwable|RuntimeException)(?:(?:\.|::)class)?|HTTPStatus\.INTERNAL_SERVER_ERROR)$/u.test(
        given[0]?.text ?? '',
      ),
  ) ?? false;

/** What goes out under a status of the server's own failure, or where an error is handled and no status blames the caller. */
const findGoFailures = ({ text }: Piece): readonly Failure[] => [
  ...[...text.matchAll(/(?:StatusInternalServerError|\b500\b)/gu)].map(({ index }) => {
    const start = Math.max(text.lastIndexOf('\n', index), 0);
    const end = text.indexOf('\n', index);
    return { names: ['err'], start, end: end < 0 ? text.length : end, isNamed: false };
  }),
  ...[...text.matchAll(/\berr != nil \{/gu)].flatMap(({ index, 0: opening }) => {
    const start = index + opening.length;
    const end = endOfBlock(text, start);
    return /\b[1-5]\d\d\b|\bStatus[A-Z]|[sS]tatus(?:Code)?\(/u.test(text.slice(start, end))
      ? []
      : [{ names: ['err'], start, end, isNamed: false }];
  }),
];

/** From the word to the end of the statement, over several lines where brackets are open. */
function statementAt(text: string, from: number): string {
  let depth = 0;
  for (let at = from; at < Math.min(text.length, from + 800); at += 1) {
    const char = text[at] ?? '';
    if ('([{'.includes(char)) depth += 1;
    else if (')]}'.includes(char)) depth -= 1;
    if (depth < 0 || (depth === 0 && (char === ';' || (char === '\n' && !/^\s*\./u.test(text.slice(at, at + 40))))))
      return text.slice(from, at);
  }
  return text.slice(from, from + 800);
}

/** The error itself or its text; not its code, not whether there is one, and not a word that only looks like it. */
function sendsError(sent: string, name: string): boolean {
  const plain = name.replaceAll('$', '\\$');
  const whole = new RegExp(
    String.raw`(?<![\w.'"!]|!\s)\$?${plain}(?:\s*[,)}\]]|\s*$|\.(?:message|[tT]oString|to_s|stack|inspect|sqlMessage|full_message|Error\(|getMessage|Message|description|detail)|->getMessage)`,
    'u',
  );
  const text = new RegExp(
    String.raw`\b(?:str|repr|String|string|sprintf|format)\(\s*\$?${plain}\b|[$#]?\{\s*${plain}(?:\}|![rsa]\}|:[^\s}]+\})|%\s*\(?${plain}\b|\+\s*${plain}\b`,
    'u',
  );
  const key = /^[^(]*\b(?:next|throw|raise)\b/u;
  return (
    !key.test(sent.trim()) &&
    (whole.test(sent.replace(/\b(?:log\w*|console\.\w+|Boolean|bool|isset|is_null)\([^)]*\)/gu, '')) || text.test(sent))
  );
}

function report(piece: Piece, offset: number, kind: 'stack' | 'message'): AccessClaim {
  const isStack = kind === 'stack';
  return {
    file: piece.file.path,
    line: lineIn(piece, offset),
    rule: isStack ? 'stack-trace-sent' : 'error-text-sent',
    severity: isStack ? 'MEDIUM' : 'LOW',
    cwe: 'CWE-209',
    dimension: 'D8',
    title: isStack ? 'A stack trace is sent to the caller' : 'The text of any error is sent to the caller',
    issue: isStack
      ? 'Paths, versions and the inner build of the program help whoever looks for a way in.'
      : 'Whatever fails here, its own words are the answer: queries, paths and addresses of other servers among them.',
    recommendation: 'Log the error and answer with a short message, and an id under which it is found in the log.',
  };
}
