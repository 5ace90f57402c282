import { type ObjectChange, objectLabel } from '@portcullis/plugin-api';
import { quoteLiteral } from '../quote-literal.ts';

/**
 * Kinds that can be renamed. Their `ours` query has a column `name` with the current name. An alter finds them only by
 * mark, because a rename must find an object under its old name; other actions also require the name.
 */
const RENAMABLE: ReadonlySet<string> = new Set(['login', 'user', 'role']);

/** The kinds whose `ours` query checks the object that they depend on, also if they do not exist themselves. */
const DEPENDENT_KINDS: ReadonlySet<string> = new Set(['table', 'procedure', 'grant']);

/** Maximum length of a message of THROW. Source: Transact-SQL reference, "THROW". */
const MAX_MESSAGE_LENGTH = 1_000;

/** The separator of two batches. */
const BATCH_SEPARATOR = '\nGO\n';

/**
 * Writes the steps of one object as a batch that checks the object first: an existing object is not created again, and
 * a foreign object stops the batch or is skipped. Each statement of the plan is inside an IF, unchanged. A statement
 * that must be alone has a batch with only one IF, like CREATE LOGIN and CREATE USER in the vendor's example
 * ("Quickstart: Create a workload classifier using T-SQL"); the check for foreign objects is then a separate batch.
 */
export function guardedBatch(change: ObjectChange): string {
  const statements = change.steps.map(({ text }) => `${text};`);
  if (change.exists === undefined || change.ours === undefined) return statements.join('\n');
  const exists = `EXISTS (${change.exists})`;
  const isOurs = `EXISTS (${ownQuery(change, change.ours)})`;
  if (change.action === 'drop') {
    // If the object does not exist, the query checks the object that it depends on.
    const isSchemaObject = change.object.kind === 'table' || change.object.kind === 'procedure';
    return when(isSchemaObject ? `${exists}\n    AND ${isOurs}` : isOurs, [
      ...stopsIfForeignContents(change),
      ...statements,
    ]);
  }
  const separator = change.steps.some(({ alone }) => alone) ? BATCH_SEPARATOR : '\n';
  if (change.action === 'alter' || change.object.kind === 'grant')
    return [stopUnless(isOurs, change), ...statements].join(separator);
  const creation = when(`NOT ${exists}`, statements);
  if (DEPENDENT_KINDS.has(change.object.kind)) return [stopUnless(isOurs, change), creation].join(separator);
  return [stopWhen(`${exists}\n    AND NOT ${isOurs}`, change), creation].join(separator);
}

function ownQuery({ action, object }: ObjectChange, ours: string): string {
  if (action === 'alter' || !RENAMABLE.has(object.kind)) return ours;
  return `SELECT 1 FROM (${ours}) AS probe\n    WHERE probe.name = ${quoteLiteral(object.name)}`;
}

function stopUnless(condition: string, change: ObjectChange): string {
  return stopWhen(`NOT ${condition}`, change);
}

/** Returns the lines that stop the drop of a schema with foreign contents, so that its views also remain. */
function stopsIfForeignContents(change: ObjectChange): readonly string[] {
  const message = `Portcullis stopped at ${objectLabel(change)}: it contains objects that were not created for this integration. Move or remove them first.`;
  return (change.foreignContents ?? []).map(({ list }) => `IF EXISTS (${list})\n        ${throwStatement(message)}`);
}

/** Returns the statement that stops on a condition. */
function stopWhen(condition: string, change: ObjectChange): string {
  const message = `Portcullis stopped at ${objectLabel(change)}: it, or an object on which it depends, was not created for this integration, or this is the wrong database. This part changed nothing.`;
  return when(condition, [throwStatement(message)]);
}

/**
 * Returns the statement that stops with a message, in which a percent sign must be doubled: it would empty the message.
 * THROW needs a semicolon before it; otherwise it would be parsed as an alias or as the name of a transaction. Source:
 * Transact-SQL reference, "THROW", Remarks.
 */
function throwStatement(message: string): string {
  return `THROW 50000, ${quoteLiteral(message.slice(0, MAX_MESSAGE_LENGTH).replaceAll('%', '%%'))}, 1;`;
}

function when(condition: string, statements: readonly string[]): string {
  return [`IF ${condition}`, 'BEGIN', ...statements.map((statement) => `    ${statement}`), 'END;'].join('\n');
}
