/**
 * Finds access checks in handlers that have no effect (answer never read, promise not awaited, function named but not called, 401 or 403
 * sent without a return) and returns a claim each (CWE-863). Called by access-claims.ts.
 */
import type { OutlineCall } from '../../ports/outline.ts';
import { lastWord } from '../../recon/file-symbols.ts';
import type { AccessClaim } from './access-claim.ts';
import type { AccessRoute } from './access-route.ts';
import { anyOf, calledBy, lineIn, type Piece } from './handler-code.ts';
import type { RouteProject } from './route-project.ts';

export function findUnusedChecks(routes: readonly AccessRoute[], project: RouteProject): readonly AccessClaim[] {
  const claims = routes.flatMap(({ handler, endpoint, joined }) => {
    if (handler === null || handler.function === null) return [];
    const found = [
      ...findDropped(project, handler),
      ...findUnawaited(project, handler),
      ...findUncalled(handler),
      ...findContinued(handler),
    ];
    return found.map(({ offset, what }) =>
      report(`${joined.handlerName ?? endpoint.name}`, endpoint.name, handler, { offset, what }),
    );
  });
  return [...new Map(claims.map((claim) => [`${claim.file}:${claim.line}`, claim])).values()];
}

interface Unused {
  readonly offset: number;
  readonly what: string;
}

/** Answers yes or no by its name. */
const PREDICATE =
  /^is_?\w*(?:[oO]wner|[oO]wned|[aA]dmin|[aA]uthor(?:i[sz]ed)?|[aA]llowed|[pP]ermitted|[aA]uthenticated|[mM]ember|[sS]taff|[lL]ogged_?[iI]n|[mM]oderator|[gG]ranted|[sS]uperuser)\w*\??$|^has_?\w*(?:[pP]erm|[rR]ole|[aA]ccess|[rR]ight|[sS]cope|[pP]rivilege|[aA]uthority)\w*\??$|^(?:can|may)(?:[A-Z_]\w*)?\??$|^(?:owns|belongs)(?:[A-Z_]\w*)?\??$|^(?:allows?|allowed\?|permitted\?|authorized\?|owned_by\?|cannot|denies|enforce)$/u;
/** Functions of libraries that answer and never refuse. */
const ANSWERS =
  /^(?:check_password_hash|password_verify|check_password|checkpw|compareSync|timingSafeEqual|compare_digest|verify_password|CompareHashAndPassword|ConstantTimeCompare|hash_equals|isAuthenticated|isAuthorized|has_object_permission)$/u;
/** What a check would do by itself. */
const REFUSES =
  /\b(?:throw|raise|abort\w*|panic|die|exit|redirect\w*|next|reject|head|halt|Forbidden\w*|Unauthorized\w*|PermissionDenied|assert)\b|\b40[13]\b/u;

const CALLBACK = /^(?:next|cb|callback|done|fn)$/u;

function isCheck(project: RouteProject, piece: Piece, call: OutlineCall): boolean {
  const word = checkWord(call);
  if (call.arguments.some(({ kind, text }) => kind === 'function' || CALLBACK.test(text))) return false;
  if (ANSWERS.test(word)) return true;
  if (
    !PREDICATE.test(word) &&
    !/^(?:check|verify|validate)_?(?:[A-Z_]?\w*)?(?:[Oo]wner|[Aa]ccess|[Pp]ermission|[Rr]ole|[Aa]dmin|[Pp]assword|[Tt]oken|[Ss]ignature)\w*$/u.test(
      word,
    )
  )
    return false;
  const called = calledBy(project, piece, call);
  if (called.some(({ text }) => REFUSES.test(text))) return false;
  return called.length > 0
    ? called.every(({ text }) => /\breturn\b|=>/u.test(text))
    : PREDICATE.test(word) && call.arguments.length > 0 && !/^(?:is|has|can)$/u.test(word.replace(/^can$/u, 'can?'));
}

const checkWord = ({ callee }: OutlineCall): string => /(\w+[?!]?)$/u.exec(callee)?.[1] ?? lastWord(callee);

/** A statement of its own, or a name that is never read again. */
function findDropped(project: RouteProject, piece: Piece): readonly Unused[] {
  return piece.calls.flatMap((call) => {
    const offset = call.start - piece.start;
    if (!isCheck(project, piece, call)) return [];
    const what = `the answer of \`${call.callee}\` is not used`;
    if (isStatement(piece, call)) return [{ offset, what }];
    const holder = piece.bindings.find(
      ({ valueStart, value }) =>
        valueStart - piece.start <= offset && call.end <= valueStart + value.length && isWhole(value, call),
    );
    const name = /^(?:const|let|var)?\s*\$?([A-Za-z_]\w*)$/u.exec(holder?.name ?? '')?.[1];
    if (holder === undefined || name === undefined) return [];
    const mentions = [...piece.text.matchAll(anyOf([name]) ?? /$^/gu)].filter(({ index }) => index > offset);
    return mentions.length === 0
      ? [{ offset, what: `\`${name}\`, the answer of \`${call.callee}\`, is never read` }]
      : [];
  });
}

const isWhole = (value: string, call: OutlineCall): boolean =>
  value.replace(/^await\s+/u, '').startsWith(call.callee.slice(0, 20).split('(')[0] ?? '') &&
  !/[?&|]{1,2}\s|\b(?:and|or|not)\b/u.test(value);

