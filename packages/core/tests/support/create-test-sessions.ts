import type { AnyPluginDefinition } from '@portcullis/plugin-api';
import { createRecordingLogger } from '@portcullis/testing';
import { createSessionPool, type SessionPool } from '../../src/changes/sessions/session-pool.ts';
import type { Clock } from '../../src/ports/clock.ts';

/** Creates the sessions of an automatic integration without secrets. */
export function createTestSessions(definition: AnyPluginDefinition, clock: Clock, config: object = {}): SessionPool {
  const logger = createRecordingLogger();
  return createSessionPool({ definition, config, mode: 'automatic', facts: {}, secrets: {}, logger }, clock);
}
