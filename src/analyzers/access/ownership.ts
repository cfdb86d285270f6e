/**
 * Says whether code compares the signed-in user with the record: in a condition, in the filter of a query, through a relation of the
 * user, or in a function that gets both. Naming the user in a log or as last editor does not count. Called by access-route.ts (isOwned).
 */
import type { OutlineCall } from '../../ports/outline.ts';
import { lastWord } from '../../recon/file-symbols.ts';
import { calledBy, namedBy, type Piece } from './handler-code.ts';
import { identityNames, type Mention, mentionsOf } from './identity.ts';
import type { RouteProject } from './route-project.ts';

const MAX_DEPTH = 3;

/** Whether one of the pieces, or a function it calls, compares. */
export const comparesOwner = (project: RouteProject, pieces: readonly Piece[]): boolean =>
  pieces.some((piece) => compares(project, piece, { given: [], depth: 0, seen: new Set() }));

interface Search {
  /** Names that hold who is asking, known from the call. */
  readonly given: readonly string[];
  readonly depth: number;
  readonly seen: Set<string>;
}

function compares(project: RouteProject, piece: Piece, { given, depth, seen }: Search): boolean {
  const key = `${piece.file.path}#${piece.start}#${given.join()}`;
  if (seen.has(key)) return false;
  seen.add(key);
  const mentions = mentionsOf(piece, identityNames(piece, given));
  if (mentions.some((mention) => isCompared(project, piece, mention))) return true;
  const isUnknown = mentions.some((mention) => isHandedOn(project, piece, mention));
  if (isUnknown || depth >= MAX_DEPTH) return isUnknown;
  if (namedBy(project, piece).some((called) => compares(project, called, { given: [], depth: depth + 1, seen })))
    return true;
  return piece.calls.some(
    (call) =>
      !findsOut(call) &&
      calledBy(project, piece, call).some((called) =>
        compares(project, called, { given: passNames(piece, call, called, mentions), depth: depth + 1, seen }),
      ),
  );
}

/** Finds out who is asking: that it looks up the user's own record compares nothing. */
const FINDS_OUT =
  /^(?:get|load|require|fetch|find|read|resolve|with)?_?(?:[cC]urrent|[aA]uthenticated|[lL]ogged_?[iI]n|[sS]igned_?[iI]n|[sS]ession)_?(?:[uU]ser|[aA]ccount|[mM]ember|[cC]ustomer|[sS]ession|[iI]dentity|[vV]iewer)?$/u;

/** The same by a name that says no more than that a user is loaded: `req.user = await findUser(claims.sub)`. */
const LOADS_USER =
  /^(?:find|get|load|fetch|lookup|read)_?(?:user|account|member|customer|principal)(?:_?by_?(?:id|pk|mail|email|name|sub))?$/iu;

const findsOut = ({ callee, arguments: given }: OutlineCall): boolean =>
  FINDS_OUT.test(lastWord(callee)) || (given.length === 1 && LOADS_USER.test(lastWord(callee)));

/** Parameters of the called function that are given who is asking. */
function passNames(piece: Piece, call: OutlineCall, called: Piece, mentions: readonly Mention[]): readonly string[] {
  const parameters = (called.function?.parameters ?? []).filter(({ name }) => !/^(?:self|cls|this)$/u.test(name));
  return call.arguments.flatMap(({ start, end, keyword }, position) => {
    const isGiven = mentions.some(({ offset }) => offset >= start - piece.start && offset < end - piece.start);
    if (!isGiven) return [];
    return keyword ?? parameters[position]?.name ?? [];
  });
}

const MEMBER = String.raw`(?:\([^()\n]*\))?(?:(?:\??\.|->|\?->|::)[\w$]+[?!]?(?:\([^()]*\))?|\[[^\]\n]*\]|\))*`;
const NOTHING = String.raw`(?:null|None|nil|NULL|undefined|false|true|False|True|NaN|0\b|''|""|'[^']*'|"[^"]*"|\w+\.(?:ADMIN|Admin)\b)`;
const COMPARED_AFTER = new RegExp(
  String.raw`^${MEMBER}\s*(?:===?|!==?|<>|\beq\b|\bne\b|=(?![=>]))\s*(?!\s*${NOTHING})`,
  'u',
);
const STRICT_AFTER = new RegExp(String.raw`^${MEMBER}\s*(?:===?|!==?|<>|\s(?:not\s+)?in\s)\s*(?!${NOTHING})\S`, 'u');
const COMPARED_BEFORE =
  /(?<left>[\w$\])'"?!]+)\s*(?:===?|!==?|<>|\bnot in\b|\bis not\b)\s*(?:\(?\s*(?:String|str|int|Number|parseInt|toString|new\s+\w+|\w+\.\w+|\w+)\(\s*)*$/u;
