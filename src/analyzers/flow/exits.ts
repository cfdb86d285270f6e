/**
 * Says whether control never reaches the statement after a given one, because it returns, throws, ends the loop or the program, so that a
 * check that leaves guards what follows. Also reads the parts of a `try`. Used by guards.ts, bindings.ts, liveness.ts and skipped.ts.
 */
import type { SgNode } from '@ast-grep/napi';
import { isBlock, readChoice, statementsOf } from './branches.ts';

/** Which ways out count: behind a call only those that leave the function as well. */
export interface Leaving {
  readonly returns: boolean;
  readonly continues: boolean;
  readonly breaks: boolean;
}

export const ANY_WAY: Leaving = { returns: true, continues: true, breaks: true };
export const FROM_FUNCTION: Leaving = { returns: true, continues: false, breaks: false };
export const BY_ERROR: Leaving = { returns: false, continues: false, breaks: false };

const THROWS = /^(?:throw_statement|throw_expression|raise_statement|exit_statement)$/u;
const EXIT_CALL =
  /^(?:(?:anyhow|core|std)::)?(?:panic|bail|unreachable|todo|unimplemented)!|^(?:process\.(?:exit|abort)|os\.(?:Exit|_exit|abort)|log\.(?:Fatal\w*|Panic\w*)|logger\.Fatal\w*|panic|runtime\.Goexit|sys\.exit|exit|quit|die|abort|flask\.abort|System\.exit|Runtime\.getRuntime\(\)\.(?:exit|halt)|Environment\.(?:Exit|FailFast)|raise|fail|halt|exit!|abort!|(?:std::)?process::(?:exit|abort)|exitProcess|t\.(?:Fatal\w*|Skip\w*)|c\.abort|wp_die|wp_send_json_error|notFound|redirect!)\b(?=\(|$|\s)/u;
const NESTING =
  /^(?:with_statement|using_statement|lock_statement|synchronized_statement|labeled_statement|checked_statement|fixed_statement|expression_statement|await_expression|await|parenthesized_expression|else_clause|global_statement|statement)$/u;

export function leaves(node: SgNode, how: Leaving): boolean {
  const kind = String(node.kind());
  if (/^return(?:_statement)?$/u.test(kind)) return how.returns;
  if (/^(?:continue_statement|next|redo)$/u.test(kind)) return how.continues;
  if (/^break(?:_statement)?$/u.test(kind)) return how.breaks;
  if (THROWS.test(kind)) return true;
  if (/call|invocation|^identifier$/u.test(kind)) return EXIT_CALL.test(node.text().slice(0, 60));
  const choice = readChoice(node);
  if (choice) {
    const inner = choice.isSwitch ? { ...how, breaks: false } : how;
    return choice.branches.every(({ body }) => leavesAny(body, inner));
  }
  if (/^(?:try_statement|begin)$/u.test(kind)) return leavesTry(node, how);
  if (/^binary/u.test(kind)) return leavesBehindAnswer(node, how);
  return (NESTING.test(kind) || isBlock(node)) && leavesAny(innerOf(node), how);
}

export const leavesAny = (statements: readonly SgNode[], how: Leaving): boolean =>
  statements.some((statement) => leaves(statement, how));

const innerOf = (node: SgNode): readonly SgNode[] => {
  const body = node.field('body');
  return body ? statementsOf(body) : isBlock(node) ? statementsOf(node) : node.namedChildren();
};

/** `render(:missing) and return`. */
function leavesBehindAnswer(node: SgNode, how: Leaving): boolean {
  const [left, operator, right] = [node.field('left'), node.field('operator')?.text(), node.field('right')];
  const isAnswer =
    /^(?:and|&&)$/u.test(operator ?? '') && /^(?:render|redirect_to|head|respond_with)\b/u.test(left?.text() ?? '');
  return isAnswer && right !== null && leaves(right, how);
}

const HANDLER = /^(?:catch_clause|except_clause|except_group_clause|rescue|catch)$/u;
const FINALLY = /^(?:finally_clause|ensure)$/u;

export interface Attempt {
  readonly body: readonly SgNode[];
  readonly handlers: readonly (readonly SgNode[])[];
  readonly last: readonly SgNode[];
}

/** The parts of a `try`, null where nothing is caught. */
export function readAttempt(node: SgNode): Attempt | null {
  if (!/^(?:try_statement|try_with_resources_statement|begin|body_statement)$/u.test(String(node.kind()))) return null;
  const children = node.namedChildren();
  const handlers = children.filter((child) => HANDLER.test(String(child.kind())));
  const last = children.filter((child) => FINALLY.test(String(child.kind())));
  if (handlers.length + last.length === 0) return null;
  const body = node.field('body');
  const own = children.filter((child) => !HANDLER.test(String(child.kind())) && !FINALLY.test(String(child.kind())));
  const inside = (part: SgNode): readonly SgNode[] => {
    const block = part.field('body') ?? part.namedChildren().findLast(isBlock);
    return block ? statementsOf(block) : [];
  };
  return {
    body: body ? statementsOf(body) : own,
    handlers: handlers.map(inside),
    last: last.flatMap((part) => (part.is('ensure') ? statementsOf(part) : inside(part))),
  };
}

function leavesTry(node: SgNode, how: Leaving): boolean {
  const attempt = readAttempt(node);
  if (!attempt) return leavesAny(statementsOf(node), how);
  if (leavesAny(attempt.last, how)) return true;
  return leavesAny(attempt.body, how) && attempt.handlers.every((handler) => leavesAny(handler, how));
}
