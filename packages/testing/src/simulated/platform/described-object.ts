import type { AnyPluginDefinition, ManagedObject } from '@portcullis/plugin-api';
import { addressOf, type CatalogueObject } from './catalogue.ts';

/** A managed object in the form of the simulated platform. */
export type DescribedObject = Omit<CatalogueObject, 'id' | 'complete' | 'secrets' | 'mark'> & {
  readonly address: string;
  readonly mark: string;
  /** The stage of its container. */
  readonly containerStage: string | null;
};

/** The location of the objects of a config: their server and their owner. */
export interface Whereabouts {
  /** The server within which cluster and account names are unique. */
  readonly server: string;
  /** The integration's target, which distinguishes statements. */
  readonly identity: string;
}

/** The names of servers, by alias. */
export type Aliases = ReadonlyMap<string, string>;

/** Returns the location of a config, from the plugin's own target. */
export function whereaboutsOf(definition: AnyPluginDefinition, config: object, aliases: Aliases): Whereabouts {
  const target = definition.target(config);
  const identity = JSON.stringify([definition.type, ...(target?.identity ?? [])]);
  const server = target?.scope ?? identity;
  return { server: aliases.get(server) ?? server, identity };
}

/** Returns the database of a stage, or an empty text. */
export function placeOf(definition: AnyPluginDefinition, config: object, stage: string): string {
  return definition.stages.find((each) => each.id === stage)?.database?.(config) ?? '';
}

/** Describes the objects of one list; references within it become addresses. */
export function describeObjects(
  definition: AnyPluginDefinition,
  config: object,
  objects: readonly ManagedObject[],
  mark: (key: string) => string,
  aliases: Aliases,
): readonly DescribedObject[] {
  const { server } = whereaboutsOf(definition, config, aliases);
  const placed = (object: ManagedObject) => ({
    server,
    place: object.scope === 'database' ? placeOf(definition, config, object.stage) : '',
    kind: object.kind,
    name: object.name,
  });
  const find = (key: string | undefined) => objects.find((each) => each.key === key);
  return objects.map((object) => {
    const container = find(object.within);
    return {
      ...placed(object),
      address: addressOf(placed(object)),
      scope: object.scope,
      mark: mark(object.key),
      shared: object.sharing === 'shared',
      values: object.desired ?? {},
      revision: object.revision ?? null,
      container: container ? addressOf(placed(container)) : null,
      containerStage: container?.stage ?? null,
      blocks: (object.blocks ?? []).flatMap((key) => {
        const blocked = find(key);
        return blocked ? [addressOf(placed(blocked))] : [];
      }),
      stage: object.stage,
      family: null,
    };
  });
}
