/**
 * Says what a call in a condition proves of the value that is followed, by the name of the function: checks that languages and their
 * libraries have built in (isdigit, startsWith, includes). Returns a Proof, null for other names. Called by checks.ts.
 */
import type { SgNode } from '@ast-grep/napi';
import type { FileFacts } from './bindings.ts';
import type { CallSite } from './calls.ts';
import { isConstant, isOwnCollection } from './constants.ts';
import { NOT_ABSOLUTE, NOTHING, PROVEN, type Proof } from './proofs.ts';
import type { Tracked } from './relations.ts';
import type { ValueChecks } from './value-checks.ts';

interface Asked {
  readonly call: CallSite;
  readonly holds: boolean;
  readonly tracked: Tracked;
  readonly values: ValueChecks;
  readonly facts: FileFacts;
}

interface CallCheck {
  readonly callee?: RegExp;
  readonly name?: RegExp;
  prove(asked: Asked): Proof;
}

const NUMERIC =
  /(?:^|[.>:])(?:is_ascii_digit|is_digit|isdigit|isdecimal|isnumeric|ctype_digit|ctype_xdigit|is_numeric|is_int|is_integer|is_float|isInteger|isSafeInteger|isFinite|isNumeric|isInt|isDigits|isCreatable|isParsable|isFloat|isDecimal|IsDigit|isDigit|IsNumber|isNumber|integer\?)$/u;
const WORDS =
  /(?:^|[.>:])(?:is_alphanumeric|is_ascii_alphanumeric|is_alphabetic|is_ascii_alphabetic|is_ascii_lowercase|is_ascii_uppercase|is_ascii_hexdigit|isalnum|isalpha|isidentifier|ctype_alnum|ctype_alpha|ctype_lower|ctype_upper|isAlphanumeric|isAlpha|isUUID|isUuid|IsLetterOrDigit|isLetterOrDigit|IsAsciiLetterOrDigit|IsLetter|isLetter|isMongoId|isHexadecimal|isBoolean|uuid_is_valid|isValidObjectId|Uuid\.isValid|Uuid::isValid|ObjectId\.isValid|isValidUUID|validate_uuid)$/u;
const MEMBER_CALL =
  /^(?:in_array|array_search|array_key_exists|key_exists|slices\.(?:Contains|Index)|lo\.Contains|Object\.hasOwn|(?:_|lodash)\.(?:includes|has)|Reflect\.has|(?:(?:Object\.prototype|\{\})\.)?hasOwnProperty\.call|Array\.(?:IndexOf|Exists)|ArrayUtils\.contains|(?:contains|includes|inArray|stringInSlice|has))$/iu;
const MEMBER =
  /^(?:includes|has|contains|Contains|include\?|member\?|containsKey|ContainsKey|containsValue|key\?|has_key\?|value\?|hasOwnProperty|exists|indexOf|IndexOf|lastIndexOf|index|find_index|TryGetValue|__contains__)$/u;
const ABSOLUTE = /(?:^|\.)(?:isAbsolute|isabs|is_absolute|IsAbs|IsPathRooted|IsPathFullyQualified|absolute\?)$/u;
export const COMPARES =
  /(?:^|\.)(?:strcmp|strcasecmp|strncmp|compareTo|compareToIgnoreCase|CompareOrdinal|Compare|localeCompare|casecmp)$/u;

const concerns = ({ call: { object, arguments: given }, tracked, values }: Asked): boolean =>
  [object, ...given].some((part) => values.relate(part, tracked) === 'same');

/** Nothing where the call answers no. */
const whereHolds =
  (prove: (asked: Asked) => Proof) =>
  (asked: Asked): Proof =>
    asked.holds ? prove(asked) : NOTHING;
const whereFails =
  (prove: (asked: Asked) => Proof) =>
  (asked: Asked): Proof =>
    asked.holds ? NOTHING : prove(asked);

const subjectOf = ({ object, arguments: [first] }: CallSite): SgNode | null => first ?? object;

