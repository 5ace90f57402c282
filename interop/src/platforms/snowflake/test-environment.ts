import type { PortcullisOptions } from '@portcullis/core';
import { snowflake } from '@portcullis/plugin-snowflake';
import { startTestEnvironment, type TestEnvironment } from '../../shared/test-environment.ts';
import { type Emulator, startEmulator } from './emulator/emulator.ts';
import { PASSWORD, PRIVATE_KEY, prepareAccount } from './prepare-account.ts';

export { addUser, PASSWORD, PRIVATE_KEY } from './prepare-account.ts';

/** The service against an emulator of an account. */
export type SnowflakeEnvironment = TestEnvironment<Emulator>;

/** Starts both. `ADA` is an administrator with a password and a key pair; `GOVERNANCE_WH` is a warehouse. */
export async function startEnvironment(
  options: Parameters<typeof snowflake>[0] = {},
  settings: PortcullisOptions['settings'] = {},
  host: Partial<PortcullisOptions> = {},
): Promise<SnowflakeEnvironment> {
  const emulator = await startEmulator();
  prepareAccount(emulator);
  return startTestEnvironment(emulator, {
    plugins: [snowflake({ endpoint: emulator.address, ...options })],
    settings,
    ...host,
  });
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
