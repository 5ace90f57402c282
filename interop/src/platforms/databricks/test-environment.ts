import type { PortcullisOptions } from '@portcullis/core';
import { databricks } from '@portcullis/plugin-databricks';
import { startTestEnvironment, type TestEnvironment } from '../../shared/test-environment.ts';
import { addPrincipal, addSecurable } from './emulator/account.ts';
import { type Emulator, startEmulator } from './emulator/emulator.ts';

/** The service principal, by its application id. */
export const SERVICE = '5b6c1d0e-2f3a-4b5c-8d7e-9f0a1b2c3d4e';
/** An administrator with all rights, and the owner of a governed table. */
export const ADA = 'ada@example.com';
export const OWNER = 'owner@example.com';
export const WAREHOUSE = '1a2b3c4d5e6f7a8b';
export const TOKEN = 'dapiCanary0123456789abcdef';
export const CLIENT_SECRET = 'doseCanary0123456789abcdef';

/** The service against an emulator of a workspace. */
export type DatabricksEnvironment = TestEnvironment<Emulator>;

/** Starts both, in a prepared workspace. */
export async function startEnvironment(
  options: Parameters<typeof databricks>[0] = {},
  settings: PortcullisOptions['settings'] = {},
  host: Partial<PortcullisOptions> = {},
): Promise<DatabricksEnvironment> {
  const emulator = await startEmulator();
  prepareWorkspace(emulator);
  return startTestEnvironment(emulator, {
    plugins: [databricks({ endpoint: emulator.address, ...options })],
    settings,
    ...host,
  });
}

/**
 * Prepares a workspace. The service principal may only use the warehouse and create catalogs. `ADA` administers
 * metastore, workspace and account. The group `governance-exempt` belongs to the account.
 */
export function prepareWorkspace(emulator: Emulator): void {
  const { account, signIn } = emulator;
  addPrincipal(account, SERVICE, { displayName: 'portcullis' });
  addPrincipal(account, ADA, { isWorkspaceAdmin: true, isAccountAdmin: true });
  addPrincipal(account, OWNER);
  account.groups.set('governance-exempt', { level: 'account', members: new Set([ADA]) });
  if (account.metastore) account.metastore.owner = ADA;
  account.warehouses.set(WAREHOUSE, {
    name: 'Starter',
    state: 'RUNNING',
    startsAfter: 2,
    usableBy: new Set([SERVICE]),
  });
  signIn.tokens.set(TOKEN, { principal: SERVICE });
  signIn.secrets.set(SERVICE, CLIENT_SECRET);
  emulator.editor(ADA)(`GRANT CREATE CATALOG ON METASTORE TO \`${SERVICE}\``);
}

/** Grants the service principal access to the audit tables. */
export function grantAudit({ emulator }: DatabricksEnvironment): void {
  const ada = emulator.editor(ADA);
  ada(`GRANT USE CATALOG ON CATALOG system TO \`${SERVICE}\``);
  ada(`GRANT USE SCHEMA ON SCHEMA system.access TO \`${SERVICE}\``);
  for (const table of ['audit', 'table_lineage', 'column_lineage'])
    ada(`GRANT SELECT ON TABLE system.access.${table} TO \`${SERVICE}\``);
}

/** Adds a table of another owner, with a column, that the service manages. */
export function addGovernedTable({ emulator: { account, editor } }: DatabricksEnvironment): void {
  addSecurable(account, 'CATALOG', 'sales', OWNER);
  addSecurable(account, 'SCHEMA', 'sales.eu', OWNER);
  addSecurable(account, 'TABLE', 'sales.eu.orders', OWNER);
  editor(OWNER)(`GRANT USE CATALOG, USE SCHEMA ON CATALOG sales TO \`${SERVICE}\``);
  editor(OWNER)(`GRANT MANAGE ON TABLE sales.eu.orders TO \`${SERVICE}\``);
}

export const SIGN_IN = {
  token: { authenticationType: 'token', token: TOKEN },
  client: {
    authenticationType: 'oAuthM2M',
    oAuthClientConfig: { clientId: SERVICE, clientSecret: CLIENT_SECRET, scope: 'all-apis' },
  },
} as const;

/** Every feature that an integration can have. */
export const EVERYTHING = { audit: { enabled: true }, groupPattern: { deny: 'governance-exempt' } };

/** A request to set up. */
export function body(autoBootstrap: boolean, changes: object = {}) {
  const config = {
    workspaceUrl: 'dbc-a1b2c3d4-e5f6.cloud.databricks.com',
    httpPath: `/sql/1.0/warehouses/${WAREHOUSE}`,
    catalog: 'governance',
    ...('authenticationType' in changes ? {} : SIGN_IN.token),
    ...changes,
  };
  return { type: 'Databricks', autoBootstrap, config };
}
