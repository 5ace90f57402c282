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
import { quoteLiteral } from './quote.ts';

/**
 * Writes the statements of a section as one block that checks owners first, so that a script is safe to run twice and
 * does not change foreign objects. If the block stops, it has changed nothing. Source: PostgreSQL manual, "DO".
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

function block(changes: readonly ObjectChange[]): string {
  const body = changes.flatMap(guarded);
  const quote = quoteFor(scriptText(body));
  return scriptText([...scriptLines(`DO ${quote}`, 'BEGIN'), ...indented(body), ...scriptLines('END', `${quote};`)]);
}

/** Returns a dollar quote that does not occur in the text, because dollar quotes have no escape. */
function quoteFor(text: string): string {
  let quote = '$guard$';
  for (let attempt = 1; text.includes(quote.slice(0, -1)); attempt += 1) quote = `$guard${attempt}x$`;
  return quote;
}

function guarded(change: ObjectChange): readonly ScriptLine[] {
  const { action, exists, ours } = change;
  const statements = change.steps.flatMap(({ text }) => scriptLines(`${text};`));
  if (exists === undefined) return statements;
  const stop = scriptLines(
    `RAISE EXCEPTION 'Portcullis stopped at %: it was not created for this integration.', ${quoteLiteral(objectLabel(change))};`,
  );
  const isThere = `EXISTS (${exists})`;
  const isOurs = `EXISTS (${ours})`;
  if (action === 'drop') return when(isOurs, [...stopWhileHolding(change), ...statements]);
  if (action === 'alter') return when(isOurs, statements, ['ELSE', stop]);
  // Some objects, such as grants, are ours whenever they exist.
  return when(`NOT ${isThere}`, statements, ours === exists ? undefined : [`ELSIF NOT ${isOurs} THEN`, stop]);
}

/** Returns the lines that stop a script before it drops a container with objects of other accounts. */
function stopWhileHolding(change: ObjectChange): readonly ScriptLine[] {
  const stop = scriptLines(
    `RAISE EXCEPTION 'Portcullis stopped at %: it contains foreign objects.', ${quoteLiteral(objectLabel(change))};`,
  );
  return (change.foreignContents ?? []).flatMap(({ list }) => when(`EXISTS (${list})`, stop));
}

function when(
  condition: string,
  then: readonly ScriptLine[],
  otherwise?: readonly [string, readonly ScriptLine[]],
): readonly ScriptLine[] {
  const rest = otherwise ? [...scriptLines(otherwise[0]), ...indented(otherwise[1])] : [];
  return [...scriptLines(`IF ${condition} THEN`), ...indented(then), ...rest, ...scriptLines('END IF;')];
}
