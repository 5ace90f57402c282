import type { Container } from '@portcullis/plugin-api';
import type { Config } from '../config/config-schema.ts';
import type { PlatformSession } from '../connection/platform-session.ts';
import { OBJECT_KEYS } from '../objects/object-keys.ts';
import { STAGE } from '../stages.ts';

/** The space is deleted with everything in it. What the service has not made itself keeps it. */
export const spaceContainer: Container<PlatformSession, Config> = {
  key: OBJECT_KEYS.space,
  stage: STAGE,
  async list({ calls }, { config, signal }) {
    const { name: service } = await calls.account(signal);
    const objects = await calls.objectsIn(config.space, signal);
    return objects.flatMap(({ kind, name, owner }) => (owner === service ? [] : [{ kind, name }]));
  },
};
