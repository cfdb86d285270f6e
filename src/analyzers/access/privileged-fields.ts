/**
 * Finds writing routes without a role check that store a role, an admin flag or an owner as the request names it, singly or with the
 * whole body (serializers of Django, `permit` of Rails included). Returns claims (CWE-915, CWE-639) to access-claims.ts.
 */
import type { OutlineCall, SourceOutline } from '../../ports/outline.ts';
import { getOrAdd } from '../../protocol/collections/get-or-add.ts';
import { lastWord } from '../../recon/file-symbols.ts';
import type { AccessClaim } from './access-claim.ts';
import { type AccessRoute, changesSomething } from './access-route.ts';
import { calledBy, lineIn, namesIn, type Piece } from './handler-code.ts';
import { PROCEDURE_FRAMEWORKS } from './procedures.ts';
import type { RouteProject } from './route-project.ts';
import { isAdmin } from './route-words.ts';

export function findPrivilegedFields(routes: readonly AccessRoute[], project: RouteProject): readonly AccessClaim[] {
  const open = routes.filter(
    (route) =>
      (changesSomething(route) || route.endpoint.method === null) && !isAdmin(route.endpoint) && !route.isAuthorized,
  );
  const claims = open.flatMap((route) => [
    ...findNamed(route),
    ...findLooped(route),
    ...findTaken(route),
    ...findWhole(route, project),
    ...findPermitted(route),
    ...findSerialized(route, project),
  ]);
  return [...new Map(claims.map((claim) => [`${claim.file}:${claim.line}:${claim.cwe}`, claim])).values()];
}

const RIGHT = `(?:[uU]ser_?)?[rR]oles?(?:_?[iI]ds?|_?[nN]ame)?|[iI]s_?[aA]dmin|admin|Admin|[iI]s_?[sS]taff|[iI]s_?[sS]uper_?[uU]ser|superuser|[pP]ermissions?|[pP]rivileges?|[aA]ccess_?[lL]evel|[uU]ser_?[tT]ype|[aA]ccount_?[tT]ype|[iI]s_?[mM]oderator|[gG]roups?_?(?:[iI]ds?)?|[iI]s_?[oO]wner|[aA]uthorit(?:y|ies)`;
const OWNER = `[uU]ser_?[iI][dD]|[oO]wner(?:_?[iI][dD])?|[aA]uthor_?[iI][dD]|[cC]ustomer_?[iI][dD]|[aA]ccount_?[iI][dD]|[cC]reated_?[bB]y|[sS]eller_?[iI][dD]`;
/** What the server decides of a record: who sends the whole of it sets this too. */
const STATE = `[iI]s_?[aA]pproved|[aA]pproved|[iI]s_?[vV]erified|[eE]mail_?[vV]erified|[iI]s_?[pP]aid|[bB]alance`;
const SENT = String.raw`(?:\b(?:req|request|ctx\.request|this\.request)\b|\$request|\$_POST|\$data|\$input|\bdata|\bbody|\bpayload|\bparams|\binput|\bform|\bdto|\bjson\w*|\breq_?data|\buser_?data|\bcontent|\bcmd|\bcommand|\b\w+(?:Dto|Request|Form|Input|Payload))`;

/** `role: req.body.role`, `is_admin=data.get("is_admin")`, `user.role = body.role`, `setRole(dto.getRole())`. */
const named = (field: string): RegExp =>
  new RegExp(
    String.raw`(?<![\w$])(?<key>${field})['"]?\s*(?::|=>|=(?![=>]))\s*(?:\w+\(\s*)*(?:\w+\s+\?\?\s+)?${SENT}(?:(?:\??\.|->|\[\s*['":]*|::)\w*(?:\(\s*)?['"\]:]*)*?(?:\.|->|\[\s*['":]*|\(\s*['"])(?:get_?)?(?:${field})\b`,
    'gu',
  );
