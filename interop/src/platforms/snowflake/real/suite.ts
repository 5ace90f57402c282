/**
 * Tests the Snowflake plugin in a real account of the Enterprise Edition, with all features, and with a separate
 * database that must not exist yet. It takes a minute of warehouse time. It removes all objects that it created, also
 * after a failure. interop/README.md lists its variables.
 *
 * Run it with `pnpm --filter @portcullis/interop run snowflake:real`.
 */
import { snowflake } from '@portcullis/plugin-snowflake';
import { type Read, type RealSuite, runRealSuite } from '../../../shared/run-real-suite.ts';

const ON = { enabled: true };
const OFF = { enabled: false };

function signIn(read: Read) {
  const username = read('USERNAME');
  const role = read('ROLE') ?? 'ACCOUNTADMIN';
  const content = read('PRIVATE_KEY');
  if (content === undefined) return { authenticationType: 'userPassword', username, password: read('PASSWORD'), role };
  const passphrase = read('PRIVATE_KEY_PASSWORD');
  return {
    authenticationType: 'keyPair',
    username,
    privateKey: { content },
    ...(passphrase === undefined ? {} : { privateKeyPassword: passphrase }),
    role,
  };
}

/** A set-up with every feature, which the edit switches off. */
export const SNOWFLAKE: RealSuite = {
  plugin: snowflake(process.env.PORTCULLIS_SNOWFLAKE_PROXY ? { proxy: process.env.PORTCULLIS_SNOWFLAKE_PROXY } : {}),
  prefix: 'PORTCULLIS_SNOWFLAKE_',
  variables: {
    HOST: 'the host of the account',
    WAREHOUSE: 'a warehouse',
    USERNAME: 'an administrator, or a user that `POST /integrations/privileges` describes',
    PASSWORD: 'the password of the user',
    PRIVATE_KEY: 'instead of it: a private key as PEM',
    PRIVATE_KEY_PASSWORD: 'and what it is encrypted with',
    ROLE: 'the role to take on; `ACCOUNTADMIN` without it',
    DATABASE: 'the new database; `PORTCULLIS_TRIAL` without it',
    PROXY: 'the URL of an HTTP proxy',
  },
  needed: (read) => ['HOST', 'WAREHOUSE', 'USERNAME', read('PRIVATE_KEY') ? 'PRIVATE_KEY' : 'PASSWORD'],
  config: (read) => ({
    host: read('HOST'),
    warehouse: read('WAREHOUSE'),
    database: read('DATABASE') ?? 'PORTCULLIS_TRIAL',
    audit: ON,
    lineage: ON,
    workspaces: ON,
    impersonation: ON,
    ...signIn(read),
  }),
  credentials: signIn,
  edit: () => ({ audit: OFF, lineage: OFF, workspaces: OFF, impersonation: OFF }),
};

if (import.meta.main) await runRealSuite(SNOWFLAKE);
