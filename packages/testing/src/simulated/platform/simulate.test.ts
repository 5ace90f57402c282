import { createMemoryStore, createPortcullis, createStaticSecretKeys, type OperationResponse } from '@portcullis/core';
import {
  type AnyPluginDefinition,
  definePlugin,
  definitionOf,
  failed,
  ident,
  type ManagedObject,
  PlatformError,
  type Plugin,
  secret,
  secretSlot,
  sql,
} from '@portcullis/plugin-api';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createSimulatedPlatform } from './create-simulated-platform.ts';
import { simulate } from './simulate.ts';
import type { SimulatedPlatform } from './simulated-platform.ts';

const context = { principal: { id: 1, name: 'Ada', permissions: ['APPLICATION_ADMIN'], groups: [] } };

/** A third-party plugin for a platform with calls and statements that is unreachable here. */
function foreignPlugin(): Plugin {
  return definePlugin({
    apiVersion: 1,
    type: 'Foreign',
    id: 'foreign',
    version: '1.0.0',
    description: 'A platform that is far away.',
    bootstrap: 'automatic-or-manual',
    editable: true,
    config: z.strictObject({ host: z.string(), space: z.string(), password: secret(z.string()) }),
    credentials: z.strictObject({ password: secret(z.string()) }),
    privileged: ['password'],
    immutable: ['host', 'space'],
    target: ({ host, space }) => ({ identity: [host, space], display: host, scope: host }),
    dialect: {
      language: 'SQL',
      separator: ';',
      quoteIdentifier: (path) => path.map((name) => `[${name}]`).join('.'),
      quoteLiteral: (value) => `'${String(value)}'`,
      comment: (text) => `-- ${text}`,
    },
    stages: [{ id: 'main', title: () => 'Everywhere' }],
    generatedSecrets: { token: { length: 32 } },
    connect: () => Promise.reject(new PlatformError({ failureClass: 'network', message: 'Nothing is there.' })),
    observe: () => Promise.reject(new Error('never asked')),
    discover: () => Promise.reject(new Error('never asked')),
    objects: ({ space }) => [
      {
        key: 'space',
        kind: 'space',
        name: space,
        scope: 'account',
        by: 'setup',
        stage: 'main',
        create: [{ call: 'spaces.insert', input: { name: space, labels: { by: 'portcullis' } } }],
        drop: [{ call: 'spaces.delete', input: { name: space } }],
        needs: [],
        why: 'Holds everything.',
        absentTest: { id: 'space-absent', name: 'Space Does Not Exist' },
      },
      {
        key: 'account',
        kind: 'account',
        name: `${space}-service`,
        scope: 'account',
        by: 'setup',
        stage: 'main',
        create: [{ text: sql`CREATE ACCOUNT ${ident(`${space}-service`)} TOKEN ${secretSlot('token')}` }],
        drop: [{ text: sql`DROP ACCOUNT ${ident(`${space}-service`)}` }],
        needs: [],
        why: 'Works with it.',
      },
    ],
    tests: [
      {
        id: 'connection',
        name: 'Connection',
        operations: ['create', 'edit', 'delete'],
        modes: ['automatic', 'manual'],
        phase: 'gate',
        mandatory: true,
        on: { stage: 'main', actor: 'setup' },
        run: () => Promise.reject(new Error('needs the real driver')),
      },
    ],
    classifyError: () => undefined,
    samples: [{ host: 'h', space: 's', password: 'p' }],
  });
}

async function start(platform: SimulatedPlatform, plugin: Plugin) {
  const portcullis = await createPortcullis({
    plugins: [plugin],
    store: createMemoryStore(),
    secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32) } }),
  });
  const body = { type: 'Foreign', autoBootstrap: true, config: { host: 'h', space: 's', password: 'long-password' } };
  return { platform, body, integrations: portcullis.integrations };
}

describe('simulate', () => {
  it('runs any plugin on the simulated platform, from creation to removal', async () => {
    const platform = createSimulatedPlatform();
    const { integrations, body } = await start(platform, simulate(foreignPlugin(), platform, { facts: { zone: 'z' } }));
    const { id } = (await integrations.create(context, body)) as OperationResponse;
    expect(await integrations.whenIdle(Number(id))).toMatchObject({ status: 'enabled' });
    expect(platform.statements.map(({ text }) => text)).toEqual([
      'spaces.insert {"name":"s","labels":{"by":"portcullis"}}',
      'CREATE ACCOUNT [s-service] TOKEN {{token}}',
    ]);
    expect(platform.objects.map(({ kind, name }) => [kind, name])).toEqual([
      ['space', 's'],
      ['account', 's-service'],
    ]);
    await integrations.remove(context, 1, { password: 'long-password' });
    expect(await integrations.whenIdle(1)).toMatchObject({ status: 'deleted' });
    expect(platform.objects).toEqual([]);
  });

  it('stores the secrets of calls with the object, like those of statements', async () => {
    const platform = createSimulatedPlatform();
    const definition = definitionOf(foreignPlugin());
    const calling = definePlugin({
      ...definition,
      objects: (config, context) =>
        definition.objects(config, context).map((object: ManagedObject) => {
          if (object.key !== 'account') return object;
          const [name, token] = [object.name, { $secret: 'token' }];
          return { ...object, create: [{ call: 'accounts.insert', input: { name, auth: [{ by: 'token', token }] } }] };
        }),
    });
    const { integrations, body } = await start(platform, simulate(calling, platform));
    await integrations.create(context, body);
    expect(await integrations.whenIdle(1)).toMatchObject({ status: 'enabled' });
    const text = JSON.parse(platform.statements[1]?.revealed ?? '').auth[0].token;
    expect(text).toHaveLength(32);
    expect(platform.objects.map(({ name, secrets }) => [name, secrets])).toEqual([
      ['s', {}],
      ['s-service', { token: { text, quoted: false, encoded: false } }],
    ]);
  });

  it('lets the tests of the plugin pass, or return the configured outcome', async () => {
    const platform = createSimulatedPlatform();
    const plugin = simulate(foreignPlugin(), platform, { outcomes: { connection: failed('told to') } });
    const { integrations, body } = await start(platform, plugin);
    await expect(integrations.create(context, body)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      message: expect.stringContaining('told to'),
    });
  });

  it('leaves everything else to the plugin', () => {
    const plugin = foreignPlugin();
    const original = definitionOf(plugin) as AnyPluginDefinition;
    const simulated = definitionOf(simulate(plugin, createSimulatedPlatform())) as AnyPluginDefinition;
    expect(
      Object.keys(simulated)
        .filter((key) => key !== 'inventory')
        .toSorted(),
    ).toEqual(Object.keys(original).toSorted());
    for (const key of ['type', 'version', 'stages', 'samples', 'immutable', 'privileged'] as const) {
      expect(simulated[key]).toEqual(original[key]);
    }
    expect(simulated.tests.map(({ run: _run, ...test }) => test)).toEqual(
      original.tests.map(({ run: _run, ...test }) => test),
    );
  });
});
