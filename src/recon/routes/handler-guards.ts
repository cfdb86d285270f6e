/**
 * Finds guards inside a handler: calls whose name says that they check somebody's identity or right; and whether a function itself
 * answers 401 or 403. Called by join-routes.ts and script-routes.ts.
 */
import type { OutlineCall } from '../../ports/outline.ts';
import { callsIn, lastWord } from '../file-symbols.ts';
import { classifyGuard } from '../guard-names.ts';
import type { FunctionRef } from '../project-symbols.ts';
import type { Guard, GuardKind } from '../recon.ts';
import { guardName, literalsGiven, literalsIn } from './route-draft.ts';

const CHECK =
  /^(?:require|ensure|check|verify|is|has|can|authorize|authenticate|assert|must|enforce|deny|abort_unless|permission|login_required|get_?current|getServerSession|getToken|auth$|protect|restrict|jwtVerify)/iu;
const INJECTED = /^(?:Depends|Security)$/u;
const MAX_GUARDS = 5;

export function findHandlerGuards({ file, index }: FunctionRef): readonly Guard[] {
  const handler = file.functions[index];
  if (!handler) return [];
  return callsIn(file, handler.start, handler.end)
    .flatMap((call) => readCheck(file.path, call))
    .slice(0, MAX_GUARDS);
}

const REFUSAL = /^(?:status|sendStatus|writeHead|abort|code|createError|throw|HTTPException|HttpError|json|error)$/iu;

/** What a function that answers 401 or 403 asks for, whatever it is called. */
export function findRefusal({ file, index }: FunctionRef): GuardKind | null {
  const body = file.functions[index];
  if (!body) return null;
  const codes = callsIn(file, body.start, body.end)
    .filter(({ callee }) => REFUSAL.test(lastWord(callee)))
    .flatMap((call) => call.arguments.map(({ text }) => text.trim()));
  return codes.includes('403') ? 'authorization' : codes.includes('401') ? 'authentication' : null;
}

function readCheck(file: string, call: OutlineCall): readonly Guard[] {
  const name = lastWord(call.callee);
  const isInjected = INJECTED.test(name);
  // In PHP `auth()` only gives access to the guard; what asks something of it has a name of its own.
  if (name === 'auth' && file.endsWith('.php')) return [];
  const said = isInjected ? (call.arguments[0]?.text ?? '') : CHECK.test(name) ? name : '';
  const kind = classifyGuard(said);
  if (kind === null || kind === 'validation') return [];
  const literals = isInjected ? literalsIn(said) : literalsGiven(call.arguments);
  const called = isInjected ? guardName(said) : said;
  return [
    { name: called.slice(0, 100), ...literals, kind, file, line: call.line, at: isInjected ? 'route' : 'handler' },
  ];
}
