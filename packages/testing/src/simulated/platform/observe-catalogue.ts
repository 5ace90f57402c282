import type { InventoryItem, Observation, ObservedObject } from '@portcullis/plugin-api';
import type { CatalogueObject } from './catalogue.ts';
import type { PlatformState } from './platform-state.ts';

/** The observation point. */
export interface ObservationPoint {
  readonly server: string;
  readonly place: string;
}

/** Returns an observation from the catalogue. A hidden object is `unknown`, whether it exists or not. */
export function observeCatalogue(
  { catalogue, hidden }: PlatformState,
  from: ObservationPoint,
  objects: readonly ObservedObject[],
): readonly Observation[] {
  return objects.map((wanted): Observation => {
    const { key } = wanted;
    if (hidden.has(wanted.kind)) return { key, state: 'unknown' };
    const found = findObserved(catalogue.all(), from, wanted);
    if (!found) return { key, state: 'absent' };
    const platformId = String(found.id);
    if (!isOurs(found, wanted.mark)) return { key, state: 'foreign', platformId };
    return { key, state: 'ours', platformId, values: found.values };
  });
}

/** Returns all objects on a server whose mark has this prefix. */
export function listMarked(
  { catalogue }: PlatformState,
  { server }: ObservationPoint,
  markPrefix: string,
): readonly InventoryItem[] {
  return catalogue
    .all()
    .flatMap(({ server: on, kind, name, mark, id }) =>
      on === server && mark?.startsWith(markPrefix) ? [{ kind, name, mark, platformId: String(id) }] : [],
    );
}

function findObserved(
  objects: readonly CatalogueObject[],
  { server, place }: ObservationPoint,
  { kind, name, scope }: ObservedObject,
): CatalogueObject | undefined {
  const same = objects.filter((each) => each.server === server && each.kind === kind && each.name === name);
  return scope === 'database' ? same.find((each) => each.place === place) : same[0];
}

/**
 * Returns whether a mark is ours. A shared object has the mark of the integration that created it, so instance and key
 * identify it.
 */
function isOurs(found: CatalogueObject, mark: string): boolean {
  if (found.mark === null) return false;
  return found.mark === mark || (found.shared && withoutTarget(found.mark) === withoutTarget(mark));
}

function withoutTarget(mark: string): string {
  const [prefix, instance, , ...key] = mark.split(':');
  return [prefix, instance, ...key].join(':');
}
