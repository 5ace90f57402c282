import {
  commentLines,
  indented,
  type ObjectChange,
  objectLabel,
  type ScriptLine,
  type ScriptStep,
  scriptLines,
} from '@portcullis/plugin-api';
import { quoteLiteral } from '../quote-literal.ts';
import { markIn } from './ownership-expression.ts';

/**
 * The statements that share one check within a block. They create a missing object, alter or drop one with our mark, or repeat a
 * statement that is harmless when repeated, such as a grant, on an object of ours.
 */
export interface BlockItem {
  readonly purpose: 'create' | 'alter' | 'drop' | 'repeat';
  readonly changes: readonly ObjectChange[];
}

const RENAME = /^ALTER (?:ROLE|USER) ("(?:[^"]|"")+") RENAME TO /;
/** The filter of a list for the new name. */
const FILTER = / LIKE '(?:[^'\\]|''|\\.)*'$/s;

/**
 * Returns the statements of one item with their guard. It loops over the rows of a list, because a query on the result
 * of SHOW would need a warehouse, and the roles of a set-up often have none.
 *
 * Sources: Snowflake Scripting developer guide, "Working with RESULTSETs", "Working with loops" (RESULTSET-based FOR loops),
 * "Working with conditional logic", "Handling exceptions".
 */
export function itemBody({ purpose, changes }: BlockItem, exception: string): readonly ScriptLine[] {
  const headings = scriptLines(...changes.map((change) => commentLines(`${change.action} ${objectLabel(change)}`)));
  const statements = changes.flatMap(({ steps }) => steps.flatMap(({ text }) => scriptLines(`${text};`)));
  const stop = scriptLines(`RAISE ${exception};`);
  const [change] = changes as readonly [ObjectChange];
  switch (purpose) {
    case 'create':
      return [
        ...headings,
        ...findState(change),
        ...scriptLines("IF (state = 'absent') THEN"),
        ...indented(statements),
        ...scriptLines("ELSEIF (state = 'foreign') THEN"),
        ...indented(stop),
        ...scriptLines('END IF;'),
      ];
    case 'repeat':
      return [...headings, ...findState(change), ...when("state <> 'ours'", stop), ...statements];
    case 'drop':
      return [
        ...headings,
        ...findState(change),
        ...when("state = 'ours'", [...stopIfForeignContents(change, stop), ...statements]),
      ];
    case 'alter':
      return [
        ...headings,
        ...change.steps.flatMap((step) => renameIfOldName(change, step)),
        ...findState(change),
        ...when("state <> 'ours'", stop),
        ...change.steps.flatMap(({ text }) => (RENAME.test(text) ? [] : scriptLines(`${text};`))),
      ];
  }
}

/** Returns the lines that find the state of the name: absent, ours or foreign. */
function findState({ exists = '', ours = '' }: ObjectChange): readonly ScriptLine[] {
  return [
    ...scriptLines("state := 'absent';", `seen := (${exists});`, 'FOR item IN seen DO'),
    ...indented(scriptLines(`state := ${ours};`)),
    ...scriptLines('END FOR;'),
  ];
}

/** Returns the lines that stop a script before it drops a container with objects that the system role does not own. */
function stopIfForeignContents(
  { foreignContents = [] }: ObjectChange,
  stop: readonly ScriptLine[],
): readonly ScriptLine[] {
  if (foreignContents.length === 0) return [];
  const queries = foreignContents.flatMap(({ list, foreign = 'found_name' }) => [
    ...scriptLines(`seen := (${list});`, 'FOR item IN seen DO'),
    ...indented(scriptLines(`found_name := ${foreign};`)),
    ...scriptLines('END FOR;'),
  ]);
  return [...scriptLines("found_name := '';"), ...queries, ...when("found_name <> ''", stop)];
}

/** Returns the lines that rename an object, if the object with our mark still has the old name. */
function renameIfOldName({ exists = '', ours }: ObjectChange, { text }: ScriptStep): readonly ScriptLine[] {
  const [, quoted] = RENAME.exec(text) ?? [];
  if (quoted === undefined) return [];
  const old = quoted.slice(1, -1).replaceAll('""', '"');
  const list = listed(exists.replace(FILTER, ''), old);
  return [
    ...scriptLines("found_name := '';", `seen := (${list});`, 'FOR item IN seen DO'),
    ...indented(scriptLines(`found_name := IFF(item."comment" = ${markIn(ours)}, item."name", found_name);`)),
    ...scriptLines('END FOR;'),
    ...when(`found_name = ${quoteLiteral(old)}`, scriptLines(`${text};`)),
  ];
}

/**
 * Returns a list with a filter for a name, because a list of more than 10,000 rows fails. A backslash may be an escape in the
 * pattern. Source: "SHOW ROLES".
 */
function listed(list: string, name: string): string {
  return name.includes('\\') ? list : `${list} LIKE ${quoteLiteral(name)}`;
}

function when(condition: string, then: readonly ScriptLine[]): readonly ScriptLine[] {
  return [...scriptLines(`IF (${condition}) THEN`), ...indented(then), ...scriptLines('END IF;')];
}
