/** Checks a SARIF log against the schema of OASIS, where it lies beside this project. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import AjvDraft04 from 'ajv-draft-04';
import addFormats from 'ajv-formats';

export const sarifData: string = join(import.meta.dirname, '../../../shared/data/sarif');
const schemaPath = join(sarifData, 'sarif-schema-2.1.0.json');

/** Null where it can be checked. */
export const whyNoSarifSchema: string | null = existsSync(schemaPath) ? null : '(skipped: not beside this project)';

/** Both packages export their class as the default of a CommonJS module. */
const interop = <T>(module: T | { readonly default: T }): T =>
  typeof module === 'object' && module !== null && 'default' in module ? module.default : (module as T);

type Check = (value: unknown) => readonly unknown[];

/** Answers what is wrong with a log. */
export const createSarifCheck = (): Check => compileDraft04(readFileSync(schemaPath, 'utf8'));

/** A check by a schema of that draft, given as its text. */
export function compileDraft04(schema: string): Check {
  const ajv = new (interop(AjvDraft04))({ strict: false, allErrors: true });
  interop(addFormats)(ajv);
  const validate = ajv.compile(JSON.parse(schema));
  return (value) => (validate(value) ? [] : (validate.errors ?? []));
}
