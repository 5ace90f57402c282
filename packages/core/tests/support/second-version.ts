import { type AnyPluginDefinition, type ManagedObject, type Migration, type Plugin, sql } from '@portcullis/plugin-api';
import { type SimulatedPlatform, simulatedPlugin } from '@portcullis/testing';

/** The differences of the second version of the simulated plugin. */
export interface SecondVersion {
  readonly version?: string;
  readonly migrations?: readonly Migration[];
  /** Returns the config in the form of the first version. */
  readonly inOldWords?: (config: Readonly<Record<string, unknown>>) => object;
  readonly objects?: (objects: readonly ManagedObject[]) => readonly ManagedObject[];
  readonly more?: Partial<AnyPluginDefinition>;
}

/** A later version of the simulated plugin, with a new body of its procedure. */
export function secondVersion(platform: SimulatedPlatform, changes: SecondVersion = {}): Plugin {
  const { version = '2.0.0', migrations = [], objects = (list) => list, inOldWords = same, more = {} } = changes;
  return simulatedPlugin(platform, {
    procedureRevision: '2',
    revise: (definition) => ({
      ...definition,
      // Another config may lack the settings that the features name.
      ...(more.config ? { features: withoutSettings(definition.features) } : {}),
      ...more,
      version,
      migrations,
      objects: (config, context) => objects(definition.objects(inOldWords(config), context)),
    }),
  });
}

function withoutSettings(features: AnyPluginDefinition['features'] = []): NonNullable<AnyPluginDefinition['features']> {
  return features.map(({ setting: _setting, ...feature }) => feature);
}

function same(config: object): object {
  return config;
}

/** A view that the service account creates in the schema. */
export const SERVICE_VIEW: ManagedObject = {
  key: 'catalogue-view',
  kind: 'view',
  name: 'catalogue',
  scope: 'database',
  by: 'service',
  stage: 'main',
  create: [{ text: sql`CREATE VIEW catalogue` }],
  drop: [{ text: sql`DROP VIEW catalogue` }],
  within: 'database',
  needs: [],
  why: 'Lists the data sources.',
};

/** A role that requires privileged credentials. */
export const PRIVILEGED_ROLE: ManagedObject = {
  key: 'writers',
  kind: 'role',
  name: 'writers',
  scope: 'cluster',
  by: 'setup',
  stage: 'initial',
  create: [{ text: sql`CREATE ROLE writers` }],
  drop: [{ text: sql`DROP ROLE writers` }],
  needs: [],
  why: 'Members can write.',
};
