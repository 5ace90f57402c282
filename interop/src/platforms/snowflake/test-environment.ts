import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto';
import {
  createMemoryStore,
  createPortcullis,
  createStaticSecretKeys,
  type DryRunAnswer,
  type Portcullis,
  type ValidationTestResult,
} from '@portcullis/core';
import { snowflake } from '@portcullis/plugin-snowflake';
import type { User } from './emulator/account.ts';
import { type Emulator, startEmulator } from './emulator/emulator.ts';

export const context = { principal: { id: 1, name: 'Ada', permissions: ['APPLICATION_ADMIN'], groups: [] } };
export const PASSWORD = 'Canary7Password';

const pair = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
export const PRIVATE_KEY = pair.privateKey;
const PUBLIC_KEY = createPublicKey(pair.publicKey).export({ type: 'spki', format: 'der' }).toString('base64');
const FINGERPRINT = `SHA256:${createHash('sha256').update(Buffer.from(PUBLIC_KEY, 'base64')).digest('base64')}`;

/** An instance of the service beside an emulator of an account. */
export interface Trial {
  readonly emulator: Emulator;
  readonly portcullis: Portcullis;
  /** The log that the service wrote. */
  readonly log: string[];
  create(body: object, options?: object): Promise<number>;
  dryRun(body: object): Promise<DryRunAnswer>;
  /** The result of one test of a dry run. */
  test(body: object, id: string): Promise<ValidationTestResult | undefined>;
  status(id: number): Promise<{ readonly status: string; readonly reason: string }>;
  close(): Promise<void>;
}

/** Starts both. `ADA` is an administrator with a password and a key pair; `GOVERNANCE_WH` is a warehouse. */
export async function startTrial(
  options: Parameters<typeof snowflake>[0] = {},
  settings: object = {},
  host: object = {},
): Promise<Trial> {
  const emulator = await startEmulator();
  const { account } = emulator;
  addUser(emulator, 'ADA', ['ACCOUNTADMIN'], { password: PASSWORD });
  for (const warehouse of ['GOVERNANCE_WH', 'other wh'])
    account.warehouses.set(warehouse, { owner: 'SYSADMIN', comment: '', suspended: true, autoResume: true });
  const log: string[] = [];
  const note = (message: string, details?: object): number => log.push(`${message} ${JSON.stringify(details ?? {})}`);
  const portcullis = await createPortcullis({
    plugins: [snowflake({ endpoint: emulator.address, ...options })],
    store: createMemoryStore(),
    secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, 7) } }),
    logger: { debug: note, info: note, warn: note, error: note },
    settings,
    ...host,
  });
  const trial: Trial = {
    emulator,
    portcullis,
    log,
    async create(body, more = {}) {
      const { id } = (await portcullis.integrations.create(context, body, more)) as { readonly id: string };
      await portcullis.integrations.settled(Number(id));
      return Number(id);
    },
    dryRun: async (body) => (await portcullis.integrations.create(context, body, { dryRun: true })) as DryRunAnswer,
    async test(body, id) {
      const { validationResults } = await trial.dryRun(body);
      return validationResults.validationTests.find((each) => each.id === id);
    },
    async status(id) {
      const { status } = await portcullis.integrations.status(context, id);
      const operations = JSON.stringify(await portcullis.integrations.operations(context, id));
      return { status, reason: operations };
    },
    async close() {
      await portcullis.close();
      await emulator.stop();
    },
  };
  return trial;
}

/** Makes a user of the account. */
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
