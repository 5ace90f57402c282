import type { AnyPluginDefinition, HeldObject } from '@portcullis/plugin-api';
import type { PlatformState } from './platform-state.ts';
import type { SimulatedSession } from './simulated-session.ts';

/**
 * Lists what was planted in a container and belongs to no family. What a statement of the plugin has made and not marked yet is no
 * other account's.
 */
export function listContents(
  { catalogue }: PlatformState,
  { families = [] }: Pick<AnyPluginDefinition, 'families'>,
  { server, place }: Pick<SimulatedSession, 'server' | 'place'>,
): readonly HeldObject[] {
  const known = new Set(families.map(({ key }) => key));
  const inPlace = catalogue.all().filter((each) => each.server === server && each.place === place && each.place !== '');
  return inPlace
    .filter(({ mark, complete, family }) => mark === null && complete && (family === null || !known.has(family)))
    .map(({ kind, name }) => ({ kind, name }));
}
