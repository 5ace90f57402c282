/**
 * Tests the Redshift plugin on a real cluster or workgroup, with a separate database that must not exist yet. It
 * removes all objects that it created, also after a failure. interop/README.md lists its variables.
 *
 * Run it with `pnpm --filter @portcullis/interop run redshift:real`.
 */
import { redshift } from '@portcullis/plugin-redshift';
import { type Read, type RealSuite, runRealSuite } from '../../../shared/run-real-suite.ts';

const OKTA = ['OKTA_USERNAME', 'OKTA_PASSWORD', 'OKTA_APP_ID', 'OKTA_HOST', 'OKTA_ROLE'];

function signIn(read: Read) {
  if (!read('OKTA_USERNAME')) {
    return { authenticationType: 'userPassword', username: read('USERNAME'), password: read('PASSWORD') };
  }
  const [username, password, appId, idpHost, role] = OKTA.map(read);
  return { authenticationType: 'okta', okta: { username, password, appId, idpHost, role } };
}

/** A set-up with impersonation, which the edit switches off. */
export const REDSHIFT: RealSuite = {
  plugin: redshift(process.env.PORTCULLIS_REDSHIFT_PROXY ? { proxy: process.env.PORTCULLIS_REDSHIFT_PROXY } : {}),
  prefix: 'PORTCULLIS_REDSHIFT_',
  variables: {
    HOST: 'the endpoint of a cluster or workgroup',
    PORT: 'its port; 5439 without it',
    USERNAME: 'the administrator, or a user that `POST /integrations/privileges` describes',
    PASSWORD: 'its password',
    OKTA_USERNAME: 'instead of these two: who signs in at Okta',
    OKTA_PASSWORD: 'the password there',
    OKTA_APP_ID: 'the application there',
    OKTA_HOST: 'the host of the organisation',
    OKTA_ROLE: 'the ARN of the role to assume',
    DATABASE: 'the new database; `portcullis_trial` without it',
    INITIAL_DATABASE: 'the database to connect to first; `dev` without it',
    PROXY: 'the URL of an HTTP proxy',
  },
  needed: (read) => ['HOST', ...(read('OKTA_USERNAME') ? OKTA : ['USERNAME', 'PASSWORD'])],
  config: (read) => ({
    host: read('HOST'),
    port: Number(read('PORT') ?? 5439),
    database: read('DATABASE') ?? 'portcullis_trial',
    initialDatabase: read('INITIAL_DATABASE') ?? 'dev',
    impersonation: { enabled: true },
    ...signIn(read),
  }),
  credentials: signIn,
  edit: () => ({ impersonation: { enabled: false } }),
};

if (import.meta.main) await runRealSuite(REDSHIFT);