/** The first that fits is asked. */
const CALL_CHECKS: readonly CallCheck[] = [
  { callee: NUMERIC, prove: whereHolds(({ call, tracked, values }) => values.numeric(subjectOf(call), tracked)) },
  {
    callee: /(?:^|\.)(?:isNaN|is_nan)$/u,
    prove: whereFails(({ call, tracked, values }) => values.numeric(call.arguments[0], tracked)),
  },
  {
    callee: /\.TryParse(?:Exact)?$/u,
    prove: whereHolds(({ call, tracked, values }) => values.numeric(call.arguments[0], tracked)),
  },
  { callee: WORDS, prove: whereHolds(({ call, tracked, values }) => values.words(subjectOf(call), tracked)) },
  { callee: /^filter_var$/u, prove: whereHolds(proveFilter) },
  {
    name: /^(?:equals|equalsIgnoreCase|Equals|eql\?|equal\?|EqualFold|hash_equals|contentEquals|casecmp\?)$/u,
    prove: whereHolds(({ call, tracked, values }) => values.equalSides(call, tracked)),
  },
  { callee: COMPARES, prove: whereFails(({ call, tracked, values }) => values.equalSides(call, tracked)) },
  {
    name: /^(?:startsWith|startswith|HasPrefix|start_with\?|str_starts_with|StartsWith|starts_with)$/u,
    prove: ({ call, holds, tracked, values }) => values.prefix(call, holds, tracked),
  },
  {
    name: /^(?:endsWith|endswith|HasSuffix|end_with\?|str_ends_with|EndsWith)$/u,
    prove: whereHolds(({ call, tracked, values }) => values.suffix(call, tracked)),
  },
  {
    callee: ABSOLUTE,
    prove: whereFails((asked) => (asked.values.sink === 'path' && concerns(asked) ? NOT_ABSOLUTE : NOTHING)),
  },
  { name: /^(?:is_relative_to|IsLocal)$/u, prove: whereHolds(proveInside) },
  { callee: MEMBER_CALL, prove: whereHolds(proveMemberOfList) },
  {
    name: /^in\?$/u,
    prove: whereHolds(
      ({
        call: {
          object,
          arguments: [list],
        },
        tracked,
        values,
      }) => (object && list ? values.member(object, list, tracked) : NOTHING),
    ),
  },
  {
    callee: /^(?:strings\.Contains|bytes\.Contains|str_contains|strpos|stripos|strstr)$/u,
    prove: whereFails(
      ({
        call: {
          arguments: [text, part],
        },
        tracked,
        values,
      }) => (text && part ? values.absent(text, part, tracked) : NOTHING),
    ),
  },
  {
    name: /^(?:issubset|subset\?|isSubsetOf|IsSubsetOf)$/u,
    prove: whereHolds(
      ({
        call: {
          object,
          arguments: [list],
        },
        ...asked
      }) => proveSubset(object, list, asked),
    ),
  },
  {
    name: /^(?:containsAll|superset\?|issuperset)$/u,
    prove: whereHolds(
      ({
        call: {
          object,
          arguments: [part],
        },
        ...asked
      }) => proveSubset(part, object, asked),
    ),
  },
  { name: /^(?:get|fetch)$/u, prove: whereHolds(proveLookup) },
  { name: MEMBER, prove: proveMember },
];

/** What a call proves; null where its name says nothing. */
export function proveCall(asked: Asked): Proof | null {
  const { callee, name } = asked.call;
  const check = CALL_CHECKS.find((one) => (one.callee ? one.callee.test(callee) : one.name?.test(name) === true));
  return check ? check.prove(asked) : null;
}

function proveFilter({
  call: {
    arguments: [value, filter],
  },
  tracked,
  values,
}: Asked): Proof {
  return /VALIDATE_(?:INT|FLOAT|BOOL)/u.test(filter?.text() ?? '') ? values.numeric(value, tracked) : NOTHING;
}

function proveInside({
  call: {
    name,
    object,
    arguments: [first],
  },
  tracked,
  values,
}: Asked): Proof {
  if (name === 'IsLocal') return values.sink === 'path' && values.relate(first, tracked) === 'same' ? PROVEN : NOTHING;
  return object && values.isContained(object, 'object', tracked) ? PROVEN : NOTHING;
}

/** `in_array(x, list)`, `slices.Contains(list, x)`. */
function proveMemberOfList({ call: { callee, arguments: given }, tracked, values }: Asked): Proof {
  const [first, second] = given;
  if (!first || !second) return NOTHING;
  const isSubjectFirst = values.relate(first, tracked) !== null;
  const [subject, list] = isSubjectFirst ? [first, second] : [second, first];
  // Without `true` PHP takes "1 or more" for 1.
  const isLoose = callee === 'in_array' && !given[2] && /^\[[\s\d,]+\]$/u.test(list.text());
  return isLoose ? NOTHING : values.member(subject, list, tracked);
}

function proveSubset(
  part: SgNode | null | undefined,
  list: SgNode | null | undefined,
  { tracked, values, facts }: Omit<Asked, 'call'>,
): Proof {
  return part && list && values.isMadeOf(part, tracked) && isOwnCollection(list, facts) ? PROVEN : NOTHING;
}

/** Only what is among the constants has a value. */
function proveLookup({
  call: {
    object,
    arguments: [key],
  },
  tracked,
  values,
  facts,
}: Asked): Proof {
  return object && key && isConstant(object, facts) ? values.member(key, object, tracked) : NOTHING;
}

/** `KNOWN.includes(x)`; of `x.includes('..')` that it is not there. */
function proveMember({
  call: {
    object,
    arguments: [first],
  },
  holds,
  tracked,
  values,
}: Asked): Proof {
  if (!object || !first) return NOTHING;
  if (values.relate(object, tracked) !== null) return holds ? NOTHING : values.absent(object, first, tracked);
  return holds ? values.member(first, object, tracked) : NOTHING;
}
