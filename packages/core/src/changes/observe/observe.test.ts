import type { AnyPluginDefinition, Observation, Session } from '@portcullis/plugin-api';
import { classifySimulatedFailure, createFakeClock, SimulatedFailure } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { createTestSessions } from '../../../tests/support/create-test-sessions.ts';
import type { ObjectFacts } from '../plan/change-set.ts';
import { observeObjects } from './observe.ts';

const object = (key: string, observeStage: string, within: string | null = null) =>
  ({ key, observeStage, within }) as ObjectFacts;
const OBJECTS = [
  object('database', 'first'),
  object('schema', 'second', 'database'),
  object('table', 'second', 'schema'),
];

async function observeWith(
  states: Readonly<Record<string, Observation['state']>>,
  refused?: SimulatedFailure,
  more: Partial<Observation> = {},
) {
  const stages: string[] = [];
  const definition = {
    type: 'T',
    stages: [{ id: 'first' }, { id: 'second' }],
    classifyError: classifySimulatedFailure,
    async connect({ stage }: { stage: string }): Promise<Session> {
      stages.push(stage);
      if (refused && stage === 'second') throw refused;
      return { run: async () => ({}), close: async () => {} };
    },
    observe: async (_session: Session, objects: readonly ObjectFacts[]) =>
      objects.flatMap(({ key }) => (states[key] ? [{ key, state: states[key], ...more }] : [])),
  } as unknown as AnyPluginDefinition;
  const sessions = createTestSessions(definition, createFakeClock());
  const request = { definition, config: {}, sessions, actor: 'setup' as const, signal: new AbortController().signal };
  const seen = await observeObjects(request, OBJECTS);
  return { stages, seen: Object.fromEntries([...seen].map(([key, { state }]) => [key, state])) };
}

describe('observeObjects', () => {
  it('observes each stage once, in the order of the stages', async () => {
    const { stages, seen } = await observeWith({ database: 'ours', schema: 'ours', table: 'foreign' });
    expect(stages).toEqual(['first', 'second']);
    expect(seen).toEqual({ database: 'ours', schema: 'ours', table: 'foreign' });
  });

  it('does not connect to the remnant of an interrupted removal: it exists, and everything in it is absent', async () => {
    const { stages, seen } = await observeWith({ database: 'ours', schema: 'ours' }, undefined, { isRemnant: true });
    expect(stages).toEqual(['first']);
    expect(seen).toEqual({ database: 'ours', schema: 'absent', table: 'absent' });
  });

  it('does not connect to a missing container: everything in it is absent', async () => {
    const { stages, seen } = await observeWith({ database: 'absent', schema: 'ours' });
    expect(stages).toEqual(['first']);
    expect(seen).toEqual({ database: 'absent', schema: 'absent', table: 'absent' });
  });

  it('reports objects without a result of the plugin as unknown', async () => {
    expect((await observeWith({ database: 'ours', schema: 'ours' })).seen).toMatchObject({ table: 'unknown' });
  });

  it('reports objects that a missing grant hides as unknown, and passes other failures on', async () => {
    const hidden = await observeWith({ database: 'ours' }, new SimulatedFailure('missing-grant', 'no'));
    expect(hidden.seen).toEqual({ database: 'ours', schema: 'unknown', table: 'unknown' });
    await expect(observeWith({ database: 'ours' }, new SimulatedFailure('network', 'no'))).rejects.toThrow('no');
    await expect(observeWith({ database: 'ours' }, new SimulatedFailure('not-found', 'no'))).rejects.toThrow('no');
  });

  it('reports objects as unknown whose container cannot be seen or connected to', async () => {
    const { seen } = await observeWith({ database: 'unknown' }, new SimulatedFailure('not-found', 'no'));
    expect(seen).toEqual({ database: 'unknown', schema: 'unknown', table: 'unknown' });
  });
});
