import type { ContainedObject, Container } from '@portcullis/plugin-api';
import type { Config } from '../config/config-schema.ts';
import type { PlatformSession } from '../connection/platform-session.ts';
import { OBJECT_KEYS } from '../objects/blueprint.ts';
import { foreignContents } from '../objects/foreign-contents.ts';
import { serviceAccountName } from '../objects/service-account-name.ts';
import { STAGE } from '../stages.ts';

/**
 * The database. DROP DATABASE removes all of its contents, of any owner. Only automatic set-ups let the library
 * drop it.
 */
export const databaseContainer: Container<PlatformSession, Config> = {
  key: OBJECT_KEYS.database,
  stage: STAGE,
  async list(session, { config, signal }) {
    const held: ContainedObject[] = [];
    for (const { list } of foreignContents(config.database, serviceAccountName(config, 'automatic'))) {
      const rows = await session.query(list, { signal });
      held.push(...rows.map(({ kind, name }) => ({ kind: String(kind), name: String(name) })));
    }
    return held;
  },
};
