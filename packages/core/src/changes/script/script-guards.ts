import {
  type AnyPluginDefinition,
  type ContentsText,
  canonicalText,
  type Dialect,
  type ManagedObject,
  type ObjectGuard,
} from '@portcullis/plugin-api';
import type { Change } from '../plan/change-set.ts';
import { privilegeText } from '../plan/render-grants.ts';

/** The rendered guard of an object. */
interface GuardText {
  readonly exists: string;
  readonly ours: string;
  readonly foreignContents?: readonly ContentsText[];
  /** The privileges that the queries need. */
  readonly privileges?: readonly string[];
}

/** The queries that a script runs before its changes, by object key. */
export type Guards = ReadonlyMap<string, GuardText>;

/** Returns the guard of a change. */
export type GuardOf = (change: Change) => GuardText | undefined;

/** Returns the guard of each change: a drop is guarded by the former object, which may have another name. */
export function guardOf(guards: Guards, former: Guards = new Map()): GuardOf {
  return ({ action, object }) => (action === 'drop' ? former.get(object.key) : undefined) ?? guards.get(object.key);
}

/** Renders the guards of objects. Of two with the same key, the later one counts. */
export function guardsOf({ dialect }: AnyPluginDefinition, objects: readonly ManagedObject[]): Guards {
  if (!dialect) return new Map();
  const rendered = objects.flatMap(({ key, guard }) => (guard ? [[key, guardText(guard, dialect)] as const] : []));
  return new Map(rendered);
}

function guardText({ exists, ours, foreignContents, needs = [] }: ObjectGuard, dialect: Dialect): GuardText {
  const lists = foreignContents?.map(({ list, foreign }) => ({
    list: canonicalText(list, dialect),
    ...(foreign ? { foreign: canonicalText(foreign, dialect) } : {}),
  }));
  return {
    exists: canonicalText(exists, dialect),
    ours: canonicalText(ours, dialect),
    ...(lists ? { foreignContents: lists } : {}),
    privileges: needs.map(privilegeText),
  };
}