function isStatement({ text, start, file }: Piece, call: OutlineCall): boolean {
  const before = text.slice(0, call.start - start);
  const after = text.slice(call.end - start);
  const isIndented = file.language === 'python' || file.language === 'ruby';
  const opens = isIndented
    ? /(?:^|\n)[ \t]*(?:await\s+)?$/u.test(before)
    : /(?:^|[;}\n]|[^$#]\{)[ \t]*(?:await\s+)?$/u.test(before);
  const closes = /^[ \t]*(?:;|\r?\n|\}|$)/u.test(after);
  if (!opens || !closes) return false;
  // The last expression of a Ruby method or an arrow function is its answer.
  const isLast = file.language === 'ruby' ? /^\s*(?:end\s*)*$/u.test(after) : false;
  const continues = /(?:[,(=&|+?:]|=>|\breturn|\band|\bor|\bnot)\s*$/u.test(before);
  const goesOn = /^\s*(?:&&|\|\||\?|\.|and\b|or\b|if\b|unless\b)/u.test(after);
  return !isLast && !continues && !goesOn;
}

/** `if (canEdit(…))` of an async function: a promise is always true. */
function findUnawaited(project: RouteProject, piece: Piece): readonly Unused[] {
  return piece.calls.flatMap((call) => {
    const offset = call.start - piece.start;
    const before = piece.text.slice(Math.max(0, offset - 40), offset);
    if (
      !/\b(?:if|while)\s*\(?\s*(?:!|not\s+)?\s*$|(?:&&|\|\|)\s*!?\s*$/u.test(before) ||
      !PREDICATE.test(checkWord(call))
    )
      return [];
    const isAsync = calledBy(project, piece, call).some(
      (called) =>
        called.function?.modifiers.includes('async') ||
        /^(?:private\s+|public\s+|static\s+)*async\b/u.test(called.text),
    );
    return isAsync
      ? [
          {
            offset,
            what: `\`${call.callee}\` is asynchronous and nobody waits for its answer, which is then always true`,
          },
        ]
      : [];
  });
}

/** `if (!isOwner)` where `isOwner` is a function. */
function findUncalled(piece: Piece): readonly Unused[] {
  const functions = new Set(
    piece.file.functions
      .filter(({ owner, name }) => owner < 0 && PREDICATE.test(name) && name.length > 3)
      .map(({ name }) => name),
  );
  const imported = new Set(
    piece.file.imports
      .filter(({ local, member }) => member !== null && PREDICATE.test(local) && local.length > 3)
      .map(({ local }) => local),
  );
  return [...piece.text.matchAll(/\bif\s*\(?\s*(?:!|not\s+)?\s*(?<name>[A-Za-z_]\w+)\s*(?=\)|:)/gu)].flatMap(
    ({ index, groups }) => {
      const name = groups?.name ?? '';
      const isBound =
        piece.bindings.some((binding) => binding.name.includes(name)) ||
        piece.function?.parameters.some((parameter) => parameter.name === name);
      if (isBound || !(functions.has(name) || imported.has(name)) || piece.file.language === 'java') return [];
      return [{ offset: index, what: `\`${name}\` is named and not called, which is always true` }];
    },
  );
}

const REFUSAL =
  /(?<![\w.])(?:(?:res|response|reply|ctx\.response)\s*\.\s*(?:status|code|sendStatus|writeHead)\(\s*40[13]\b|c\.(?:JSON|String|Status|AbortWithStatus(?:JSON)?)\(\s*(?:http\.Status(?:Forbidden|Unauthorized)|40[13])\b|http\.Error\(\s*\w+\s*,[^\n]*(?:StatusForbidden|StatusUnauthorized|\b40[13])\b|w\.WriteHeader\(\s*(?:http\.Status(?:Forbidden|Unauthorized)|40[13]))/gu;
const ACTS =
  /\.\s*(?:delete\w*|Delete\w*|remove\w*|Remove\w*|destroy\w*|update\w*|Update\w*|save\w*|Save\w*|create\w*|Create\w*|insert\w*|query|Exec\w*|find\w*|Find\w*|json|JSON)\s*\(/u;

/** `if (…) { res.status(403).json(…) }` without a return, and more of the handler behind it. */
function findContinued(piece: Piece): readonly Unused[] {
  if (!/^(?:javascript|typescript|tsx|go)$/u.test(piece.file.language)) return [];
  return [...piece.text.matchAll(REFUSAL)].flatMap(({ index }) => {
    const before = piece.text.slice(0, index);
    if (/(?:\breturn|\bthrow|=>|\?|:|&&|\|\|)\s*(?:await\s+)?(?:void\s+)?$/u.test(before)) return [];
    const end = findBlockEnd(piece.text, index);
    if (end === null || !/\bif\b[^{}]*\{[^{}]*$/u.test(before)) return [];
    const inside = piece.text.slice(index, end);
    const behind = piece.text.slice(end + 1);
    if (/\b(?:return|throw|next\(|break|continue|panic)\b/u.test(inside) || /^\s*else\b/u.test(behind)) return [];
    const isGuarded = /^\s*(?:return|throw)\b/u.test(behind);
    return !isGuarded && ACTS.test(behind)
      ? [{ offset: index, what: 'the refusal is sent and the handler goes on' }]
      : [];
  });
}

/** The brace that closes the block an offset lies in. */
function findBlockEnd(text: string, from: number): number | null {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    else if (text[at] === '}') {
      if (depth === 0) return at;
      depth -= 1;
    }
  }
  return null;
}

function report(handler: string, route: string, piece: Piece, { offset, what }: Unused): AccessClaim {
  return {
    file: piece.file.path,
    line: lineIn(piece, offset),
    rule: 'check-without-effect',
    severity: 'MEDIUM',
    cwe: 'CWE-863',
    dimension: 'D3',
    title: `A check of ${route} has no effect`,
    issue: `In ${handler} ${what}. What follows runs for everybody who gets this far.`,
    recommendation:
      'End the handler where the check says no: `if (!allowed) return` with status 403, or raise the error of the framework.',
  };
}
