import { type AnyPluginDefinition, definePlugin, definitionOf, type ManagedObject } from '@portcullis/plugin-api';
import { createSimulatedPlatform, type SimulatedPlatform, simulate } from '@portcullis/testing';
import { fixtureOf, type ResolvedFixture } from './fixtures.ts';
import { servePlatform } from './platform-host.ts';
import { loadPlugin } from './plugin-list.ts';
import { secondVersion } from './second-version.ts';
import type { TestEnvironment } from './test-environment.ts';

/** Creates the simulated platform for a plugin, owned by this process. */
export async function createSimulatedEnvironment(name: string): Promise<TestEnvironment> {
  const first = await loadPlugin(name);
  const fixture = fixtureOf(name, first);
  const definitions = { 1: first, 2: secondVersion(first, true) };
  let platform = createSimulatedPlatform();
  const { families: _families, ...plain } = first;
  const pluginFor = (version: 1 | 2) =>
    simulate(definePlugin({ ...definitions[version], ...(plain && { families: [] }) }), platform, {
      facts: fixture.facts,
    });

  return {
    platform: 'simulated',
    plugin: { name, platform: 'simulated' },
    fixture,
    pluginFor,
    async reset() {
      platform = createSimulatedPlatform();
      plant(platform, first, fixture);
    },
    describe: async () =>
      platform
        .snapshot()
        .map((line) => line.replaceAll(/portcullis:[0-9a-f]+:/g, ''))
        .join('\n'),
    attach: (child, version) => servePlatform(child, definitionOf(pluginFor(version))),
    async close() {},
  };
}

/**
 * Creates the objects that an administrator has set up beforehand, and for each of our objects a foreign one with
 * almost the same name. Objects inside a container get no such neighbour: the library correctly refuses to drop a
 * container that holds one.
 */
function plant(platform: SimulatedPlatform, definition: AnyPluginDefinition, fixture: ResolvedFixture): void {
  if (definition.bootstrap === 'none') return;
  const { mode, facts } = fixture;
  const config = definition.config.parse(fixture.config);
  const target = definition.target(config);
  const server = target?.scope ?? JSON.stringify([definition.type, ...(target?.identity ?? [])]);
  const placeOf = ({ scope, stage }: ManagedObject): string =>
    scope === 'database' ? (definition.stages.find((each) => each.id === stage)?.database?.(config) ?? '') : '';
  const context = { mode, facts, mark: (key: string) => `planted:${key}`, options: {} };
  const edited = definition.config.parse((fixture.edited as { readonly config: object }).config);
  const objects = [config, edited].flatMap((each) => definition.objects(each, context));
  const containers = new Set(definition.containers?.map(({ key }) => key));
  const byKey = new Map(objects.map((object) => [object.key, object]));
  const isContained = ({ within }: ManagedObject): boolean => {
    if (within === undefined) return false;
    const parent = byKey.get(within);
    return containers.has(within) || (parent !== undefined && isContained(parent));
  };
  const planted = new Set<string>();
  const put = (object: ManagedObject, name: string): void => {
    const { kind, scope } = object;
    const place = placeOf(object);
    const identity = JSON.stringify([kind, name, place]);
    if (!planted.has(identity)) platform.plant({ server, kind, name, scope, place });
    planted.add(identity);
  };
  for (const object of objects) {
    if (object.sharing === 'required' || (mode === 'manual' && object.by !== 'service')) put(object, object.name);
    if (!isContained(object)) put(object, `${object.name}_2`);
  }
}
