/** Parameters that are handed in by the framework or the program itself, not by a caller with data. */
const PLUMBING = /^\$?(?:self|cls|this|ctx|context|req|res|request|response|next|db|conn|connection|client|cursor|cur|session|log|logger|config|conf|options|opts|settings|app|tx|pool|w|r|err|error|e|cb|callback|done|args|kwargs|stmt|statement|driver|dataSource|queryRunner|manager|child|proc)$/iu;
/** Declared types that cannot hold an attack. */
const HARMLESS_TYPE = /\b(?:u?int(?:8|16|32|64|ptr)?|long|Long|Integer|short|Short|byte|number|bool|boolean|Boolean|float(?:32|64)?|double|Double|decimal|Date|DateTime|Instant|UUID|Guid|Time|Duration|size_t)\b(?!\s*\[|\[\])/u;
export function judgeParameter(parameter, scope, taint, ground) {
    const { sources } = taint;
    if (PLUMBING.test(parameter.name) || HARMLESS_TYPE.test(parameter.text))
        return null;
    const { entries } = ground.vocabulary;
    const isEntry = entries?.test(parameter.text) || entries?.test(scope.preamble);
    if (isEntry && sources.includes('http'))
        return 'source';
    if (sources.includes('parameter') || sources.includes('value'))
        return 'parameter';
    return sources.includes('exported') && isExported(scope, ground) ? 'parameter' : null;
}
/** Whether other files can call the function: it or its class is named by an export. */
function isExported(scope, { exported }) {
    if (exported === null)
        return true;
    const home = scope.parent?.kind === 'class' ? scope.parent.name : null;
    return [scope.name, home].some((name) => name !== null && (name === 'exports' || exported.has(name)));
}
