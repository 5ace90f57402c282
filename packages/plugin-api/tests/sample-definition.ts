import { z } from 'zod';
import {
  type AnyPluginDefinition,
  ident,
  literal,
  type ManagedObject,
  PlatformError,
  passed,
  secret,
  secretSlot,
  sql,
} from '../src/index.ts';

/** A valid managed object. */
export function sampleObject(overrides: Partial<ManagedObject> = {}): ManagedObject {
  return {
    key: 'service-account',
    kind: 'user',
    name: 'portcullis',
    scope: 'cluster',
    by: 'setup',
    stage: 'main',
    create: [{ text: sql`CREATE USER ${ident('portcullis')} PASSWORD ${secretSlot('servicePassword')}` }],
    drop: [{ text: sql`DROP USER ${ident('portcullis')}` }],
    needs: [{ name: 'CREATEUSER', on: 'cluster' }],
    why: 'The account that Portcullis works with afterwards.',
    ...overrides,
  };
}

/** A valid definition, in which a test changes one part. */
export function sampleDefinition(overrides: Partial<AnyPluginDefinition> = {}): AnyPluginDefinition {
  return {
    apiVersion: 1,
    type: 'Sample',
    id: 'sample',
    version: '1.2.0',
    description: 'A database for tests.',
    bootstrap: 'automatic-or-manual',
    editable: true,
    config: z.strictObject({
      host: z.string(),
      database: z.string(),
      username: z.string(),
      password: secret(z.string()),
      options: z.strictObject({ audit: z.boolean() }),
    }),
    credentials: z.strictObject({ username: z.string(), password: secret(z.string()) }),
    privileged: ['username', 'password'],
    immutable: ['host', 'options.audit'],
    target: (config) => ({ identity: [config.host, config.database], display: config.host }),
    dialect: {
      language: 'SQL',
      separator: ';',
      quoteIdentifier: (path) => path.map((name) => `"${name.replaceAll('"', '""')}"`).join('.'),
      quoteLiteral: (value) => (typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)),
      comment: (text) => `-- ${text}`,
    },
    stages: [{ id: 'main', title: () => 'In the database' }],
    generatedSecrets: { servicePassword: { length: 32 } },
    manualSecrets: { servicePassword: 'password' },
    connect: () => Promise.reject(new PlatformError({ failureClass: 'network', message: 'There is no platform.' })),
    observe: async (_session, objects) => objects.map(({ key }) => ({ key, state: 'unknown' as const })),
    objects: () => [
      sampleObject(),
      sampleObject({
        key: 'database',
        kind: 'database',
        name: 'gov',
        create: [{ text: sql`CREATE DATABASE ${ident('gov')} COMMENT ${literal('ours')}` }],
        drop: [{ text: sql`DROP DATABASE ${ident('gov')}` }],
        why: 'Holds the views.',
        blocks: ['service-account'],
        absentTest: { id: 'database-absent', name: 'Database Does Not Exist', after: 'connection' },
      }),
    ],
    families: [
      {
        key: 'views',
        kind: 'view',
        stage: 'main',
        blocks: ['database'],
        list: async () => [],
        drop: ({ name }) => [{ text: sql`DROP VIEW ${ident(name)}` }],
      },
    ],
    tests: [
      {
        id: 'connection',
        name: 'Basic Connection Test',
        operations: ['create'],
        modes: ['automatic', 'manual'],
        phase: 'gate',
        mandatory: true,
        on: { stage: 'main', actor: 'setup' },
        run: () => passed(),
      },
      {
        id: 'grants',
        name: 'Grants',
        operations: ['create'],
        modes: ['automatic'],
        phase: 'prerequisite',
        mandatory: false,
        dependsOn: ['connection'],
        run: () => passed(),
      },
    ],
    migrations: [{ to: '1.0.0' }, { to: '1.2.0' }],
    classifyError: () => undefined,
    clientSetup: {
      keyPrefix: 'sam',
      versions: [
        { id: 'two', title: '2' },
        { id: 'one', title: '1' },
      ],
      render: () => [],
    },
    samples: [{ host: 'h', database: 'd', username: 'u', password: 'p', options: { audit: true } }],
    ...overrides,
  };
}
