import { setTimeout as pause } from 'node:timers/promises';
import { definePlugin, type Plugin, passed } from '@portcullis/plugin-api';
import { z } from 'zod';

/** Milliseconds until a platform responds, including its connection. */
export const LATENCY_MS = 50;

/** Tests behind the two gates. */
const OTHERS = 18;

/** The longest chain of dependent tests. */
const CHAIN = 3;

/** The sequential steps that no concurrency removes: connect, two gates, observe, and the longest chain. */
export const CRITICAL_STEPS = 4 + CHAIN;

/** The body of a request for the slow plugin. */
export const SLOW_BODY = { type: 'Slow', autoBootstrap: false, config: { host: 'slow.example' } };

/**
 * The minimum number of steps with this number of sessions. After the observation one session is open and the others
 * have to connect; each test takes one step of a session.
 */
export function minSteps(sessions: number): number {
  let steps = 0;
  for (let room = 0; room < OTHERS; steps += 1) room += steps === 0 ? 1 : sessions;
  return 4 + Math.max(CHAIN, steps);
}

/** A plugin with 20 tests, each of which sends one query to its platform. */
export function slowPlugin(): Plugin {
  const everywhere = {
    operations: ['create', 'edit', 'delete', 'recurring'],
    modes: ['automatic', 'manual'],
    mandatory: true,
    on: { stage: 'main', actor: 'service' },
    run: async () => {
      await pause(LATENCY_MS);
      return passed();
    },
  } as const;
  const others = Array.from({ length: OTHERS }, (_each, index) => ({
    ...everywhere,
    id: `other-${index}`,
    name: `Other ${index}`,
    phase: 'capability' as const,
    ...(index > 0 && index < CHAIN ? { dependsOn: [`other-${index - 1}`] } : {}),
  }));
  const config = z.strictObject({ host: z.string(), username: z.string().default('administrator') });
  return definePlugin({
    apiVersion: 1,
    type: 'Slow',
    id: 'slow',
    version: '1.0.0',
    description: 'A platform that takes its time.',
    bootstrap: 'automatic-or-manual',
    editable: true,
    config,
    credentials: config.pick({ username: true }),
    privileged: ['username'],
    immutable: ['host'],
    target: ({ host }) => ({ identity: [host], display: host }),
    stages: [{ id: 'main', title: ({ host }) => `On ${host}` }],
    connect: async () => {
      await pause(LATENCY_MS);
      return { run: async () => ({}), close: async () => undefined };
    },
    objects: () => [
      {
        key: 'thing',
        kind: 'thing',
        name: 'thing',
        scope: 'cluster',
        by: 'setup',
        stage: 'main',
        why: 'Something to look at.',
        needs: [],
        create: [{ call: 'make', input: {} }],
        drop: [{ call: 'remove', input: {} }],
      },
    ],
    observe: async (_session, objects) => {
      await pause(LATENCY_MS);
      return objects.map(({ key }) => ({ key, state: 'ours' }));
    },
    tests: [
      { ...everywhere, id: 'connection', name: 'Connection', phase: 'gate' },
      { ...everywhere, id: 'account', name: 'Account', phase: 'gate' },
      ...others,
    ],
    classifyError: () => undefined,
    samples: [SLOW_BODY.config],
  });
}
