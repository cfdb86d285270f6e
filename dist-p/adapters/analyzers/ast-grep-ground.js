import { collectFacts } from './ast-grep-bindings.js';
import { collectImports, createFullNames } from './ast-grep-names.js';
import { Roles } from './ast-grep-roles.js';
export function prepareGround(root, grammar, vocabulary) {
    const facts = collectFacts(root, grammar, vocabulary.collectors);
    const exported = vocabulary.exports ? readExports(root.text(), vocabulary.exports) : null;
    const imports = collectImports(root, grammar);
    const plainNames = createFullNames(imports, facts, () => null);
    const roles = new Roles(facts, vocabulary, plainNames);
    const nameOf = createFullNames(imports, facts, (node) => roles.nameOf(node));
    return { facts, vocabulary, exported, nameOf, roles, spent: { steps: 0 } };
}
function readExports(text, pattern) {
    const names = [...text.matchAll(new RegExp(pattern, 'gu'))].flatMap(([, ...groups]) => groups);
    return new Set(names.flatMap((group) => group?.match(/[\w$]+/gu) ?? []));
}
