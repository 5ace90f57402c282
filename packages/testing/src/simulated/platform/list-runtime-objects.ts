import type { AnyPluginDefinition, ListedRuntimeObject } from '@portcullis/plugin-api';
import { addressOf } from './catalogue.ts';
import type { PlatformState } from './platform-state.ts';
import type { SimulatedSession } from './simulated-session.ts';

type Family = NonNullable<AnyPluginDefinition['families']>[number];

/** Lists the planted runtime objects of a family, and registers the statements that remove them. */
export function listRuntimeObjects(
  { catalogue, vocabulary }: PlatformState,
  definition: AnyPluginDefinition,
  family: Family,
  { server, identity }: SimulatedSession,
): readonly ListedRuntimeObject[] {
  const members = catalogue.all().filter((each) => each.server === server && each.family === family.key);
  return members.map((object) => {
    const member = { name: object.name, platformId: String(object.id) };
    const described = { ...object, address: addressOf(object), mark: object.mark ?? '', containerStage: null };
    vocabulary.learnDrop(definition, identity, described, family.drop(member));
    return member;
  });
}
