import { type ContainedObject, type Container, literal, sql } from '@portcullis/plugin-api';
import type { DatabricksConfig } from '../config/config-schema.ts';
import type { DatabricksSession } from '../connection/databricks-session.ts';
import { POLICY_SCHEMA, SYSTEM_SCHEMA } from '../names/object-names.ts';
import { foreignContents } from '../objects/foreign-contents.ts';
import { OBJECT_KEYS } from '../objects/object-keys.ts';
import { WORKSPACE_STAGE } from '../stages.ts';

type CatalogContainer = Container<DatabricksSession, DatabricksConfig>;

/** The catalog and its schemas, which are dropped with CASCADE, because their functions are created at run time. */
export const CONTAINERS: readonly CatalogContainer[] = [
  container(OBJECT_KEYS.catalog),
  container(OBJECT_KEYS.systemSchema, SYSTEM_SCHEMA),
  container(OBJECT_KEYS.policySchema, POLICY_SCHEMA),
];

function container(key: string, schema?: string): CatalogContainer {
  return {
    key,
    stage: WORKSPACE_STAGE,
    async list(session, { config: { catalog }, signal }) {
      const principal = await session.principal(signal);
      const scope = schema === undefined ? { catalog } : { catalog, schema };
      const held: ContainedObject[] = [];
      for (const { list } of foreignContents(scope, (owner) => sql`${owner} <> ${literal(principal)}`)) {
        held.push(...(await session.query(list, signal)).map(heldIn));
      }
      for (const each of schema === undefined ? await schemasOf(session, catalog, signal) : [schema]) {
        const models = await session.models(catalog, each, signal);
        const foreign = models.filter(({ owner }) => owner !== principal);
        held.push(...foreign.map(({ name }) => ({ kind: 'model', name: `${each}.${name}` })));
      }
      return held;
    },
  };
}

async function schemasOf(session: DatabricksSession, catalog: string, signal: AbortSignal): Promise<readonly string[]> {
  const names = (await session.schemas(catalog, signal)).map(({ name }) => name);
  return names.filter((name) => name !== 'information_schema');
}

/** Returns the object of a row, which its columns identify: `table_schema`, `table_name`. */
function heldIn(row: Readonly<Record<string, string | null>>): ContainedObject {
  const columns = Object.keys(row);
  const [kind = ''] = (columns.at(-1) ?? '').split('_');
  return { kind, name: Object.values(row).join('.') };
}
