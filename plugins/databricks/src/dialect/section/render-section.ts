import {
  commentedOut,
  type ObjectChange,
  objectChangesOf,
  type ScriptSection,
  type SectionText,
} from '@portcullis/plugin-api';
import { OBJECT_KEYS } from '../../objects/object-keys.ts';
import { guardedScript } from './guarded-script.ts';

/**
 * A slot that an administrator fills in. The SQL editor interprets it as a parameter, which it inserts as text only
 * outside of quotes.
 */
const SLOT = /\{\{\w+\}\}/;
const SLOT_HINT =
  'Replace {{servicePrincipal}} everywhere with the application id of the service principal in backticks, before the script is run.';

/** The warning about revoked grants, which have no mark: other services may use the same principal. */
const REVOKED_HINT =
  'The service principal loses its access to the catalog system and the audit tables, including grants made elsewhere: omit these REVOKE statements if the principal also needs that access for other purposes.';

/**
 * The warning about policies by tags, whose functions no query lists. Sources: "SHOW POLICIES";
 * "INFORMATION_SCHEMA.ABAC_POLICY_DEFINITIONS".
 */
const TAG_POLICY_HINT =
  'Before it drops the catalog, the script checks for row filters and column masks on single tables, but not for policies by tags (CREATE POLICY): first drop those that call a function of this catalog, because queries on their tables fail without it. SHOW POLICIES lists those of one place, and system.information_schema.abac_policy_definitions all places with policies.';

/**
 * Renders a section so that it is safe to run twice and does not change foreign objects: its statements run in one SQL
 * script that checks the owner first, and stops at the first object that is not ours. Source: Databricks SQL language
 * reference, "SQL scripting" (SQL warehouses, Databricks Runtime 16.3 and later).
 *
 * Statements without an owner check (grants to a set-up principal) are harmless when repeated and run outside the
 * script. Changes and drops without a guard cannot be checked: they are commented out, with a warning.
 */
export function renderSection({ steps }: ScriptSection): SectionText {
  const warnings: string[] = steps.some(({ text }) => SLOT.test(text)) ? [SLOT_HINT] : [];
  const texts: string[] = [];
  let guarded: ObjectChange[] = [];
  const flush = (): void => {
    if (guarded.length > 0) texts.push(guardedScript(guarded));
    guarded = [];
  };
  for (const change of objectChangesOf(steps)) {
    if (change.exists !== undefined && change.ours !== undefined && change.exists !== change.ours) {
      guarded.push(change);
      if (change.action === 'drop' && change.object.key === OBJECT_KEYS.auditAccess) warnings.push(REVOKED_HINT);
      if (change.action === 'drop' && change.object.key === OBJECT_KEYS.catalog) warnings.push(TAG_POLICY_HINT);
      continue;
    }
    flush();
    if (change.action === 'create') {
      texts.push(change.steps.map(({ text }) => `${text};`).join('\n'));
      continue;
    }
    const { text, warning } = commentedOut(change);
    texts.push(text);
    warnings.push(warning);
  }
  flush();
  return { text: texts.join('\n\n'), warnings };
}
