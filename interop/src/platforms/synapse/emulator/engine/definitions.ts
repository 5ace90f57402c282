import type { Cursor } from './cursor.ts';
import type { DefinitionParse } from './definition-form.ts';
import { LOGIN_STATEMENTS } from './login-statements.ts';
import { OBJECT_STATEMENTS } from './object-statements.ts';
import type { Batch, Parse } from './parsing.ts';
import { parsePermission } from './permission-statements.ts';
import { PRINCIPAL_STATEMENTS } from './principal-statements.ts';
import { refusals } from './refusal.ts';
import type { Step } from './session.ts';

const PERMISSION_STATEMENTS: readonly (readonly [string, Parse])[] = [
  ['GRANT', parsePermission('GRANT')],
  ['REVOKE', parsePermission('REVOKE')],
  ['DENY', parsePermission('DENY')],
];

/** Reads a definition, if one comes next. Definitions are refused in a transaction. */
export function parseDefinition(
  cursor: Cursor,
  batch: Batch,
  compileBody: Parameters<DefinitionParse>[2],
): Step | undefined {
  for (const [word, parse] of PERMISSION_STATEMENTS) if (cursor.accept(word)) return parse(cursor, batch);
  for (const [words, , parse] of [...LOGIN_STATEMENTS, ...PRINCIPAL_STATEMENTS, ...OBJECT_STATEMENTS])
    if (cursor.accept(...words)) {
      const step = parse(cursor, batch, compileBody);
      return (context) => {
        if (context.session.transaction) throw refusals.inTransaction();
        step(context);
      };
    }
  return undefined;
}
