import type { AnyPluginDefinition, CallValue } from '@portcullis/plugin-api';
import { slotText } from '@portcullis/plugin-api';
import type { LedgerEntry } from '../../changes/ledger/ledger-entry.ts';
import type { ReadEntry } from '../../changes/ledger/read-ledger.ts';
import type { StoredStep } from '../../changes/steps/rendered-step.ts';
import type { TextPiece } from '../../changes/steps/text-pieces.ts';
import { migrationsSince } from './migrate-config.ts';

/**
 * Migrates a ledger entry to the keys and value names of the installed plugin. The facts about the platform are unchanged: the
 * name, the mark and the statements that drop the object.
 */
export function migrateEntry(definition: AnyPluginDefinition, entry: LedgerEntry): LedgerEntry {
  let migrated = entry;
  for (const { renamedKeys = {}, desired } of migrationsSince(definition, entry.pluginVersion)) {
    const rename = (key: string): string => renamedKeys[key] ?? key;
    migrated = {
      ...migrated,
      key: renameEntry(migrated.key, rename),
      within: migrated.within === null ? null : rename(migrated.within),
      blocks: (migrated.blocks as readonly string[]).map(rename),
      dropAfter: (migrated.dropAfter as readonly string[]).map(rename),
      drop: (migrated.drop as readonly StoredStep[]).map((step) => renameReferences(step, rename)),
      make: (migrated.make as readonly StoredStep[] | null)?.map((step) => renameReferences(step, rename)) ?? null,
    };
    if (desired) migrated = { ...migrated, desired: desired(plainKey(migrated.key), migrated.desired) };
  }
  return migrated;
}

/** Returns the function that migrates entries to the names of the installed plugin. */
export function readEntry(definition: AnyPluginDefinition): ReadEntry {
  return (entry) => migrateEntry(definition, entry);
}

/** The suffix of the key of an entry that an unfinished change keeps. */
const SUFFIX = /#.*$/;

function plainKey(key: string): string {
  return key.replace(SUFFIX, '');
}

function renameEntry(key: string, rename: (key: string) => string): string {
  return rename(plainKey(key)) + (SUFFIX.exec(key)?.[0] ?? '');
}

/** Steps refer to the outputs of earlier calls as `objectKey.output`. */
function renameReferences(step: StoredStep, rename: (key: string) => string): StoredStep {
  const renameName = (name: string): string => {
    const [key = '', ...rest] = name.split('.');
    return rest.length === 0 ? name : [rename(key), ...rest].join('.');
  };
  const renamePiece = (piece: TextPiece): TextPiece =>
    typeof piece === 'string' ? piece : { ...piece, name: renameName(piece.name) };
  const pieces = step.pieces?.map(renamePiece);
  const command = step.command?.map((argument) => argument.map(renamePiece));
  const names = [...(step.pieces ?? []), ...(step.command ?? []).flat()].flatMap((piece) =>
    typeof piece === 'string' ? [] : [piece.name],
  );
  const input = step.call && renameInput(step.call.input, renameName, names);
  const text = names.reduce((text, name) => text.replaceAll(slotText(name), slotText(renameName(name))), step.text);
  return {
    ...step,
    text,
    pieces: pieces ?? null,
    ...(command ? { command } : {}),
    call: step.call && { ...step.call, input: input as Readonly<Record<string, CallValue>> },
  };
}

function renameInput(value: CallValue, rename: (name: string) => string, names: string[]): CallValue {
  if (Array.isArray(value)) return value.map((each) => renameInput(each as CallValue, rename, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      if ((key !== '$output' && key !== '$fact') || typeof each !== 'string')
        return [key, renameInput(each as CallValue, rename, names)];
      names.push(each);
      return [key, rename(each)];
    }),
  );
}
