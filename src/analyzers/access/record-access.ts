/**
 * Lists where a Piece of code reads or changes a record that an id of the request chooses: calls of stores and services, look-ups by key,
 * generic views of Django, models bound by Laravel. Returns line, code and whether it writes. Called by access-route.ts for
 * foreign-records.ts and open-routes.ts.
 */
import type { OutlineArgument, OutlineCall } from '../../ports/outline.ts';
import { lastWord } from '../../recon/file-symbols.ts';
import { lineIn, type Piece } from './handler-code.ts';
import { isOfRequest } from './request-id.ts';

export interface RecordAccess {
  readonly piece: Piece;
  readonly line: number;
  /** As written, shortened. */
  readonly what: string;
  readonly isWrite: boolean;
  /** Names that hold the record afterwards. */
  readonly records: readonly string[];
}

const READS =
  /^(?:find|findOne|findById|findByPk|findUnique\w*|findFirst\w*|findOneBy\w*|findOneOrFail|findOrFail|findAll|findMany|findAndCount\w*|findByIdAndX|find_by\w*[!?]?|find!?|where|whereId|get|getOne|getById|getReferenceById|get_or_404|first_or_404|one_or_404|get_object_or_404|get_list_or_404|get_object|filter|filter_by|first|firstOrFail|first!|fetch|fetchOne|fetch_one|fetchone|query|queryForObject|queryRow|QueryRow\w*|Query\w*|raw|Raw|execute|exec|Exec\w*|select|scalar\w*|one\w*|First|Find\w*|Take|Get\w*|Where|Last|Preload|load|loadById|retrieve|read|show|detail|lookup|findBy\w+|get[A-Z]\w*|find[A-Z]\w*|get_\w+|find_\w+|fetch_\w+|fetch[A-Z]\w*|load_\w+|load[A-Z]\w*|sendFile|download|send_file|all|run|each|row)$/iu;
const WRITES =
  /^(?:update|updateOne|updateById|update!|update_all|update_attributes!?|updateMany|update\w*|delete|deleteOne|deleteMany|deleteById|delete_by|delete\w*|Delete\w*|Update\w*|Updates|destroy\w*!?|destroy|remove\w*|Remove\w*|findByIdAnd(?:Update|Delete|Remove)|findOneAnd(?:Update|Delete|Remove|Replace)|findAndModify|replaceOne|save\w*|Save\w*|patch\w*|cancel\w*|Cancel\w*|approve\w*|archive\w*|transfer\w*|softDelete|merge|set\w*|put\w*|edit\w*|change\w*|reset\w*|refund\w*|pop|modify\w*|revoke\w*|withdraw\w*|close\w*|disable\w*|block\w*|rename\w*|publish\w*|move\w*)$/iu;
/** Files by their names, which are a matter of paths and not of owners. */
const FILES = /(?:^|::|\.)(?:fs|Files|Paths)(?:::|\.)\w+$/u;
/** Holds records by its name; anything that looks things up in a cache, a header or a setting does not. */
const NO_STORE =
  /^(?:res|response|reply|req|request|headers?|params|query|cookies?|cache|config|settings|env|process|console|log(?:ger)?|i18n|t|axios|http|https|fetch|got|client|path|fs|os|tokio|std|Paths|PathBuf|url|session|localStorage|redis|Object|Array|JSON|Math|Date|String|Number|Promise|form|args|body|jsonify|render_template|flash|redirect|url_for|c|ctx|app|router|Integer|Long|UUID|ResponseEntity|Optional|Map|List|errors|validator|schema|serializer|Logger|this|self|kwargs|strconv|uuid|bcrypt|jwt|Hash|Validator|Str|Carbon|crypto|logging|time|datetime|re|json|subprocess|shutil|shell|child_process)$/u;

/** Accesses of the piece that an id of the request chooses. */
export function findAccesses(piece: Piece, ids: ReadonlySet<string>): readonly RecordAccess[] {
  if (piece.function === null) return findViewed(piece);
  const byCall = piece.calls
    .filter(({ callee }) => !FILES.test(callee))
    .flatMap((call) => readAccess(piece, call, ids));
  return [...byCall, ...findKeyed(piece, ids)].toSorted((a, b) => a.line - b.line);
}

