import { indented, type ObjectChange, type ScriptLine, scriptLines } from '@portcullis/plugin-api';
import type { BodyContext } from './body-context.ts';

/**
 * Kinds that can be renamed. Their `ours` query has a column `name` with the current name. An alter finds them only by
 * mark, because a rename must find an object under its old name; other actions also require the name.
 */
const RENAMABLE: ReadonlySet<string> = new Set(['user', 'role']);

/** The query of an object without guard queries, which is never present and never ours. */
const EMPTY_QUERY = 'SELECT 1 WHERE 1 = 0';

const MESSAGES = {
  foreign:
    'Portcullis stopped at %: it, or an object on which it depends, was not created for this integration. This part changed nothing.',
  'still-there':
    'Portcullis stopped at %: it still exists. Run the statement above that removes it, then this part again.',
  'left-alone': '% was not created for this integration and is not changed.',
} as const;

/** Checks whether an object of this kind and name exists, regardless of its owner. */
export function findObject(change: ObjectChange, { words }: BodyContext): readonly ScriptLine[] {
  return count(words.found, change.exists ?? EMPTY_QUERY, words.probe, '');
}

/** Checks whether the object is ours. */
export function findOwner(change: ObjectChange, { words, quoteLiteral }: BodyContext): readonly ScriptLine[] {
  const byName = change.action !== 'alter' && RENAMABLE.has(change.object.kind);
  const condition = byName ? ` WHERE ${words.probe}.name = ${quoteLiteral(change.object.name)}` : '';
  return count(words.ours, change.ours ?? EMPTY_QUERY, words.probe, condition);
}

/** Checks whether the object with our mark has a given name. */
export function findByMark(
  change: ObjectChange,
  name: string,
  { words, quoteLiteral }: BodyContext,
): readonly ScriptLine[] {
  return count(
    words.found,
    change.ours ?? EMPTY_QUERY,
    words.probe,
    ` WHERE ${words.probe}.name = ${quoteLiteral(name)}`,
  );
}

/** Stops the procedure and reverts its changes, unless the object is ours. */
export function stopUnlessOurs(change: ObjectChange, context: BodyContext): readonly ScriptLine[] {
  return [...findOwner(change, context), ...when(`${context.words.ours} = 0`, raise('EXCEPTION', 'foreign', context))];
}

/** An `IF`, with or without an `ELSE`. */
export function when(
  condition: string,
  then: readonly ScriptLine[],
  otherwise?: readonly ScriptLine[],
): readonly ScriptLine[] {
  const rest = otherwise ? [...scriptLines('ELSE'), ...indented(otherwise)] : [];
  return [...scriptLines(`IF ${condition} THEN`), ...indented(then), ...rest, ...scriptLines('END IF;')];
}

/** Writes a message about the object, as an error or as a notice. */
export function raise(
  level: 'EXCEPTION' | 'INFO',
  message: keyof typeof MESSAGES,
  context: BodyContext,
): readonly ScriptLine[] {
  return scriptLines(`RAISE ${level} ${context.quoteLiteral(MESSAGES[message])}, ${context.words.subject};`);
}

/** Selects a count into a variable, in the documented form. */
function count(into: string, query: string, probe: string, condition: string): readonly ScriptLine[] {
  return scriptLines(`SELECT INTO ${into} count(*) FROM (${query}) AS ${probe}${condition};`);
}
