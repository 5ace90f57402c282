import {
  commentedOut,
  indented,
  type ObjectChange,
  objectChangesOf,
  objectLabel,
  type ScriptLine,
  type ScriptSection,
  type SectionText,
  scriptLines,
  scriptText,
} from '@portcullis/plugin-api';
import { quoteLiteral, SQL_MODE } from './quote.ts';

/**
 * Writes the statements of a section into one block that checks before it acts, so that a script is safe to run twice
 * and stops at the first foreign object. Statements that define objects commit by themselves in MariaDB: statements
 * that ran before the stop stay in effect, and a second run continues from there. Source: MariaDB documentation, "BEGIN
 * END" (NOT ATOMIC), "SIGNAL".
 *
 * A statement without a guard is commented out for an administrator to decide, with a warning.
 */
export function renderSection({ steps }: ScriptSection): SectionText {
  const changes = objectChangesOf(steps);
  const guardable = changes.filter(isGuardable);
  const others = changes.filter((change) => !isGuardable(change)).map((change) => commentedOut(change));
  const texts = [...(guardable.length > 0 ? [block(guardable)] : []), ...others.map(({ text }) => text)];
  return { text: texts.join('\n\n'), warnings: others.map(({ warning }) => warning) };
}

function isGuardable({ action, ours }: ObjectChange): boolean {
  return action === 'create' || ours !== undefined;
}

/** The delimiter is the client's: it cuts a script into statements by it, also within quotes. */
function block(changes: readonly ObjectChange[]): string {
  const body = changes.flatMap(guarded);
  const delimiter = delimiterFor(scriptText(body));
  return scriptText([
    ...scriptLines(`${SQL_MODE};`, `DELIMITER ${delimiter}`, 'BEGIN NOT ATOMIC'),
    ...indented(body),
    ...scriptLines(`END ${delimiter}`, 'DELIMITER ;'),
  ]);
}

function delimiterFor(text: string): string {
  let delimiter = '//';
  while (text.includes(delimiter)) delimiter += '/';
  return delimiter;
}

function guarded(change: ObjectChange): readonly ScriptLine[] {
  const { action, exists, ours } = change;
  const statements = change.steps.flatMap(({ text }) => scriptLines(`${text};`));
  if (exists === undefined) return statements;
  const isThere = `EXISTS (${exists})`;
  const isOurs = `EXISTS (${ours})`;
  const stop = scriptLines(`SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = ${quoteLiteral(messageOf(change))};`);
  // The conditions are nested: the table with the marks exists only as long as the database does.
  if (action === 'drop') return when(isThere, when(isOurs, [...stopWhileHolding(change), ...statements]));
  if (action === 'alter') return when(isThere, when(isOurs, statements, ['ELSE', stop]), ['ELSE', stop]);
  // For some objects, such as grants, existence alone proves that they are ours.
  return when(`NOT ${isThere}`, statements, ours === exists ? undefined : [`ELSEIF NOT ${isOurs} THEN`, stop]);
}

/** Returns the lines that stop a script before it drops a container with objects of other accounts. */
function stopWhileHolding(change: ObjectChange): readonly ScriptLine[] {
  const message = `Portcullis stopped at ${objectLabel(change)}: it contains foreign objects.`;
  const stop = scriptLines(`SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = ${quoteLiteral(message)};`);
  return (change.foreignContents ?? []).flatMap(({ list }) => when(`EXISTS (${list})`, stop));
}

/** Source: MariaDB documentation, "SIGNAL": a message has at most 512 characters, and an object's name at most 128. */
function messageOf(change: ObjectChange): string {
  return `Portcullis stopped at ${objectLabel(change)}: it was not created for this integration.`;
}

function when(
  condition: string,
  then: readonly ScriptLine[],
  otherwise?: readonly [string, readonly ScriptLine[]],
): readonly ScriptLine[] {
  const rest = otherwise ? [...scriptLines(otherwise[0]), ...indented(otherwise[1])] : [];
  return [...scriptLines(`IF ${condition} THEN`), ...indented(then), ...rest, ...scriptLines('END IF;')];
}
