import {
  commentLines,
  indented,
  type ObjectChange,
  objectLabel,
  type ScriptLine,
  scriptLines,
  scriptText,
} from '@portcullis/plugin-api';
import { quoteLiteral } from '../quote-literal.ts';

/** The kinds with a list of names on the platform. All others are grants, which can be repeated. */
const LISTED_KINDS: ReadonlySet<string> = new Set(['catalog', 'schema']);

/**
 * Writes the guards of a section as one SQL script. A condition that names the object stops it: earlier statements
 * remain (each commits by itself), later ones do not run. Sources: "BEGIN END compound statement", "IF statement",
 * "SIGNAL statement".
 */
export function guardedScript(section: readonly ObjectChange[]): string {
  const bodies = section.map((change, index) => bodyOf(change, section[index - 1]));
  const body = bodies.flatMap((lines, index) => (index === 0 ? lines : [...scriptLines(''), ...lines]));
  return scriptText([...scriptLines('BEGIN'), ...indented(body), ...scriptLines('END;')]);
}

function bodyOf(change: ObjectChange, before: ObjectChange | undefined): readonly ScriptLine[] {
  const heading = scriptLines(commentLines(`${change.action} ${objectLabel(change)}`));
  const statements = change.steps.flatMap(({ text }) => scriptLines(`${text};`));
  if (change.action === 'drop') {
    return [
      ...heading,
      ...when(`EXISTS (${change.ours})`, [...stopIfAttached(change), ...stopIfForeignContents(change), ...statements]),
    ];
  }
  const stop = stopAt(change);
  if (change.action === 'create' && LISTED_KINDS.has(change.object.kind)) {
    const [creation = [], rest] = [statements.slice(0, 1), statements.slice(1)];
    return [
      ...heading,
      ...scriptLines(`IF NOT EXISTS (${change.exists}) THEN`),
      ...indented(creation),
      ...scriptLines(`ELSEIF NOT EXISTS (${change.ours}) THEN`),
      ...indented(stop),
      ...scriptLines('END IF;'),
      ...rest,
    ];
  }
  const isChecked = before !== undefined && before.action !== 'drop' && before.ours === change.ours;
  return [...heading, ...(isChecked ? [] : when(`NOT EXISTS (${change.ours})`, stop)), ...statements];
}

/** Returns the statement that stops the script, with the key of the object as in the comment before it. */
function stopAt({ object }: ObjectChange): readonly ScriptLine[] {
  return raise(
    `Portcullis stopped at ${object.key}: it, or an object on which it depends, is missing or was not created for this integration.`,
  );
}

/**
 * Returns the lines that stop before a drop of the catalog while tables use its functions: a table without its row
 * filter or column mask function is unreadable.
 */
function stopIfAttached({ object }: ObjectChange): readonly ScriptLine[] {
  if (object.kind !== 'catalog') return [];
  const name = quoteLiteral(object.name);
  const attached = (list: string, column: string) =>
    `EXISTS (SELECT 1 FROM system.information_schema.${list} WHERE ${column} = ${name} AND catalog_name <> ${name})`;
  const stop = raise(
    'Portcullis stopped: row filters or column masks of this catalog are still on tables of other catalogs. Remove them first.',
  );
  return [
    ...when(attached('row_filters', 'filter_catalog'), stop),
    ...when(attached('column_masks', 'mask_catalog'), stop),
  ];
}

/** Returns the lines that stop a script before it drops a container with objects that the service does not own. */
function stopIfForeignContents({ object, foreignContents = [] }: ObjectChange): readonly ScriptLine[] {
  const stop = raise(
    `Portcullis stopped: the ${object.kind} contains objects that the service does not own. Move or remove them first.`,
  );
  return foreignContents.flatMap(({ list }) => when(`EXISTS (${list})`, stop));
}

function raise(message: string): readonly ScriptLine[] {
  return scriptLines(`SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = ${quoteLiteral(message)};`);
}

function when(condition: string, then: readonly ScriptLine[]): readonly ScriptLine[] {
  return [...scriptLines(`IF ${condition} THEN`), ...indented(then), ...scriptLines('END IF;')];
}
