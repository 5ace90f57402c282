import {
  canonicalText,
  type Dialect,
  definePlugin,
  definitionOf,
  hidden,
  ident,
  type ManagedObject,
  normalizeHost,
  PlatformError,
  passed,
  secret,
  secretSlot,
  sql,
} from '@portcullis/plugin-api';
import { z } from 'zod';

const config = z.strictObject({
  host: z.string().describe('Host name of the server.'),
  username: hidden(z.string()),
  password: secret(z.string()),
});

const dialect: Dialect = {
  language: 'Lighthouse SQL',
  separator: ';',
  quoteIdentifier: (path) => path.map((name) => `"${name.replaceAll('"', '""')}"`).join('.'),
  quoteLiteral: (value) => (typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)),
  comment: (text) => `-- ${text}`,
};

const account: ManagedObject = {
  key: 'service-account',
  kind: 'user',
  name: 'portcullis',
  scope: 'server',
  by: 'setup',
  stage: 'server',
  create: [{ text: sql`CREATE USER ${ident('portcullis')} PASSWORD ${secretSlot('servicePassword')}` }],
  drop: [{ text: sql`DROP USER ${ident('portcullis')}` }],
  needs: [{ name: 'CREATE USER', on: 'server' }],
  why: 'The account that works on the server from then on.',
};

export const lighthouse = definePlugin({
  apiVersion: 1,
  type: 'Lighthouse',
  id: 'lighthouse',
  version: '1.0.0',
  description: 'Lighthouse servers.',
  bootstrap: 'automatic-or-manual',
  editable: true,
  config,
  credentials: config.pick({ username: true, password: true }),
  privileged: ['username', 'password'],
  immutable: ['host'],
  target: ({ host }) => ({ identity: [normalizeHost(host, 5432)], display: host }),
  dialect,
  stages: [{ id: 'server', title: ({ host }) => `On ${host}` }],
  generatedSecrets: { servicePassword: { length: 32 } },
  manualSecrets: { servicePassword: 'password' },
  connect: async () => {
    throw new PlatformError({ failureClass: 'unsupported', message: 'This example has no driver.' });
  },
  objects: () => [account],
  observe: async (_session, objects) => objects.map(({ key }) => ({ key, state: 'unknown' })),
  tests: [
    {
      id: 'connection',
      name: 'Basic Connection Test',
      operations: ['create', 'edit', 'delete', 'recurring'],
      modes: ['automatic', 'manual'],
      phase: 'gate',
      mandatory: true,
      on: { stage: 'server', actor: 'setup' },
      run: () => passed(),
    },
  ],
  classifyError: () => undefined,
  samples: [{ host: 'lighthouse.example.com', username: 'admin', password: 'a secret' }],
});

// The text of plan, script and journal: names are quoted, secrets are slots.
const [object] = definitionOf(lighthouse).objects({}, { mode: 'automatic', facts: {}, mark: String, options: {} });
for (const step of object?.create ?? []) if ('text' in step) console.log(canonicalText(step.text, dialect));
// CREATE USER "portcullis" PASSWORD {{servicePassword}}
