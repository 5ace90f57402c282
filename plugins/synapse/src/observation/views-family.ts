import { ident, type ObjectFamily, sql } from '@portcullis/plugin-api';
import type { SynapseConfig } from '../config/config-schema.ts';
import type { SynapseSession } from '../connection/synapse-session.ts';
import { ownViews } from '../objects/foreign-contents.ts';
import { OBJECT_KEYS } from '../objects/object-keys.ts';
import { STAGE } from '../stages.ts';

/** The views with the host's comment, which the host creates in the schema at run time. They are dropped with the schema, after the host has agreed. */
export const viewsFamily: ObjectFamily<SynapseSession, SynapseConfig> = {
  key: 'views',
  kind: 'view',
  stage: STAGE.pool,
  blocks: [OBJECT_KEYS.viewSchema],
  within: OBJECT_KEYS.viewSchema,
  async list(session, { config, signal }) {
    const rows = await session.query(
      sql`SELECT space.name AS space, made.name FROM ${ownViews(config)} ORDER BY made.name`,
      { signal },
    );
    return rows.map((row) => ({ name: String(row.name), details: { schema: String(row.space) } }));
  },
  drop: ({ name, details }) => [{ text: sql`DROP VIEW ${ident(details?.schema ?? 'dbo', name)}` }],
  // Transact-SQL reference, "DROP VIEW", Permissions.
  needs: ({ details }) => [
    { name: 'ALTER', on: `schema ${details?.schema ?? 'dbo'}`, anyOf: ['CONTROL on the database'] },
  ],
};
