/**
 * Tries the Redshift plugin on a real cluster or workgroup, with a database of its own that must not exist yet, which is removed whatever
 * happens.
 *
 * It needs PORTCULLIS_REDSHIFT_HOST and either PORTCULLIS_REDSHIFT_USERNAME with PORTCULLIS_REDSHIFT_PASSWORD or, to sign in through Okta,
 * PORTCULLIS_REDSHIFT_OKTA_USERNAME, _OKTA_PASSWORD, _OKTA_APP_ID, _OKTA_HOST and _OKTA_ROLE. If wanted: PORTCULLIS_REDSHIFT_PORT (default
 * 5439), PORTCULLIS_REDSHIFT_DATABASE (default portcullis_trial), PORTCULLIS_REDSHIFT_INITIAL_DATABASE (default dev).
 *
 * Run it with `pnpm --filter @portcullis/interop run redshift:real`.
 */
import { redshift } from '@portcullis/plugin-redshift';
import { type Read, runRealSuite } from './run-real-suite.ts';

const OKTA = ['OKTA_USERNAME', 'OKTA_PASSWORD', 'OKTA_APP_ID', 'OKTA_HOST', 'OKTA_ROLE'];
const isThroughOkta = Boolean(process.env.PORTCULLIS_REDSHIFT_OKTA_USERNAME);

function signIn(read: Read) {
  if (!isThroughOkta) {
    return { authenticationType: 'userPassword', username: read('USERNAME'), password: read('PASSWORD') };
  }
  const [username, password, appId, idpHost, role] = OKTA.map(read);
  return { authenticationType: 'okta', okta: { username, password, appId, idpHost, role } };
}

await runRealSuite({
  plugin: redshift(),
  prefix: 'PORTCULLIS_REDSHIFT_',
  needed: ['HOST', ...(isThroughOkta ? OKTA : ['USERNAME', 'PASSWORD'])],
  config: (read) => ({
    host: read('HOST'),
    port: Number(read('PORT') ?? 5439),
    database: read('DATABASE') ?? 'portcullis_trial',
    initialDatabase: read('INITIAL_DATABASE') ?? 'dev',
    impersonation: { enabled: true },
    ...signIn(read),
  }),
  credentials: signIn,
  edit: { impersonation: { enabled: false } },
});
