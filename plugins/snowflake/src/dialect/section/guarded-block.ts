import { indented, type ObjectChange, type ScriptLine, scriptLines, scriptText } from '@portcullis/plugin-api';
import { quoteLiteral } from '../quote-literal.ts';
import { type BlockItem, itemBody } from './item-body.ts';

/** User-defined exceptions have numbers from -20000 to -20999. Source: "Handling exceptions", Declaring an exception. */
const FIRST_EXCEPTION = -20_001;

/**
 * Kinds with a list in the account, so that a guard can check whether an object exists. Other statements can be
 * repeated; their guard only checks that the object on which they depend is ours.
 */
const LISTED_KINDS: ReadonlySet<string> = new Set(['database', 'role', 'user']);

/**
 * The statement before a block. The lists have columns in lower case (`item."name"`), which a block cannot read in an
 * account that folds quoted identifiers. Source: "Parameters", QUOTED_IDENTIFIERS_IGNORE_CASE.
 */
const KEEP_COLUMN_CASE = 'ALTER SESSION SET QUOTED_IDENTIFIERS_IGNORE_CASE = FALSE;';

/**
 * Writes a section as one block with its guards. A failed guard raises an exception that names the object and stops the
 * block. Earlier statements are already committed; later ones do not run.
 */
export function guardedBlock(section: readonly ObjectChange[]): string {
  const items = itemsOf(section);
  const raising = items.filter(raisesException);
  const declarations = raising.flatMap((item, index) =>
    scriptLines(
      `${exceptionOf(item, raising)} EXCEPTION (${FIRST_EXCEPTION - index}, ${quoteLiteral(messageOf(item))});`,
    ),
  );
  const body = items.flatMap((item): readonly ScriptLine[] => [
    ...itemBody(item, exceptionOf(item, raising)),
    ...scriptLines(''),
  ]);
  return scriptText([
    ...scriptLines(KEEP_COLUMN_CASE, 'EXECUTE IMMEDIATE $$', 'DECLARE'),
    ...indented([
      ...scriptLines("state VARCHAR DEFAULT 'absent';", "found_name VARCHAR DEFAULT '';", 'seen RESULTSET;'),
      ...declarations,
    ]),
    ...scriptLines('BEGIN'),
    ...indented([...body, ...scriptLines("RETURN 'done';")]),
    ...scriptLines('END;', '$$;'),
  ]);
}

function exceptionOf(item: BlockItem, raising: readonly BlockItem[]): string {
  return `foreign_${raising.indexOf(item) + 1}`;
}

function raisesException({ purpose, changes }: BlockItem): boolean {
  return purpose !== 'drop' || changes.some(({ foreignContents = [] }) => foreignContents.length > 0);
}

/** Returns the message of an item, with the keys of its objects as in the comment. */
function messageOf({ purpose, changes }: BlockItem): string {
  const keys = changes.map(({ object }) => object.key).join(', ');
  if (purpose === 'drop')
    return `Portcullis stopped at ${keys}: it contains objects that the service does not own. Move or remove them first.`;
  return `Portcullis stopped at ${keys}: it, or an object on which it depends, is missing or was not created for this integration.`;
}

/** Returns the items of a block. Steps that depend on the same object share one check. */
function itemsOf(section: readonly ObjectChange[]): readonly BlockItem[] {
  const items: BlockItem[] = [];
  for (const change of section) {
    const purpose = purposeOf(change);
    const last = items.at(-1);
    const [sibling] = last?.changes ?? [];
    const isShared = purpose === 'repeat' && last?.purpose === 'repeat' && sibling?.ours === change.ours;
    if (isShared && last) items.splice(-1, 1, { purpose, changes: [...last.changes, change] });
    else items.push({ purpose, changes: [change] });
  }
  return items;
}

function purposeOf({ action, object }: ObjectChange): BlockItem['purpose'] {
  return action === 'drop' || LISTED_KINDS.has(object.kind) ? action : 'repeat';
}
