import type { Container } from '@portcullis/plugin-api';
import type { SynapseConfig } from '../config/config-schema.ts';
import type { SynapseSession } from '../connection/synapse-session.ts';
import { blueprintOf } from '../objects/blueprint.ts';
import { foreignContents, type OwnSchema } from '../objects/foreign-contents.ts';
import { OBJECT_KEYS } from '../objects/object-keys.ts';
import { STAGE } from '../stages.ts';

type SchemaContainer = Container<SynapseSession, SynapseConfig>;

/** The schemas, which the platform drops only if they are empty. Source: Transact-SQL reference, "DROP SCHEMA". */
export const CONTAINERS: readonly SchemaContainer[] = [
  container(OBJECT_KEYS.systemSchema, 'systemSchema', 'system'),
  container(OBJECT_KEYS.procedureSchema, 'procedureSchema', 'procedures'),
  container(OBJECT_KEYS.viewSchema, 'viewSchema', 'views'),
];

function container(
  key: string,
  name: 'systemSchema' | 'procedureSchema' | 'viewSchema',
  purpose: OwnSchema['purpose'],
): SchemaContainer {
  return {
    key,
    stage: STAGE.pool,
    emptyOnly: true,
    async list(session, { config, signal }) {
      const schema = blueprintOf(config, { mode: 'automatic', mark: (each) => each })[name];
      const [query] = foreignContents({ database: config.database, schema, purpose });
      const rows = query ? await session.query(query.list, { signal }) : [];
      return rows.map(({ kind, name: found }) => ({
        // Source: Transact-SQL reference, "sys.objects", column "type_desc": USER_TABLE, SQL_STORED_PROCEDURE.
        kind: String(kind).trim().toLowerCase().replaceAll('_', ' '),
        name: `${schema}.${String(found)}`,
      }));
    },
  };
}
