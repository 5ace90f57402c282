import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto';
import type { PortcullisOptions } from '@portcullis/core';
import { snowflake } from '@portcullis/plugin-snowflake';
import { startTestEnvironment, type TestEnvironment } from '../../shared/test-environment.ts';
import type { User } from './emulator/account.ts';
import { type Emulator, startEmulator } from './emulator/emulator.ts';

export const PASSWORD = 'Canary7Password';

const pair = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
export const PRIVATE_KEY = pair.privateKey;
const PUBLIC_KEY = createPublicKey(pair.publicKey).export({ type: 'spki', format: 'der' }).toString('base64');
const FINGERPRINT = `SHA256:${createHash('sha256').update(Buffer.from(PUBLIC_KEY, 'base64')).digest('base64')}`;

/** The service against an emulator of an account. */
export type SnowflakeEnvironment = TestEnvironment<Emulator>;

/** Starts both. `ADA` is an administrator with a password and a key pair; `GOVERNANCE_WH` is a warehouse. */
export async function startEnvironment(
  options: Parameters<typeof snowflake>[0] = {},
  settings: PortcullisOptions['settings'] = {},
  host: Partial<PortcullisOptions> = {},
): Promise<SnowflakeEnvironment> {
  const emulator = await startEmulator();
  const { account } = emulator;
  addUser(emulator, 'ADA', ['ACCOUNTADMIN'], { password: PASSWORD });
  for (const warehouse of ['GOVERNANCE_WH', 'other wh'])
    account.warehouses.set(warehouse, { owner: 'SYSADMIN', comment: '', suspended: true, autoResume: true });
  return startTestEnvironment(emulator, {
    plugins: [snowflake({ endpoint: emulator.address, ...options })],
    settings,
    ...host,
  });
}

/** Creates a user of the account. */
export function addUser(
  { account }: Emulator,
  name: string,
  roles: readonly string[],
  more: Partial<Pick<User, 'password' | 'loginName'>> = {},
): User {
  const user: User = {
    owner: 'USERADMIN',
    comment: '',
    loginName: name,
    keys: new Map([['RSA_PUBLIC_KEY', PUBLIC_KEY]]),
    roles: new Set(roles),
    properties: new Map([
      ['TYPE', 'PERSON'],
      ['RSA_PUBLIC_KEY_FP', FINGERPRINT],
    ]),
    ...more,
  };
  user.properties.set('DEFAULT_ROLE', roles[0] ?? 'PUBLIC');
  account.users.set(name, user);
  return user;
}

const ON = { enabled: true };
export const EVERYTHING = { audit: ON, lineage: ON, workspaces: ON, impersonation: ON };

/** The privileged user, by each way to sign in. */
export const SIGN_IN = {
  password: { authenticationType: 'userPassword', username: 'ADA', password: PASSWORD, role: 'ACCOUNTADMIN' },
  keyPair: {
    authenticationType: 'keyPair',
    username: 'ADA',
    privateKey: { content: PRIVATE_KEY },
    role: 'ACCOUNTADMIN',
  },
} as const;

/** A request to set up. */
export function body(autoBootstrap: boolean, changes: object = {}) {
  const config = {
    host: 'myorg-myaccount.snowflakecomputing.com',
    warehouse: 'GOVERNANCE_WH',
    database: 'GOVERNANCE',
    ...('authenticationType' in changes ? {} : SIGN_IN.password),
    ...changes,
  };
  return { type: 'Snowflake', autoBootstrap, config };
}
