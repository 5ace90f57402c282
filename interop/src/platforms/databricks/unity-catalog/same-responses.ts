import assert from 'node:assert/strict';
import { addPrincipal } from '../emulator/account.ts';
import { startEmulator } from '../emulator/emulator.ts';
import { startFront } from './front.ts';
import type { RunningUnity } from './start-unity.ts';

type Account = 'admin' | 'bob@example.com' | 'eve@example.com';

/** A statement, or a path below Unity Catalog's to read, with the acting account. */
type Step = readonly [as: Account, what: string];

const WAREHOUSE = '0123456789abcdef';

/**
 * The steps, in order. Steps with known differences are omitted: the server has no MANAGE and no change of owner, keeps
 * the case of names, and returns CATALOG_NOT_FOUND where Databricks returns CATALOG_DOES_NOT_EXIST.
 */
const STEPS: readonly Step[] = [
  ['bob@example.com', 'GET metastore_summary'],
  ['bob@example.com', 'GET catalogs/trial'],
  ['admin', 'GET catalogs/trial'],
  ['bob@example.com', 'CREATE CATALOG `trial`'],
  ['bob@example.com', 'GRANT CREATE CATALOG ON METASTORE TO `bob@example.com`'],
  ['admin', 'GRANT CREATE CATALOG ON METASTORE TO `unknown@example.com`'],
  ['admin', 'GRANT CREATE CATALOG ON METASTORE TO `bob@example.com`'],
  ['admin', 'GRANT CREATE CATALOG ON METASTORE TO `bob@example.com`'],
  ['bob@example.com', "CREATE CATALOG `trial` COMMENT 'it\\'s \\\\ ours'"],
  ['bob@example.com', 'CREATE CATALOG `trial`'],
  ['bob@example.com', 'GET catalogs/trial'],
  ['eve@example.com', 'GET catalogs/trial'],
  ['eve@example.com', 'GET catalogs'],
  ['eve@example.com', 'CREATE SCHEMA `trial`.`one`'],
  ['bob@example.com', "CREATE SCHEMA `trial`.`one` COMMENT 'first'"],
  ['bob@example.com', 'CREATE SCHEMA `trial`.`one`'],
  ['bob@example.com', 'CREATE SCHEMA `nowhere`.`one`'],
  ['bob@example.com', 'GET schemas/trial.one'],
  ['bob@example.com', 'GET schemas/trial.two'],
  ['eve@example.com', 'GET schemas/trial.one'],
  ['eve@example.com', 'GRANT USE CATALOG ON CATALOG `trial` TO `eve@example.com`'],
  ['bob@example.com', 'GRANT USE CATALOG, CREATE SCHEMA ON CATALOG `trial` TO `eve@example.com`'],
  ['eve@example.com', 'GET catalogs/trial'],
  ['eve@example.com', 'GET catalogs'],
  ['eve@example.com', 'CREATE SCHEMA `trial`.`two`'],
  ['eve@example.com', 'DROP SCHEMA `trial`.`one` CASCADE'],
  ['eve@example.com', 'DROP CATALOG `trial` CASCADE'],
  ['eve@example.com', 'DROP SCHEMA `trial`.`two` CASCADE'],
  ['bob@example.com', 'REVOKE USE CATALOG, CREATE SCHEMA ON CATALOG `trial` FROM `eve@example.com`'],
  ['bob@example.com', 'REVOKE USE CATALOG, CREATE SCHEMA ON CATALOG `trial` FROM `eve@example.com`'],
  ['eve@example.com', 'GET catalogs/trial'],
  ['bob@example.com', 'DROP CATALOG `trial`'],
  ['bob@example.com', 'DROP CATALOG `trial` CASCADE'],
  ['bob@example.com', 'DROP CATALOG `trial` CASCADE'],
  ['admin', 'REVOKE CREATE CATALOG ON METASTORE FROM `bob@example.com`'],
  ['bob@example.com', 'CREATE CATALOG `trial`'],
];

/** Compares the emulator with the server: both must refuse and show the same. */
export async function sameResponses(unity: RunningUnity): Promise<void> {
  const front = await startFront(unity);
  const emulator = await startEmulator();
  try {
    const accounts: readonly Account[] = ['admin', 'bob@example.com', 'eve@example.com'];
    for (const account of accounts) {
      addPrincipal(emulator.account, account);
      emulator.signIn.tokens.set(account, { principal: account });
    }
    if (emulator.account.metastore) emulator.account.metastore.owner = 'admin';
    emulator.account.warehouses.set(WAREHOUSE, {
      name: 'w',
      state: 'RUNNING',
      startsAfter: 0,
      usableBy: new Set(['account users']),
    });
    for (const [as, what] of STEPS) {
      const token = as === 'admin' ? unity.adminToken : await unity.tokenOf(as);
      const [real, stood] = [await outcome(front.address, token, what), await outcome(emulator.address, as, what)];
      assert.deepEqual(stood, real, `${as}: ${what}`);
    }
  } finally {
    await emulator.stop();
    await front.stop();
  }
}

/**
 * Returns the parts of a response that can be compared: its status, the state of a statement and the meaning of its
 * SQLSTATE, names, comments and owners.
 */
async function outcome(address: string, token: string, what: string): Promise<object> {
  const isRead = what.startsWith('GET ');
  const response = await fetch(
    isRead ? `${address}/api/2.1/unity-catalog/${what.slice(4)}` : `${address}/api/2.0/sql/statements`,
    {
      method: isRead ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}` },
      ...(isRead ? {} : { body: JSON.stringify({ statement: what, warehouse_id: WAREHOUSE, wait_timeout: '10s' }) }),
    },
  );
  const body = (await response.json()) as GivenResponse;
  if (!isRead)
    return { state: body.status?.state, kind: KINDS[body.status?.sql_state ?? ''] ?? body.status?.sql_state };
  const listed = (body.catalogs ?? []).map(({ name }) => name).filter((name) => name === 'trial');
  return {
    status: response.status,
    listed,
    ...(response.status === 200 && /^GET (?:catalogs|schemas)\//.test(what)
      ? { name: body.name, comment: body.comment || null, owner: body.owner }
      : {}),
  };
}

/** SQLSTATEs with the same meaning. Source: "SQLSTATE error codes", class 42. */
const KINDS: Readonly<Record<string, string>> = {
  '': 'none',
  '42501': 'denied',
  '42704': 'missing',
  '42710': 'exists',
  '42P06': 'exists',
};

interface GivenResponse {
  readonly name?: string;
  readonly owner?: string;
  readonly comment?: string | null;
  readonly catalogs?: readonly { readonly name: string }[];
  readonly status?: { readonly state: string; readonly sql_state?: string };
}
