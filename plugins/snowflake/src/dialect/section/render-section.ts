import {
  commentedOut,
  type ObjectChange,
  objectChangesOf,
  type ScriptSection,
  type SectionText,
} from '@portcullis/plugin-api';
import { guardedBlock } from './guarded-block.ts';
import { markIn } from './ownership-expression.ts';

const PASSWORD_HINT =
  'Snowflake is phasing out TYPE = LEGACY_SERVICE with a password, and an account may refuse it already: use authenticationType "keyPair". The query history may contain the password in clear text.';

/** Source: "SHOW SCHEMAS" and other lists, usage notes: only MANAGE GRANTS shows everything. */
const VISIBILITY_HINT =
  'Before it drops the database, the script checks it for objects that the service does not own. It sees only the objects that are visible to the role of its section: first run its SHOW statements as SECURITYADMIN, which sees all objects.';

/**
 * Renders a section so that it is safe to run twice and does not change foreign objects: its statements run in one
 * Snowflake Scripting block that checks the owner first, and stops at the first object that is not ours. Source:
 * Snowflake Scripting developer guide, "Using a block outside of a stored procedure" (EXECUTE IMMEDIATE with a string
 * constant).
 *
 * Statements without an owner check (a set-up role and its grants) are harmless when repeated and run outside the
 * block. `$$` cannot be escaped inside a block, and a drop or change without a guard cannot be checked: such
 * statements are commented out, with a warning.
 */
export function renderSection({ steps }: ScriptSection): SectionText {
  const warnings: string[] = steps.some(({ text }) => text.includes('TYPE = LEGACY_SERVICE')) ? [PASSWORD_HINT] : [];
  const texts: string[] = [];
  let guarded: ObjectChange[] = [];
  const flush = (): void => {
    if (guarded.length > 0) texts.push(guardedBlock(guarded));
    guarded = [];
  };
  for (const change of objectChangesOf(steps)) {
    if (isGuardable(change)) {
      guarded.push(change);
      if (change.foreignContents && change.foreignContents.length > 0) warnings.push(VISIBILITY_HINT);
      continue;
    }
    flush();
    if (change.action === 'create' && change.ours === change.exists) {
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

function isGuardable({ exists, ours, foreignContents = [], steps, object }: ObjectChange): boolean {
  const queries = foreignContents.flatMap(({ list, foreign = '' }) => [list, foreign]);
  const all = [exists ?? '', ours ?? '', object.name, ...queries, ...steps.map(({ text }) => text)];
  return exists !== undefined && markIn(ours) !== undefined && !all.some((text) => text.includes('$$'));
}
