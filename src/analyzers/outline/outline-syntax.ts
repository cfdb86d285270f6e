/** Node kinds of the grammars that an outline is made from, beyond what data flow already knows. Data only. */
import type { RuleFamily, RuleLanguage } from '../syntax/rule-families.ts';

export interface OutlineSyntax {
  readonly classes: readonly string[];
  /** Decorators, annotations, attributes. */
  readonly decorators: readonly string[];
  readonly imports: readonly string[];
  readonly exports: readonly string[];
  /** Kinds that give a name a value or a type, with the fields of name, value and type; `last` is the last child. */
  readonly bindings: Readonly<Record<string, readonly [name: string, value: string, type: string]>>;
  /** Kinds that name a function: the fields of name and function. */
  readonly naming: Readonly<Record<string, readonly [name: string, value: string]>>;
  readonly packages: readonly string[];
}

const NOTHING: OutlineSyntax = {
  classes: [],
  decorators: [],
  imports: [],
  exports: [],
  bindings: {},
  naming: {},
  packages: [],
};

const JAVASCRIPT: OutlineSyntax = {
  ...NOTHING,
  classes: ['class_declaration', 'class'],
  decorators: ['decorator'],
  imports: ['import_statement'],
  exports: ['export_statement'],
  bindings: {
    variable_declarator: ['name', 'value', 'type'],
    assignment_expression: ['left', 'right', ''],
    field_definition: ['property', 'value', ''],
  },
  naming: { pair: ['key', 'value'] },
};

const TYPESCRIPT: OutlineSyntax = {
  ...JAVASCRIPT,
  classes: ['class_declaration', 'class', 'abstract_class_declaration'],
  bindings: {
    variable_declarator: ['name', 'value', 'type'],
    assignment_expression: ['left', 'right', ''],
    public_field_definition: ['name', 'value', 'type'],
  },
};

export const OUTLINE_SYNTAX: Readonly<Partial<Record<RuleLanguage, OutlineSyntax>>> = {
  javascript: JAVASCRIPT,
  typescript: TYPESCRIPT,
  tsx: TYPESCRIPT,
  python: {
    ...NOTHING,
    classes: ['class_definition'],
    decorators: ['decorator'],
    imports: ['import_statement', 'import_from_statement'],
    bindings: { assignment: ['left', 'right', 'type'] },
  },
  go: {
    ...NOTHING,
    classes: ['type_spec'],
    imports: ['import_spec'],
    bindings: {
      short_var_declaration: ['left', 'right', ''],
      assignment_statement: ['left', 'right', ''],
      var_spec: ['name', 'value', 'type'],
      field_declaration: ['name', '', 'type'],
    },
    naming: { keyed_element: ['0', '1'] },
    packages: ['package_clause'],
  },
  java: {
    ...NOTHING,
    classes: ['class_declaration', 'interface_declaration', 'record_declaration', 'enum_declaration'],
    decorators: ['annotation', 'marker_annotation'],
    imports: ['import_declaration'],
    bindings: {
      field_declaration: ['declarator', '', 'type'],
      local_variable_declaration: ['declarator', '', 'type'],
      assignment_expression: ['left', 'right', ''],
    },
    packages: ['package_declaration'],
  },
  ruby: {
    ...NOTHING,
    classes: ['class', 'module'],
    bindings: { assignment: ['left', 'right', ''] },
  },
  php: {
    ...NOTHING,
    classes: ['class_declaration', 'interface_declaration', 'trait_declaration'],
    decorators: ['attribute'],
    imports: ['namespace_use_clause', 'require_once_expression', 'require_expression', 'include_once_expression'],
    bindings: { assignment_expression: ['left', 'right', ''], property_declaration: ['last', '', 'type'] },
    packages: ['namespace_definition'],
  },
  csharp: {
    ...NOTHING,
    classes: ['class_declaration', 'interface_declaration', 'record_declaration', 'struct_declaration'],
    decorators: ['attribute'],
    imports: ['using_directive'],
    bindings: {
      variable_declaration: ['1', '', 'type'],
      assignment_expression: ['left', 'right', ''],
      property_declaration: ['name', 'value', 'type'],
    },
    packages: ['namespace_declaration', 'file_scoped_namespace_declaration'],
  },
  c: { ...NOTHING, bindings: { init_declarator: ['declarator', 'value', ''] } },
};

/** Names under which a language hands over what comes from outside. */
export const OUTSIDE_NAMES: Readonly<Partial<Record<RuleFamily, RegExp>>> = {
  javascript: /\bprocess\.argv\b/gu,
  python: /\bsys\.argv\b|__name__\s*==\s*['"]__main__['"]/gu,
  go: /\bos\.Args\b/gu,
  ruby: /\bARGV\b/gu,
  php: /\$_(?:GET|POST|REQUEST|COOKIE|FILES)\b|\bphp:\/\/input\b|\$argv\b/gu,
};
