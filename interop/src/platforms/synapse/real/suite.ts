/**
 * Tests the Synapse plugin on a real dedicated SQL pool, which must not be paused. It removes all objects that it
 * created, also after a failure. interop/README.md lists its variables.
 *
 * Run it with `pnpm --filter @portcullis/interop run synapse:real`.
 */
import { synapse } from '@portcullis/plugin-synapse';
import { type Read, type RealSuite, runRealSuite } from '../../../shared/run-real-suite.ts';

const schemaOf = (read: Read): string => read('SCHEMA') ?? 'portcullis_trial';
const signIn = (read: Read) => ({ username: read('USERNAME'), password: read('PASSWORD') });

/** A set-up with impersonation, which the edit switches off. */
export const SYNAPSE: RealSuite = {
  plugin: synapse({
    encryption: process.env.PORTCULLIS_SYNAPSE_ENCRYPTION === 'strict' ? 'strict' : 'verified',
    ...(process.env.PORTCULLIS_SYNAPSE_PROXY ? { proxy: process.env.PORTCULLIS_SYNAPSE_PROXY } : {}),
  }),
  prefix: 'PORTCULLIS_SYNAPSE_',
  variables: {
    HOST: 'the dedicated SQL endpoint of a workspace',
    DATABASE: 'the pool',
    USERNAME: 'the administrator of the server, or a login that `POST /integrations/privileges` describes',
    PASSWORD: 'its password',
    SCHEMA: 'the new schema; `portcullis_trial` without it',
    ENCRYPTION: '`strict` for TLS before the first byte',
    PROXY: 'the URL of an HTTP proxy',
  },
  needed: () => ['HOST', 'DATABASE', 'USERNAME', 'PASSWORD'],
  config: (read) => ({
    host: read('HOST'),
    database: read('DATABASE'),
    schema: schemaOf(read),
    metadataDelimiters: { hashDelimiter: '|', hashKeyDelimiter: ':', arrayDelimiter: ',' },
    impersonation: { enabled: true, role: `${schemaOf(read)}_impersonation` },
    ...signIn(read),
  }),
  credentials: signIn,
  edit: (read) => ({ impersonation: { enabled: false, role: `${schemaOf(read)}_impersonation` } }),
};

if (import.meta.main) await runRealSuite(SYNAPSE);
