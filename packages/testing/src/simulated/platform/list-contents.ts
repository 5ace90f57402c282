import type { AnyPluginDefinition, ContainedObject } from '@portcullis/plugin-api';
import { addressOf, type Catalogue, type CatalogueObject } from './catalogue.ts';
import type { PlatformState } from './platform-state.ts';
import type { SimulatedSession } from './simulated-session.ts';

/**
 * Lists the planted objects in a container that belong to no family. An unmarked object that a statement of the
 * plugin has created does not belong to another account.
 *
 * @param key - the key of the managed object.
 */
export function listContents(
  { catalogue }: PlatformState,
  definition: AnyPluginDefinition,
  { server }: Pick<SimulatedSession, 'server'>,
  { key, config }: { readonly key: string; readonly config: object },
): readonly ContainedObject[] {
  const mode = definition.bootstrap === 'automatic-or-manual' ? 'automatic' : 'manual';
  const objects = definition.objects(config, { mode, facts: {}, mark: (each) => each, options: {} });
  const declared = objects.find((each) => each.key === key);
  const containers = catalogue
    .all()
    .filter((each) => each.server === server && each.kind === declared?.kind && each.name === declared.name);
  return containers
    .flatMap((container) => foreignContentsOf(catalogue, container, definition))
    .map(({ kind, name }) => ({ kind, name }));
}

/** Returns the foreign contents of an object at any depth, without objects of a family. */
export function foreignContentsOf(
  catalogue: Catalogue,
  container: CatalogueObject,
  { families = [] }: Pick<AnyPluginDefinition, 'families'>,
): readonly CatalogueObject[] {
  const known = new Set(families.map(({ key }) => key));
  const isForeign = ({ mark, complete, family }: CatalogueObject): boolean =>
    mark === null && complete && (family === null || !known.has(family));
  const inside = catalogue.all().filter((each) => each.container === addressOf(container));
  return inside.flatMap((each) => [
    ...(isForeign(each) ? [each] : []),
    ...foreignContentsOf(catalogue, each, { families }),
  ]);
}
