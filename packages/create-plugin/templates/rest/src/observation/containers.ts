import type { Container } from '@portcullis/plugin-api';
import type { Config } from '../config/config-schema.ts';
import type { PlatformSession } from '../connection/platform-session.ts';
import { OBJECT_KEYS } from '../objects/object-keys.ts';
import { STAGE } from '../stages.ts';

/** The space is deleted with all its contents. Objects that the service has not created prevent the deletion. */
export const spaceContainer: Container<PlatformSession, Config> = {
  key: OBJECT_KEYS.space,
  stage: STAGE,
  async list({ calls }, { config, signal }) {
    const { name: service } = await calls.account(signal);
    const objects = await calls.objectsIn(config.space, signal);
    return objects.flatMap(({ kind, name, owner }) => (owner === service ? [] : [{ kind, name }]));
  },
};
