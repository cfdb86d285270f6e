import { callsIn, lastWord } from '../file-symbols.js';
import { classifyGuard } from '../guard-words.js';
const CHECK = /^(?:require|ensure|check|verify|is|has|can|authorize|authenticate|assert|must|enforce|deny|abort_unless|permission|login_required|get_?current|getServerSession|getToken|auth$|protect|restrict|jwtVerify)/iu;
const INJECTED = /^(?:Depends|Security)$/u;
const MAX_GUARDS = 5;
export function findHandlerGuards({ file, index }) {
    const handler = file.functions[index];
    if (!handler)
        return [];
    return callsIn(file, handler.start, handler.end)
        .flatMap((call) => readCheck(file.path, call))
        .slice(0, MAX_GUARDS);
}
function readCheck(file, call) {
    const name = lastWord(call.callee);
    const isInjected = INJECTED.test(name);
    // In PHP `auth()` only gives access to the guard; what asks something of it has a name of its own.
    if (name === 'auth' && file.endsWith('.php'))
        return [];
    const said = isInjected ? (call.arguments[0]?.text ?? '') : CHECK.test(name) ? name : '';
    const kind = classifyGuard(said);
    if (kind === null || kind === 'validation')
        return [];
    return [{ name: said.slice(0, 100), kind, file, line: call.line, at: isInjected ? 'route' : 'handler' }];
}
