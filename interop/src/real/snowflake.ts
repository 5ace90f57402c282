/**
 * Tries the Snowflake plugin in a real account: everything switched on, with a database of its own that must not exist yet, which is
 * removed whatever happens.
 *
 * It needs PORTCULLIS_SNOWFLAKE_HOST, PORTCULLIS_SNOWFLAKE_WAREHOUSE, PORTCULLIS_SNOWFLAKE_USERNAME and either
 * PORTCULLIS_SNOWFLAKE_PASSWORD or PORTCULLIS_SNOWFLAKE_PRIVATE_KEY (PEM). If wanted: PORTCULLIS_SNOWFLAKE_DATABASE (default
 * PORTCULLIS_TRIAL), PORTCULLIS_SNOWFLAKE_ROLE (default ACCOUNTADMIN), PORTCULLIS_SNOWFLAKE_PRIVATE_KEY_PASSWORD.
 *
 * Run it with `pnpm --filter @portcullis/interop run snowflake:real`. It needs the Enterprise Edition, and costs a minute of the warehouse.
 */
import { snowflake } from '@portcullis/plugin-snowflake';
import { type Read, runRealSuite } from './run-real-suite.ts';

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

await runRealSuite({
  plugin: snowflake(),
  prefix: 'PORTCULLIS_SNOWFLAKE_',
  needed: ['HOST', 'WAREHOUSE', 'USERNAME', process.env.PORTCULLIS_SNOWFLAKE_PRIVATE_KEY ? 'PRIVATE_KEY' : 'PASSWORD'],
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
  edit: { audit: OFF, lineage: OFF, workspaces: OFF, impersonation: OFF },
});