const NAMED_RIGHT = named(RIGHT);
const NAMED_OWNER = named(OWNER);
const SETTER =
  /\.set_?(?:Roles?|Admin|IsAdmin|Permissions?|Authorities)\(\s*\w+\.(?:get|is)?_?(?:Roles?|Admin|IsAdmin|Permissions?|Authorities|roles?|isAdmin)\b/gu;

function findNamed(route: AccessRoute): readonly AccessClaim[] {
  const { handler, isAuthenticated, isOwned, endpoint } = route;
  if (handler === null) return [];
  const rights = [...handler.text.matchAll(NAMED_RIGHT), ...handler.text.matchAll(SETTER)].filter(
    ({ groups, index }) => !isListed(handler, groups?.key ?? 'role', index),
  );
  const claims = rights.map(({ index, groups }) => reportRight(route, handler, index, groups?.key ?? 'role'));
  if (claims.length > 0 || !isAuthenticated || isOwned || endpoint.verb !== 'create') return claims;
  return [...handler.text.matchAll(NAMED_OWNER)]
    .slice(0, 1)
    .map(({ index, groups }) => reportOwner(route, handler, index, groups?.key ?? 'owner'));
}

/** The value is compared with a list, or replaced where it asks for too much. */
const isListed = ({ text }: Piece, field: string, at: number): boolean => {
  const name = field.replaceAll(/\W/gu, '');
  const around = text.slice(0, at);
  return new RegExp(
    String.raw`(?:includes|contains|in_array|include\?|indexOf|has)\(\s*[\w.$>\[\]'"]*${name}\b|\b${name}['"\])]*\s*(?:===?|!==?|not in\b|in\s)|(?:validate|Rule::in|enum|allowed_?[rR]oles|ALLOWED)`,
    'u',
  ).test(around);
};

const LOOPED =
  /\bsetattr\(\s*(?:self\.|g\.)?\w*(?:user|account|profile|member|customer|instance|obj)\w*\s*,\s*\w+\s*,|(?<=\bfor\s+\w+\s*,\s*\w+\s+in\s+\(?request\.[\w.()]+\.items\(\)\)?\s*:\s*)setattr\(\s*\w+\s*,\s*\w+\s*,/u;

/** Python: `for key, value in request.get_json().items(): setattr(user, key, value)`. */
function findLooped(route: AccessRoute): readonly AccessClaim[] {
  const { handler } = route;
  const found = handler === null ? null : LOOPED.exec(handler.text);
  if (handler === null || found === null) return [];
  const around = handler.text.slice(Math.max(0, found.index - 300), found.index);
  const isOpen =
    /\bfor\s+\w+\s*,\s*\w+\s+in\s+[\w.()]+\.items\(\)/u.test(around) && !/\bif\s+\w+\s+(?:not\s+)?in\b/u.test(around);
  return isOpen ? [reportRight(route, handler, found.index, null)] : [];
}

const STORES =
  /^(?:create\w*|insert\w*|update\w*|save\w*|query|execute|exec\w*|run|build|add\w*|register\w*|findByIdAnd\w+|findOneAnd\w+|assign|upsert|set|sign_?up\w*|store|new|[A-Z]\w*)$/u;

/** `const { name, role } = req.body` and `User.create({ name, role })`. */
function findTaken(route: AccessRoute): readonly AccessClaim[] {
  const { handler } = route;
  if (handler === null) return [];
  const right = new RegExp(`^(?:${RIGHT})$`, 'u');
  return handler.bindings.flatMap(({ name, value, start }) => {
    if (
      !/^\s*(?:await\s+)?(?:req|request|ctx\.request|this\.request|c\.req|event)\b[\w.?()]*(?:body|payload|json\(\)|query)\b/u.test(
        value,
      ) ||
      !name.includes('{')
    )
      return [];
    const taken = namesIn(name).filter((each) => right.test(each));
    return taken.flatMap((field) => {
      const mention = new RegExp(
        String.raw`[{,[(]\s*(?:${field}|${field}\s*:\s*${field}|\$?role:\s*${field})\s*(?:[,}\])]|\?\?|\|\|)`,
        'u',
      );
      const call = handler.calls.find(
        (each) =>
          STORES.test(lastWord(each.callee)) &&
          each.start > start &&
          mention.test(handler.text.slice(each.start - handler.start, each.end - handler.start)),
      );
      if (call === undefined || isListed(handler, field, call.start - handler.start)) return [];
      return [reportRight(route, handler, call.start - handler.start, field)];
    });
  });
}

const USERS = /user|account|profile|member|customer|employee|person|people|registration|register|sign-?_?up|\bme$/iu;
const WHOLE =
  /^(?:\{\s*\.\.\.\s*)?(?:req|request|ctx\.request)\.(?:body|payload)\s*(?:,[^:]*)?\}?$|^\*\*\s*(?:request\.(?:json|form|data|POST)|data|body|payload|\w+\.(?:dict|model_dump)\([^)]*\)|request\.get_json\([^)]*\))|^\$request->all\(\)|^request\(\)->all\(\)/u;
/** Of a resolver or procedure, which is handed its input whole. */
const WHOLE_INPUT = /^(?:args\.)?input$|\b(?:data|\$set)\s*:\s*(?:args\.|\{\s*\.\.\.)?(?:input|data|args)\s*[,}]/u;
const KEEPS =
  /^(?:create\w*|insert\w*|update\w*|save\w*|persist|add\w*|register\w*|findByIdAnd\w+|findOneAnd\w+|assign|upsert|merge|patch\w*|replace\w*|store\w*|Create|Save|Updates?|Insert\w*|set|[A-Z]\w*|signUp\w*|sign_up\w*)$/u;

/** MySQL makes one assignment of each field of an object: `query('UPDATE users SET ? WHERE id = ?', [req.body, id])`. */
const isSetQuery = ({ arguments: given }: OutlineCall): boolean => /\bSET\s+\?/iu.test(given[0]?.text ?? '');
const WHOLE_BOUND = /^\[\s*(?:req|request|ctx\.request)\.(?:body|payload)\s*[,\]]/u;

/** Calls that read, check or answer a record: what is handed to them is not kept. */
const KEEPS_NOTHING =
  /^(?:Error|Response|Date|Promise|Map|Set|HTTPException|JSONResponse|Logger|\w*Bind\w*|BodyParser|Decode|Unmarshal\w*|\w*JSON|Validate\w*|Printf|Println)$|Schema$|Dto$|DTO$/u;

/** The whole of what was sent becomes the record: of users always a question, else where the class of it has such a field. */
function findWhole(route: AccessRoute, project: RouteProject): readonly AccessClaim[] {
  const { handler, endpoint } = route;
  if (handler === null) return [];
  const typed = listTyped(handler, project);
  return handler.calls.flatMap((call) => {
    const isKept = keeps(handler, call);
    const field = isKept || isHandedOn(handler, call, project) ? findTypedField(call, typed) : null;
    if (field === null && !isKept) return [];
    if (field !== null) return [reportRight(route, handler, call.start - handler.start, field)];
    const isWhole = call.arguments.some(
      ({ text }) =>
        WHOLE.test(text.trim()) ||
        (isSetQuery(call) && WHOLE_BOUND.test(text.trim())) ||
        (PROCEDURE_FRAMEWORKS.test(endpoint.framework) && WHOLE_INPUT.test(text.trim())),
    );
    const isUser =
      USERS.test(`${endpoint.resource ?? ''} ${endpoint.route ?? ''}`) ||
      /^(?:User|Account|Member|Profile|Customer)\b/u.test(call.callee);
    if (!isWhole || !isUser || typed.some(({ name }) => mentions(call, name))) return [];
    return [reportRight(route, handler, call.start - handler.start, null)];
  });
}

/** In C# every method has a capital; elsewhere such a call makes a record. */
const KEEPS_IN_CSHARP = /^(?:Create|Insert|Update|Save|Add|Register|Upsert|Attach|Store|Persist|SignUp|Put|Patch)/u;

const keeps = ({ file }: Piece, call: OutlineCall): boolean =>
  file.language === 'csharp' ? KEEPS_IN_CSHARP.test(lastWord(call.callee)) : isSetQuery(call) || keepsByName(call);

const keepsByName = ({ callee }: OutlineCall): boolean =>
  KEEPS.test(lastWord(callee)) && !KEEPS_NOTHING.test(lastWord(callee));

/** A function of the project keeps what it is given, whatever it is called itself. */
const isHandedOn = (handler: Piece, call: OutlineCall, project: RouteProject): boolean =>
  calledBy(project, handler, call).some((called) => {
    const parameters = (called.function?.parameters ?? []).filter(({ name }) => !/^(?:self|cls)$/u.test(name));
    const given = parameters.filter((_, at) => call.arguments[at] !== undefined);
    return called.calls.some((inner) => keeps(called, inner) && given.some(({ name }) => mentions(inner, name)));
  });

interface Typed {
  readonly name: string;
  /** The first field that decides about rights, or that only the server may set; null where the class has none. */
  readonly field: string | null;
}

const KEPT_FIELD = `${RIGHT}|${STATE}`;

const FIELD = new RegExp(
  String.raw`(?<![\w$."'@])(?<field>${KEPT_FIELD})\??\s*(?::|=(?!=)|;|\s+(?:bool|string|\*?\w+)\s)`,
  'u',
);
const JAVA_FIELD = new RegExp(
  String.raw`\b(?:private|protected|public)\s+[\w<>]+\s+(?<field>${KEPT_FIELD})\s*[;=]`,
  'u',
);
const JAVA_COMPONENT = new RegExp(String.raw`\brecord\s+\w+\s*\([^{]*?[\s>](?<field>${KEPT_FIELD})\s*[,)]`, 'u');
const CSHARP_FIELD = new RegExp(
  String.raw`\bpublic\s+(?:required\s+|virtual\s+)?[\w<>?[\]]+\s+(?<field>${KEPT_FIELD})\s*[{;=]|\brecord\s+\w+\s*\([^{;]*?[\s>?](?<component>${KEPT_FIELD})\s*[,)=]`,
  'u',
);
const GO_FIELD =
  /^[^\S\n]*(?<field>Roles?|IsAdmin|Admin|IsStaff|Permissions?|UserType|AccessLevel|IsSuperuser|Superuser|IsApproved|Approved|IsVerified|EmailVerified|IsPaid|Balance)\s+[\w*[\].]+/mu;

/** Parameters and variables that hold what was sent as a class of the project. */
function listTyped(piece: Piece, project: RouteProject): readonly Typed[] {
  const { language } = piece.file;
  const parameters = (piece.function?.parameters ?? []).filter(({ name }) => isBodyParameter(piece, name));
  const variables =
    language === 'go'
      ? [
          ...piece.text.matchAll(
            /\bvar\s+(?<name>\w+)\s+(?:\w+\.)?(?<type>[A-Z]\w*)\b|\b(?<name2>\w+)\s*:=\s*(?:&)?(?:\w+\.)?(?<type2>[A-Z]\w*)\{\}/gu,
          ),
        ]
      : [];
  const bound = variables
    .map(({ groups }) => ({ name: groups?.name ?? groups?.name2 ?? '', type: groups?.type ?? groups?.type2 ?? '' }))
    .filter(({ name }) =>
      new RegExp(String.raw`(?:Bind\w*|BodyParser|Decode|Unmarshal)\([^)]*&${name}\b`, 'u').test(piece.text),
    );
  return [...parameters, ...bound].flatMap(({ name, type }) => {
    const text = classText(project, type ?? '');
    return text === null ? [] : [{ name, field: fieldIn(text, language) }];
  });
}

const FIELDS: Readonly<Record<string, readonly RegExp[]>> = {
  go: [GO_FIELD],
  java: [JAVA_FIELD, JAVA_COMPONENT],
  csharp: [CSHARP_FIELD],
};

function fieldIn(text: string, language: string): string | null {
  const found = (FIELDS[language] ?? [FIELD]).map((pattern) => pattern.exec(text)?.groups).find((groups) => groups);
  return found?.field ?? found?.component ?? null;
}

function isBodyParameter({ head, file }: Piece, name: string): boolean {
  if (!/^\w+$/u.test(name)) return false;
  if (file.language === 'python')
    return new RegExp(
      String.raw`\b${name}\s*:\s*(?!int\b|str\b|Session\b|Request\b)[A-Z]\w*\b(?!\s*=\s*Depends)(?!\[)`,
      'u',
    ).test(head);
  // ASP.NET fills what is of a class from the body, said or not.
  if (file.language === 'csharp')
    return new RegExp(String.raw`(?<!\[From(?:Services|Route|Header)\]\s*)\b[A-Z]\w*\??\s+${name}\b`, 'u').test(head);
  return new RegExp(String.raw`@(?:Body|RequestBody|ModelAttribute|FromBody)\b[^@]*\b${name}\b`, 'u').test(head);
}

/** `type Patch = Partial<User>`, `class Update extends PartialType(User)`: the fields of another class. */
const PARTIAL = /^(?:Deep)?Partial(?:Type)?\s*[<(]\s*(?<of>[A-Z]\w*)\s*[>)]$/u;
const MOST_BASES = 3;

function classText(project: RouteProject, type: string, depth = 0): string | null {
  const partial = PARTIAL.exec(type.trim())?.groups?.of;
  const name = partial ?? lastWord(type);
  if (depth > MOST_BASES || name === '' || /^(?:string|number|any|object|Map|dict|Dict)$/u.test(name)) return null;
  const found = project.symbols.outlines.flatMap((file) =>
    file.classes.filter((each) => each.name === name).map((each) => ({ file, each })),
  );
  const [first] = found;
  if (first === undefined) return aliasText(project, name, depth);
  const { language } = first.file;
  const text = project.codeOf(first.file.path).slice(first.each.start, first.each.end);
  const base = /\bextends\s+(?<base>PartialType\(\s*[A-Z]\w*|[A-Z]\w*)/u.exec(text.split('{')[0] ?? '')?.groups?.base;
  const inherited = base === undefined ? null : classText(project, base.includes('(') ? `${base})` : base, depth + 1);
  const own = language === 'java' || language === 'csharp' ? text : bodyOf(project, first.file, first.each);
  return inherited === null ? own : `${own}\n${inherited}`;
}

/** A type that is another one with every field optional. */
function aliasText(project: RouteProject, name: string, depth: number): string | null {
  const type = getOrAdd(aliases, project, () => listAliases(project)).get(name);
  return type === undefined ? null : classText(project, type, depth + 1);
}

const aliases = new WeakMap<RouteProject, ReadonlyMap<string, string>>();
const ALIAS = /\btype\s+(?<name>\w+)\s*=\s*(?<type>(?:Deep)?Partial<\s*[A-Z]\w*\s*>)[ \t]*(?:;|$)/gmu;

/** What each name stands for; the first file that declares it decides. */
const listAliases = (project: RouteProject): ReadonlyMap<string, string> =>
  new Map(
    project.symbols.outlines
      .filter(({ language }) => /^(?:typescript|tsx)$/u.test(language))
      .flatMap(({ path }) => [...project.codeOf(path).matchAll(ALIAS)])
      .map(({ groups }) => [groups?.name ?? '', groups?.type ?? ''] as const)
      .toReversed(),
  );

const bodyOf = (
  project: RouteProject,
  { path }: SourceOutline,
  { start, end }: { readonly start: number; readonly end: number },
): string =>
  project
    .codeOf(path)
    .slice(start, end)
    .replace(/^[^{:\n]*[{:]/u, '');

const mentions = (call: OutlineCall, name: string): boolean =>
  call.arguments.some(({ text }) =>
    new RegExp(String.raw`(?<![\w.])${name}(?!\w|\s*\.\s*(?!dict|model_dump))`, 'u').test(text),
  );

const findTypedField = (call: OutlineCall, typed: readonly Typed[]): string | null =>
  typed.find(
    ({ name, field }) =>
      field !== null &&
      mentions(call, name) &&
      !/exclude\s*=|omit\(|pick\(/u.test(call.arguments.map(({ text }) => text).join()),
  )?.field ?? null;

/** Rails: `params.require(:user).permit(:email, :role)` of a controller that asks for no right. */
function findPermitted(route: AccessRoute): readonly AccessClaim[] {
  const { handler } = route;
  if (handler === null || handler.file.language !== 'ruby') return [];
  return handler.file.calls
    .filter(({ callee }) => /(?:^|\.)(?:permit|expect)$/u.test(callee))
    .flatMap((call) => {
      const field = call.arguments.flatMap(
        ({ text }) =>
          new RegExp(`^:?(?<field>${RIGHT}|user_id|owner_id)(?::\\s*\\[\\])?$`, 'u').exec(text)?.groups?.field ?? [],
      )[0];
      const maker = handler.file.functions[call.owner]?.name ?? '';
      const isUsed = maker === '' || handler.text.includes(maker);
      if (field === undefined || !isUsed) return [];
      return [{ ...reportRight(route, handler, 0, field), line: call.line }];
    });
}

/** Django: a serializer or form over a user that takes all fields, or those that decide about rights. */
function findSerialized(route: AccessRoute, project: RouteProject): readonly AccessClaim[] {
  const { handler, joined } = route;
  if (handler === null || handler.file.language !== 'python') return [];
  const owner = handler.function === null ? null : handler.file.classes[handler.function.classIndex];
  const around = owner ? project.codeOf(handler.file.path).slice(owner.start, owner.end) : handler.text;
  const used = new Set([...around.matchAll(/\b(\w+(?:Serializer|Form))\b/gu)].map(([, name]) => name));
  return project.symbols.outlines.flatMap((file) =>
    file.classes.flatMap((each) => {
      if (!used.has(each.name)) return [];
      const text = project.codeOf(file.path).slice(each.start, each.end);
      const fields = /\bfields\s*=\s*(?<fields>['"]__all__['"]|[[(][^\])]*[\])])/u.exec(text);
      const listed = fields?.groups?.fields ?? '';
      const isUser = /\bmodel\s*=\s*(?:\w+\.)*(?:\w*User|Account|Member|Profile|get_user_model\(\))/u.test(text);
      const right = /['"](is_staff|is_superuser|is_admin|role|roles|groups|user_permissions)['"]/u.exec(listed)?.[1];
      const fixed =
        /\bread_only_fields\s*=\s*[^\n]*|\b(?:is_staff|role|is_superuser)\s*=\s*serializers\.\w+\([^)]*read_only\s*=\s*True/u.exec(
          text,
        )?.[0] ?? '';
      if (
        fields === null ||
        !isUser ||
        (right === undefined && !listed.includes('__all__')) ||
        (right !== undefined && fixed.includes(right)) ||
        /\bexclude\b/u.test(text)
      )
        return [];
      const line = each.line + text.slice(0, fields.index).split('\n').length - 1;
      return [
        {
          ...reportRight(route, handler, 0, right ?? null),
          file: file.path,
          line,
          title: `${joined.route ?? each.name}: ${each.name} takes fields that decide about rights`,
        },
      ];
    }),
  );
}

function reportRight({ endpoint }: AccessRoute, piece: Piece, offset: number, field: string | null): AccessClaim {
  const what = field === null ? 'every field that is sent' : `\`${field}\` from the request`;
  return {
    file: piece.file.path,
    line: lineIn(piece, offset),
    rule: 'privileged-field-from-request',
    severity: 'MEDIUM',
    cwe: 'CWE-915',
    dimension: 'D3',
    title: `${endpoint.name} takes ${what}`,
    issue: `${endpoint.name} stores ${what}, and asks nobody for a right to set it: no role or permission was seen on the route, on its router or in the handler. A caller can give themselves rights${field === null ? ', where the record has a field such as `role` or `is_admin`' : ''}.`,
    recommendation:
      'Name the fields that a caller may set, and set the role on the server. Let administrators change it by a route of their own.',
  };
}

function reportOwner({ endpoint }: AccessRoute, piece: Piece, offset: number, field: string): AccessClaim {
  return {
    file: piece.file.path,
    line: lineIn(piece, offset),
    rule: 'owner-from-request',
    severity: 'MEDIUM',
    cwe: 'CWE-639',
    dimension: 'D3',
    title: `${endpoint.name} lets the request name the owner`,
    issue: `${endpoint.name} stores \`${field}\` as it was sent. The caller is known, but is not compared with it. Any signed-in user can create records of others.`,
    recommendation: 'Take the owner from the session or token of the caller, not from the request.',
  };
}
