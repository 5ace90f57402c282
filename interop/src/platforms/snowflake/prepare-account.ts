import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto';
import type { User } from './emulator/account.ts';
import type { Emulator } from './emulator/emulator.ts';

export const PASSWORD = 'Canary7Password';

const pair = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
export const PRIVATE_KEY = pair.privateKey;
const PUBLIC_KEY = createPublicKey(pair.publicKey).export({ type: 'spki', format: 'der' }).toString('base64');
const FINGERPRINT = `SHA256:${createHash('sha256').update(Buffer.from(PUBLIC_KEY, 'base64')).digest('base64')}`;

/** Creates `ADA`, an administrator with a password and a key pair, and two warehouses. */
export function prepareAccount(emulator: Emulator): void {
  addUser(emulator, 'ADA', ['ACCOUNTADMIN'], { password: PASSWORD });
  for (const warehouse of ['GOVERNANCE_WH', 'other wh'])
    emulator.account.warehouses.set(warehouse, { owner: 'SYSADMIN', comment: '', suspended: true, autoResume: true });
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
