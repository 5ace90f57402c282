import type { ContainedObject, Container } from '@portcullis/plugin-api';
import type { Config } from '../config/config-schema.ts';
import type { PlatformSession } from '../connection/platform-session.ts';
import { OBJECT_KEYS } from '../objects/blueprint.ts';
import { foreignContents } from '../objects/foreign-contents.ts';
import { serviceAccountName } from '../objects/service-account-name.ts';
import { STAGE } from '../stages.ts';

/**
 * The schema is dropped with all its contents. The library checks them in automatic set-ups; a script checks them in
 * its guard.
 */
export const schemaContainer: Container<PlatformSession, Config> = {
  key: OBJECT_KEYS.schema,
  stage: STAGE,
  async list(session, { config, signal }) {
    const held: ContainedObject[] = [];
    for (const { list } of foreignContents(config.schema, serviceAccountName(config, 'automatic'))) {
      const rows = await session.query(list, { signal });
      held.push(...rows.map(({ kind, name }) => ({ kind: String(kind), name: `${config.schema}.${String(name)}` })));
    }
    return held;
  },
};