const METHOD_BEFORE =
  /(?:\.|->|\?->)(?:equals|eq|Equals|Equal|isEqual|is|includes|contains|include\?|some|has|exists|contain|isNot|isOwnedBy|owned_by\??|belongsTo|belongs_to\??)\(\s*(?:\w+\()*$/u;
/** A relation of the user, asked for one of its members: `current_user.posts.find`, `$request->user()->posts()->findOrFail`. */
const RELATION =
  /^(?:\(\))?(?:(?:user|guard)\(\))?(?:(?:\??\.|->|\?->)(?!(?:id|ID|Id|email|name|username|role|roles|save|update|reload|get|toString|to_s)\b)\w+(?:\([^()\n]*\))?){1,4}(?:\??\.|->)(?:find\w*|get|where\w*|first\w*|filter\w*|all|exists|includes|delete|destroy|update|order\w*|joins|count|paginate|latest|objects|some|select|firstOrFail|contains|include\?|create|build|add|push)\b/u;
const ASKED =
  /^(?:\(\))?(?:\??\.|->|\?->)(?:can|cannot|cant|owns?|has|is|may|allowed|belongs|able|hasPermission|has_perm|isOwner|is_owner)\w*[?!]?\s*\(?/iu;

/** Whether the mention is one side of a comparison, a condition of a query, or a relation. */
function isCompared(project: RouteProject, piece: Piece, mention: Mention): boolean {
  const before = piece.text.slice(Math.max(0, mention.offset - 120), mention.offset);
  const after = piece.text.slice(mention.end, mention.end + 200);
  if (isLogged(piece, mention)) return false;
  if (STRICT_AFTER.test(after) || METHOD_BEFORE.test(before) || RELATION.test(after)) return true;
  if (isLeftSide(before)) return true;
  if (ASKED.test(after) && !/^[^(]*\(\s*\)?\s*$/u.test(after.split('\n')[0] ?? '') && hasArguments(after)) return true;
  return isFilter(project, piece, mention, { before, after });
}

const hasArguments = (after: string): boolean => /^[^(\n]*\(\s*[^)'"\s][^)]*[,\w]/u.test(after);

/** `post.user_id != ` before it, and not a literal. */
function isLeftSide(before: string): boolean {
  const left = COMPARED_BEFORE.exec(before)?.groups?.left ?? '';
  return left !== '' && !/^(?:null|None|nil|undefined|true|false|(['"]).*\1)$/u.test(left);
}

const LOG =
  /(?:^|\.|->|::)(?:log|info|warn|warning|debug|error|trace|print|println|printf|Printf|Println|audit\w*|track\w*|capture\w*|notice|fatal|Info\w*|Warn\w*|Error\w*|Debug\w*|captureException|setUser|increment|emit|dispatch|publish)$|^(?:logger|log|console|logging|Log)\b|(?:^|\.)(?:logger|log)\./u;

const enclosing = ({ calls, start }: Piece, { offset }: Mention): readonly OutlineCall[] =>
  calls
    .filter((call) =>
      call.arguments.some(
        (argument) => argument.kind !== 'function' && argument.start - start <= offset && offset < argument.end - start,
      ),
    )
    .toSorted((a, b) => a.end - a.start - (b.end - b.start));

const isLogged = (piece: Piece, mention: Mention): boolean =>
  enclosing(piece, mention).some(({ callee }) => LOG.test(callee));

const FILTER =
  /^(?:find\w*|where\w*|Where|filter\w*|Filter|get|getOne|get_object_or_404|get_or_404|get_list_or_404|first\w*|First|Find|Take|Last|exists\w*|Exists|count\w*|Count|query\w*|Query\w*|execute\w*|exec\w*|Exec\w*|select\w*|Select|raw|Raw|delete\w*|Delete\w*|destroy\w*|remove\w*|update\w*|Update\w*|findOneAnd\w*|eq|and|And|andWhere|Or|having|joins?|scalar\w*|one\w*|all|run|match|Get|QueryRow|any|setParameter|orWhere|by|fetch\w*|filter_by|exclude|whereBelongsTo|scoped?|accessible_by|policy_scope|for|forUser|ofUser|Q|and_|table|load\w*)[!?]?$/u;
/** Who touched it last is no condition. */
const EDITOR =
  /(?:(?:updated|modified|edited|changed|deleted|removed|approved|cancell?ed|closed|reviewed|archived|last)\w*|editor|actor|performed_?by|by|author_?name|viewer|requested_?by|audit\w*)['"]?\s*(?::|=>|=)\s*$/iu;

function isFilter(
  project: RouteProject,
  piece: Piece,
  mention: Mention,
  { before, after }: { readonly before: string; readonly after: string },
): boolean {
  if (EDITOR.test(before)) return false;
  if (/\bWHERE\b[^;]*$/iu.test(before) && !COMPARED_AFTER.test(after)) return true;
  const [call] = enclosing(piece, mention).filter(({ callee }) => !WRAPPER.test(lastWord(callee)));
  // What a function of the project does with it is seen there.
  if (call === undefined || isSeen(project, piece, call)) return false;
  if (loadsCaller(call)) return false;
  const word = lastWord(call.callee);
  return (
    FILTER.test(word) ||
    /(?:By|And|For|Of)(?:User|Owner|Author|Customer|Account|Member|Creator|Tenant|Me)\w*$|_(?:by|for|of|and)_(?:user|owner|author|customer|account|me)\w*$/u.test(
      word,
    )
  );
}

/** Whether the project has what is called; an interface only names it, and what answers is made elsewhere. */
const isSeen = (project: RouteProject, piece: Piece, call: OutlineCall): boolean =>
  calledBy(project, piece, call).some(({ text, head }) => text.length > head.length);

/** `User.query.get(session["user_id"])` finds out who is asking, and compares nothing. */
const OWN_RECORD =
  /(?:^|[.:>])(?:[uU]sers?|[aA]ccounts?|[mM]embers?)(?:Model|Repo|Repository|Service|Store)?(?:\.|::|->)(?:query\.|objects\.)?(?:get|find|findById|findByPk|find_by_id|getById|get_by_id|first|findUnique)$/u;

const LOADS = /^(?:get|get_or_404|find|First|Take|getReference|findOneBy\w*|findOneOrFail)$/u;
const OWN_CLASS = /^&?(?:\w+\.)*(?:[uU]ser|[aA]ccount|[mM]ember)(?:Model|Entity)?(?:\.class|::class)?$/u;

/** The same with the class beside the id: `session.get(User, uid)`, `em.find(User.class, id)`, `db.First(&user, uid)`. */
const loadsCaller = ({ callee, arguments: given }: OutlineCall): boolean =>
  (given.length === 1 && OWN_RECORD.test(callee)) ||
  (given.length === 2 && LOADS.test(lastWord(callee)) && OWN_CLASS.test(given[0]?.text ?? ''));

/** Changes the form of a value and nothing else. */
const WRAPPER =
  /^(?:String|str|int|Number|parseInt|ObjectId|toString|valueOf|Long|Integer|UUID|uint|uint64|int64|Sprint\w*|format|ParseInt|Atoi|to_i|to_s|fromString|toHexString|bool|Number|BigInt|text|Types)$/u;

const CHECKING =
  /own|access|permi|authori[sz]|allow|(?:^|[._>])can(?:[A-Z_]|$)|belong|ensure|assert|verify|require|policy|guard|restrict|enforce|check|abilit|ForUser|ByUser|AndUser|OfUser|forMe|_for_user|for_user|tenant/iu;
const ANSWER =
  /(?:^|\.|->)(?:json|send|render\w*|redirect\w*|jsonify|status|view|JSON|HTML|String|write|end|ok|body|success|created|compact|cookie|sign|encode|create\w*|new\w*|sendMail|mail|notify\w*|build\w*|Response\w*|jsonify|add|push|append|insert\w*|set\w*|save\w*)$/u;

/** Given to a function nobody sees, together with what it has to be compared with, or to one that says it checks. */
function isHandedOn(project: RouteProject, piece: Piece, mention: Mention): boolean {
  const before = piece.text.slice(Math.max(0, mention.offset - 120), mention.offset);
  if (EDITOR.test(before)) return false;
  const [call] = enclosing(piece, mention).filter(({ callee }) => !WRAPPER.test(lastWord(callee)));
  if (call === undefined || LOG.test(call.callee) || ANSWER.test(call.callee)) return false;
  if (isSeen(project, piece, call)) return false;
  return !loadsCaller(call) && (CHECKING.test(call.callee) || call.arguments.length > 1);
}
