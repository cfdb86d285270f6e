/**
 * Says whether a statement may not have run before a use although no `if` or `switch` decides it: a `try` left early, the right side of
 * `&&`, an arm left by `break`. Used by bindings.ts, elements.ts and liveness.ts.
 */
import type { SgNode } from '@ast-grep/napi';
import { leavesAny, readAttempt } from './exits.ts';

/** What may swallow an error, be left half way, or wait for one of several things. */
const OPEN = /^(?:with_|using_statement|select|labeled|communication_case|type_case|type_switch)/u;
const ARM =
  /^(?:switch_case|switch_default|expression_case|default_case|switch_block_statement_group|switch_section|case_statement|default_statement)$/u;
const HANDLER = /^(?:catch_clause|except_clause|except_group_clause|rescue|catch|finally_clause|ensure)$/u;
const AFTER_ERROR = { returns: true, continues: true, breaks: false } as const;

/** `ready && (name = 'a')`: the right side runs for some values of the left one alone. */
export const isRightSide = (node: SgNode, child: SgNode): boolean =>
  /^(?:binary\w*|boolean_operator|augmented_assignment_expression)$/u.test(String(node.kind())) &&
  node.field('right')?.id() === child.id();

/** Whether a use at that offset may be reached although the step, which stands in this child of the node, has not been taken. */
export function mayBeSkipped(node: SgNode, child: SgNode, step: SgNode, offset: number): boolean {
  const kind = String(node.kind());
  if (OPEN.test(kind) || isRightSide(node, child)) return true;
  if (ARM.test(kind)) {
    const { start } = node.range();
    return /\bbreak\b/u.test(node.text().slice(0, step.range().start.index - start.index));
  }
  const attempt = readAttempt(node);
  if (!attempt) return false;
  const { start, end } = node.range();
  if (start.index <= offset && offset < end.index) {
    const guard = node.namedChildren().find((part) => HANDLER.test(String(part.kind())));
    return Math.max(offset, child.range().start.index) >= (guard?.range().start.index ?? 0);
  }
  return !attempt.handlers.every((handler) => leavesAny(handler, AFTER_ERROR));
}