const QUERYSET =
  /^[ \t]*(?<what>(?:queryset\s*=\s*\w+\.objects\.(?:all\(\)|select_related|prefetch_related|order_by)|model\s*=\s*\w+\s*$)[^\n]*)/mu;
/** Generic views that act on one record which the path names. */
const ON_ONE =
  /\((?:[^()]*,\s*)?(?:\w+\.)*(?:Update|Delete|Detail|Retrieve\w*|Destroy\w*|\w*ModelViewSet|RetrieveUpdate\w*|UpdateAPIView)\w*/u;

/** Of a generic view of Django: `queryset = Invoice.objects.all()` and `model = Invoice` stand for all records there are. */
function findViewed(piece: Piece): readonly RecordAccess[] {
  const found = QUERYSET.exec(piece.text);
  if (found === null || !ON_ONE.test(piece.text.split('\n')[0] ?? '')) return [];
  return [
    toAccess(
      piece,
      found.index + found[0].search(/\S/u),
      !/Retrieve(?!Update|Destroy)|Detail|ReadOnly/u.test(piece.text.split('\n')[0] ?? ''),
    ),
  ];
}

/** Laravel hands over the record that the path names: `update(Request $request, Post $post)` of `/posts/{post}`. */
export function findBound(piece: Piece, parts: readonly string[]): readonly RecordAccess[] {
  if (piece.file.language !== 'php') return [];
  const bound = (piece.function?.parameters ?? []).filter(
    ({ name, type }) =>
      type !== null && /^[A-Z]/u.test(type.split('\\').at(-1) ?? '') && parts.some((part) => isSameName(part, name)),
  );
  return bound.flatMap(({ name }) => {
    const use = piece.text.indexOf(`$${name}`, piece.head.length);
    if (use < 0) return [];
    const isWrite = new RegExp(
      `\\$${name}->(?:update|delete|forceDelete|save|fill|restore)\\(|\\$${name}->\\w+\\s*=[^=]`,
      'u',
    ).test(piece.text);
    return [toAccess(piece, use, isWrite)];
  });
}

const isSameName = (a: string, b: string): boolean =>
  a.replaceAll('_', '').toLowerCase() === b.replaceAll('_', '').toLowerCase();

function readAccess(piece: Piece, call: OutlineCall, ids: ReadonlySet<string>): readonly RecordAccess[] {
  const word = lastWord(call.callee);
  const isWrite = WRITES.test(word);
  if (!isWrite && !READS.test(word) && !isStatement(call)) return [];
  const isPlain = !/[.:>]/u.test(call.callee);
  if (!(isPlain ? isStatement(call) || PLAIN_ACCESS.test(word) : hasStore(call))) return [];
  // A search finds what matches, and chooses no single record; what is published is meant for everybody.
  if (!isWrite && call.arguments.some(({ text }) => FOR_ALL.test(text))) return [];
  // What is new was nobody's.
  if (/^\W*INSERT\b/iu.test(call.arguments[0]?.text ?? '')) return [];
  const chosen = listChosen(piece, call, ids);
  if (chosen.length === 0 || (isPlain && chosen.every(({ kind }) => kind === 'function'))) return [];
  return [toAccess(piece, call.start - piece.start, isWrite || isWritingQuery(call))];
}

/** Functions that name what they do; others of no object look nothing up. */
const PLAIN_ACCESS =
  /^(?:get_object_or_404|get_list_or_404|send_file|\w*(?:find|get|fetch|load|update|delete|remove|save|cancel)\w*)$/iu;

/** Whether the call is made on something that may hold records. */
function hasStore({ callee }: OutlineCall): boolean {
  const receiver = /^(?:this\.|self\.|await\s+)?([\w$@]+)/u.exec(callee.replace(/^\$/u, ''))?.[1] ?? '';
  return !NO_STORE.test(receiver) || isChain(callee) || DATABASE.test(callee);
}

/** A helper that runs SQL, whatever it is called: `rows('DELETE FROM notes WHERE id = $1', [id])`. */
const isStatement = ({ arguments: given }: OutlineCall): boolean =>
  /^['"`]\s*(?:SELECT\b[^;]*\bFROM|UPDATE\b[^;]*\bSET|DELETE\s+FROM)\b[^;]*\bWHERE\b/iu.test(given[0]?.text ?? '');

/** A file that is sent by its name is a matter of paths: of owners only where an id chooses it, or where it lies in an admin's place. */
const SENDS = /^(?:sendFile|download|send_file)$/iu;
const ADMIN = /(?:^|[/_.-])admin/iu;
const ID_WORD = /(?:\b|_)(?:id|ids|uuid|pk)\b|[a-z]I[dD]\b/u;

/** Arguments that hold an id of the request. */
function listChosen(piece: Piece, { callee, arguments: given }: OutlineCall, ids: ReadonlySet<string>) {
  const chosen = given.filter((argument) => isChosen(piece, argument, ids));
  const isById = !SENDS.test(lastWord(callee)) || ADMIN.test(piece.file.path);
  return isById ? chosen : chosen.filter(({ text }) => ID_WORD.test(text));
}

const FOR_ALL = /\bI?LIKE\b|\b(?:AND|WHERE)\s+(?:\w+\.)?(?:is_)?(?:public|published|visible|shared)\b/iu;

/** Databases that hang on the application: `app.pg.query`, `this.db.get`. */
const DATABASE =
  /^(?:this|self|app|fastify|server|req|request|ctx|c)\.(?:pg|db|mysql|sqlite|knex|prisma|orm|sequelize|mongo)\./u;

const isChain = (callee: string): boolean =>
  /(?:\.|->|::)\w+(?:\(\))?(?:\.|->|::)\w+/u.test(callee.replace(/^(?:this|self|req|request|app|ctx|c)(?:\.|->)/u, ''));

/** The id stands in the argument, or in what it was called with: `.where('id', id)`, `[id]`, `o => o.id === id`. */
const isChosen = (piece: Piece, { start, end }: OutlineArgument, ids: ReadonlySet<string>): boolean =>
  isOfRequest(piece.text.slice(start - piece.start, end - piece.start), ids);

const isWritingQuery = ({ arguments: given }: OutlineCall): boolean =>
  /^\W*(?:UPDATE|DELETE|INSERT)\b/iu.test(given[0]?.text ?? '');

const KEYED = /(?<!\w)(?<holder>[A-Za-z_]\w*)\s*(?:\[\s*(?<key>[^\]\n]{1,80})\])/gu;

/** `orders[order_id]`, `del notes[id]`. */
function findKeyed(piece: Piece, ids: ReadonlySet<string>): readonly RecordAccess[] {
  return [...piece.text.slice(piece.head.length).matchAll(KEYED)].flatMap(({ index, groups, 0: text }) => {
    const { holder = '', key = '' } = groups ?? {};
    if (
      NO_STORE.test(holder) ||
      /^['":]|^\d/u.test(key) ||
      !/s$|[A-Z]{3}|db|store|map|table|by_?id/iu.test(holder) ||
      !isOfRequest(key, ids)
    )
      return [];
    const offset = piece.head.length + index;
    const before = piece.text.slice(Math.max(0, offset - 8), offset);
    const after = piece.text.slice(offset + text.length, offset + text.length + 40);
    return [
      toAccess(piece, offset, /\b(?:del|delete)\s+$/u.test(before) || /^(?:\.\w+|\[[^\]]*\])*\s*=(?!=)/u.test(after)),
    ];
  });
}

function toAccess(piece: Piece, offset: number, isWrite: boolean): RecordAccess {
  const line = lineIn(piece, offset);
  const what = (piece.text.slice(offset).split('\n')[0] ?? '').trim().slice(0, 120);
  const records = piece.bindings
    .filter(
      ({ valueStart, value }) =>
        valueStart >= 0 && valueStart - piece.start <= offset && offset <= valueStart - piece.start + value.length,
    )
    .flatMap(({ name }) => name.match(/[A-Za-z_]\w*/gu) ?? []);
  return { piece, line, what, isWrite, records };
}
