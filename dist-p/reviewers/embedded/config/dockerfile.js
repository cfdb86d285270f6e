/**
 * Reads Dockerfiles: instructions over continued lines, comments between them, here-documents, flags, the JSON form and
 * build stages. Never throws; what is no instruction is left out.
 */
const MAX_INSTRUCTIONS = 5_000;
const MAX_CHARACTERS = 20_000;
const KEYWORD = /^\s*([A-Za-z]+)(?:\s+|$)/u;
export function parseDockerfile(lines) {
    const mark = readEscape(lines);
    const instructions = [];
    for (let at = 0; at < lines.length && instructions.length < MAX_INSTRUCTIONS;) {
        const line = lines[at] ?? '';
        if (/^\s*(?:#|$)/u.test(line)) {
            at += 1;
            continue;
        }
        const { text, next: afterText } = joinContinued(lines, at, mark);
        const { body, next } = readHereDocuments(lines, afterText, text);
        const instruction = readInstruction(text, body, { line: at + 1, endLine: next });
        if (instruction)
            instructions.push(instruction);
        at = next;
    }
    return instructions;
}
/** `# escape=` counts only above everything else. */
function readEscape(lines) {
    for (const line of lines) {
        const directive = /^\s*#\s*(\w+)\s*=\s*(\S+)\s*$/u.exec(line);
        if (!directive)
            return '\\';
        if (directive[1]?.toLowerCase() === 'escape')
            return directive[2] === '`' ? '`' : '\\';
    }
    return '\\';
}
function joinContinued(lines, start, mark) {
    let text = '';
    let at = start;
    for (; at < lines.length; at += 1) {
        const line = lines[at] ?? '';
        if (at > start && /^\s*(?:#|$)/u.test(line))
            continue;
        const bare = line.trimEnd();
        if (!bare.endsWith(mark))
            return { text: cut(`${text}${line}`), next: at + 1 };
        text = cut(`${text}${bare.slice(0, -1)} `);
    }
    return { text, next: at };
}
const cut = (text) => text.slice(0, MAX_CHARACTERS);
const HERE = /<<-?\s*(["']?)([A-Za-z_]\w*)\1/gu;
function readHereDocuments(lines, start, text) {
    if (!/^\s*(?:RUN|COPY|ADD)\s/iu.test(text))
        return { body: [], next: start };
    const body = [];
    let at = start;
    for (const [, , end] of text.matchAll(HERE)) {
        const close = lines.findIndex((line, index) => index >= at && line.trim() === end);
        if (close < 0)
            continue;
        for (const line of lines.slice(at, close))
            body.push(line);
        at = close + 1;
    }
    return { body, next: at };
}
function readInstruction(text, body, place) {
    const keyword = KEYWORD.exec(text);
    if (!keyword)
        return null;
    const flags = [];
    let rest = text.slice(keyword[0].length).trim();
    for (let flag = /^--(\S+)\s*/u.exec(rest); flag; flag = /^--(\S+)\s*/u.exec(rest)) {
        flags.push(flag[1] ?? '');
        rest = rest.slice(flag[0].length);
    }
    return {
        ...place,
        keyword: (keyword[1] ?? '').toUpperCase(),
        flags,
        argument: [rest, ...body].join('\n'),
        words: readWords(rest),
    };
}
function readWords(text) {
    if (!text.startsWith('['))
        return null;
    try {
        const words = JSON.parse(text);
        return Array.isArray(words) && words.every((word) => typeof word === 'string') ? words : null;
    }
    catch {
        return null;
    }
}
// ------------------------------------------------------------------------------------------------ stages
export function readStages(instructions) {
    const defaults = new Map();
    const stages = [];
    let open = [];
    for (const instruction of instructions) {
        if (instruction.keyword === 'FROM') {
            open = [];
            stages.push(openStage(instruction, open, stages, defaults));
        }
        else if (stages.length > 0)
            open.push(instruction);
        else if (instruction.keyword === 'ARG')
            readDefault(instruction, defaults);
    }
    return stages;
}
function openStage(from, instructions, earlier, defaults) {
    const [written = '', as, name] = from.argument.split(/\s+/u);
    const image = substitute(written, defaults);
    const parent = earlier.find((stage) => stage.name !== null && stage.name === image.toLowerCase()) ?? null;
    const isNamed = as?.toUpperCase() === 'AS' && name !== undefined;
    return { image, written, name: isNamed ? name.toLowerCase() : null, line: from.line, parent, instructions };
}
function readDefault({ argument }, defaults) {
    for (const [, name = '', value = ''] of argument.matchAll(/(\w+)=("[^"]*"|'[^']*'|\S*)/gu))
        defaults.set(name, value.replace(/^["']|["']$/gu, ''));
}
/** `${NAME}`, `$NAME` and `${NAME:-other}`; a name without a value stays as it is written. */
const substitute = (text, values) => text.replace(/\$(?:\{(\w+)(?::?-([^}]*))?\}|(\w+))/gu, (whole, braced, other, bare) => {
    return values.get(braced ?? bare ?? '') ?? other ?? whole;
});
