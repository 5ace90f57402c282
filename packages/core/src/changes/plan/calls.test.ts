import { definePlugin, type Plugin, secret } from '@portcullis/plugin-api';
import { createSimulatedPlatform, type SimulatedPlatform, simulate } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ADMIN, createAndWait, createTestInstance } from '../../../tests/support/create-test-instance.ts';

const BODY = { type: 'Cloud', autoBootstrap: true, config: { project: 'p', password: 'long-password' } };

/** A platform of calls: ids come back, and what was made appears a while later. */
function cloudPlugin(): Plugin {
  return definePlugin({
    apiVersion: 1,
    type: 'Cloud',
    id: 'cloud',
    version: '1.0.0',
    description: 'A platform of calls.',
    bootstrap: 'automatic-or-manual',
    editable: true,
    config: z.strictObject({ project: z.string(), password: secret(z.string()) }),
    credentials: z.strictObject({ password: secret(z.string()) }),
    privileged: ['password'],
    immutable: ['project'],
    target: ({ project }) => ({ identity: [project], display: project }),
    stages: [{ id: 'api', title: () => 'The API' }],
    connect: () => Promise.reject(new Error('simulated')),
    observe: () => Promise.reject(new Error('simulated')),
    objects: () => [
      {
        key: 'role',
        kind: 'role',
        name: 'reader',
        scope: 'project',
        by: 'setup',
        stage: 'api',
        create: [
          {
            call: 'roles.insert',
            input: { name: 'reader' },
            outputs: ['roleId'],
            waitUntil: { state: 'present', deadlineMs: 60_000 },
          },
        ],
        drop: [
          {
            call: 'roles.delete',
            input: { id: { $output: 'role.roleId' } },
            waitUntil: { state: 'absent', deadlineMs: 10_000 },
          },
        ],
        needs: [],
        why: 'Reads.',
      },
      {
        key: 'member',
        kind: 'member',
        name: 'service',
        scope: 'project',
        by: 'setup',
        stage: 'api',
        create: [{ call: 'members.insert', input: { role: { $output: 'role.roleId' } } }],
        drop: [{ call: 'members.delete', input: { role: { $output: 'role.roleId' } } }],
        blocks: ['role'],
        needs: [],
        why: 'Reads as a member.',
      },
    ],
    tests: [],
    classifyError: () => undefined,
    samples: [{ project: 'p', password: 'p' }],
  });
}

const revealed = ({ statements }: SimulatedPlatform) =>
  statements.map(({ text, revealed: wire }) => `${text.split(' ')[0]} ${wire}`);
const flushMicrotasks = async (): Promise<void> => {
  for (let tick = 0; tick < 10; tick += 1) await new Promise((resolve) => setImmediate(resolve));
};

async function setUp() {
  const platform = createSimulatedPlatform();
  return createTestInstance({ platform, plugin: simulate(cloudPlugin(), platform) });
}

describe('calls', () => {
  it('pass their outputs to later calls, and to the removal in a later process', async () => {
    const first = await setUp();
    const id = await createAndWait(first, BODY);
    expect(await first.portcullis.integrations.status(ADMIN, id)).toMatchObject({ status: 'enabled' });
    const { platform, plugin, clock, store } = first;
    const next = await createTestInstance({ platform, plugin, clock, store });
    await next.portcullis.integrations.remove(ADMIN, id, { password: 'long-password' });
    expect(await next.portcullis.integrations.whenIdle(id)).toMatchObject({ status: 'deleted' });
    expect(revealed(first.platform)).toEqual([
      'roles.insert {"name":"reader"}',
      'members.insert {"role":"roleId-1"}',
      'members.delete {"role":"roleId-1"}',
      'roles.delete {"id":"roleId-1"}',
    ]);
  });

  it('are repeated as observations until the platform shows their effect', async () => {
    const instance = await setUp();
    const { platform, clock } = instance;
    const hiding: (() => void)[] = [];
    platform.onStatement(({ when, statement }) => {
      if (when === 'after' && statement.text.startsWith('roles.insert')) {
        const role = platform.objects.find(({ kind }) => kind === 'role');
        platform.lose({ kind: 'role', name: 'reader' });
        hiding.push(() =>
          platform.plant({
            server: role?.server ?? '',
            scope: 'project',
            kind: 'role',
            name: 'reader',
            mark: role?.mark ?? '',
          }),
        );
      }
    });
    await instance.portcullis.integrations.create(ADMIN, BODY);
    await flushMicrotasks();
    clock.advance(10_000);
    await flushMicrotasks();
    expect(platform.statements).toHaveLength(1);
    for (const show of hiding) show();
    clock.advance(10_000);
    expect(await instance.portcullis.integrations.whenIdle(1)).toMatchObject({ status: 'enabled' });
  });

  it('fail if the effect never appears', async () => {
    const instance = await setUp();
    const { platform, clock } = instance;
    platform.onStatement(({ when, statement }) => {
      if (when === 'after' && statement.text.startsWith('roles.insert'))
        platform.lose({ kind: 'role', name: 'reader' });
    });
    await instance.portcullis.integrations.create(ADMIN, BODY);
    while ((await instance.portcullis.integrations.status(ADMIN, 1)).status === 'creating') {
      await flushMicrotasks();
      clock.advance(5_000);
    }
    expect(await instance.portcullis.integrations.status(ADMIN, 1)).toMatchObject({ status: 'createError' });
    const [operation] = await instance.portcullis.integrations.operations(ADMIN, 1);
    expect(operation?.error).toMatchObject({
      class: 'timeout',
      message: expect.stringContaining('role reader has not appeared 60 s'),
    });
    expect(await instance.store.find('managedObjects')).toEqual([]);
  });
});
