/**
 * Sets up, checks, changes and removes one Databricks integration in a real workspace. The catalog is removed whatever happens; where
 * that fails, the script that removes it is printed. The last line counts: "N passed, N failed".
 *
 * It needs PORTCULLIS_DATABRICKS_WORKSPACE_URL and PORTCULLIS_DATABRICKS_HTTP_PATH (of a SQL warehouse), and the credentials of a
 * service principal that may use the warehouse and has CREATE CATALOG on the metastore: PORTCULLIS_DATABRICKS_TOKEN, or
 * PORTCULLIS_DATABRICKS_CLIENT_ID with PORTCULLIS_DATABRICKS_CLIENT_SECRET. If wanted, PORTCULLIS_DATABRICKS_CATALOG names the catalog
 * to make, which must not exist; PORTCULLIS_DATABRICKS_MANAGED_LOCATION says where it keeps its data; PORTCULLIS_DATABRICKS_DENY_GROUP
 * names a group of the account; PORTCULLIS_DATABRICKS_AUDIT=true also tries the system tables.
 *
 * Run it with `node --conditions=source interop/src/real/databricks.ts`.
 */
import assert from 'node:assert/strict';
import {
  createMemoryStore,
  createPortcullis,
  createStaticSecretKeys,
  type DryRunAnswer,
  type OperationAnswer,
  type Portcullis,
} from '@portcullis/core';
import { databricks } from '@portcullis/plugin-databricks';

const ADMIN = { principal: { id: 1, name: 'Ada', permissions: ['APPLICATION_ADMIN'], groups: [] } };

/** A warehouse that is stopped takes minutes to start, where its machines are the customer's. */
const BUDGET_MS = 600_000;

const read = (name: string): string | undefined => process.env[`PORTCULLIS_DATABRICKS_${name}`] || undefined;
const NEEDED = ['WORKSPACE_URL', 'HTTP_PATH', ...(read('CLIENT_ID') ? ['CLIENT_SECRET'] : ['TOKEN'])];
const missing = NEEDED.filter((name) => read(name) === undefined);

function signIn(): object {
  const clientId = read('CLIENT_ID');
  if (clientId === undefined) return { authenticationType: 'token', token: read('TOKEN') };
  return {
    authenticationType: 'oAuthM2M',
    oAuthClientConfig: { clientId, clientSecret: read('CLIENT_SECRET'), scope: 'all-apis' },
  };
}

const catalog = read('CATALOG') ?? `portcullis_trial_${Date.now().toString(36)}`;
const [location, group] = [read('MANAGED_LOCATION'), read('DENY_GROUP')];
const config = {
  workspaceUrl: read('WORKSPACE_URL'),
  httpPath: read('HTTP_PATH'),
  catalog,
  ...(location ? { managedLocation: location } : {}),
  ...(read('AUDIT') === 'true' ? { audit: { enabled: true } } : {}),
  ...signIn(),
};
const request = (changes: object = {}) => ({
  type: 'Databricks',
  autoBootstrap: true,
  config: { ...config, ...changes },
});

let passed = 0;
let failed = 0;
async function step(name: string, run: () => Promise<void>): Promise<boolean> {
  try {
    await run();
    passed += 1;
    console.log(`  passed: ${name}`);
    return true;
  } catch (error) {
    failed += 1;
    console.error(`  FAILED: ${name}\n`, error);
    return false;
  }
}

async function life({ integrations }: Portcullis, id: number): Promise<void> {
  await step('recurring validation', async () => {
    await integrations.validate(ADMIN, id);
    assert.equal((await integrations.status(ADMIN, id)).status, 'enabled');
  });
  await step('nothing differs from what was made', async () => {
    const { status, findings } = await integrations.drift(ADMIN, id);
    assert.deepEqual([status, findings.map(({ message }) => message)], ['clean', []]);
  });
  await step('a second set-up of the same catalog is refused', async () => {
    await assert.rejects(async () => integrations.create(ADMIN, request()));
  });
  if (group === undefined) return;
  await step('an edit and its reverse', async () => {
    for (const changes of [{ groupPattern: { deny: group } }, {}]) {
      await integrations.update(ADMIN, id, request(changes));
      assert.equal((await integrations.settled(id)).status, 'enabled');
    }
  });
}

async function removal({ integrations }: Portcullis, id: number): Promise<void> {
  const isGone = await step('removal', async () => {
    await integrations.remove(ADMIN, id, undefined);
    assert.equal((await integrations.settled(id)).status, 'deleted');
  });
  if (isGone) {
    await step('the catalog is gone: it could be made again', async () => refusals(await dryRun(integrations)));
    return;
  }
  const { script } = await integrations.deleteScript(ADMIN, id);
  console.error(`The catalog ${catalog} may be left. Run this as its owner:\n${script}`);
}

async function dryRun(integrations: Portcullis['integrations']): Promise<DryRunAnswer> {
  return (await integrations.create(ADMIN, request(), { dryRun: true })) as DryRunAnswer;
}

function refusals({ validationResults }: DryRunAnswer): void {
  const found = validationResults.validationTests.filter(({ status }) => status === 'failed');
  assert.deepEqual(
    found.map((test) => [test.name, test.message, test.remediation?.statements]),
    [],
  );
}

async function journey(): Promise<void> {
  const portcullis = await createPortcullis({
    plugins: [databricks()],
    store: createMemoryStore(),
    secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': crypto.getRandomValues(new Uint8Array(32)) } }),
    integrations: { validationBudgetMs: { Databricks: BUDGET_MS } },
  });
  const { integrations } = portcullis;
  let id: number | undefined;
  try {
    const isReady = await step('every test of a dry run', async () => refusals(await dryRun(integrations)));
    if (!isReady) return;
    const isMade = await step('set-up', async () => {
      id = Number(((await integrations.create(ADMIN, request())) as OperationAnswer).id);
      assert.equal((await integrations.settled(id)).status, 'enabled');
    });
    if (isMade && id !== undefined) await life(portcullis, id);
  } finally {
    if (id !== undefined) await removal(portcullis, id);
    await portcullis.close();
  }
}

if (missing.length > 0) {
  console.log(`Skipped: ${missing.map((name) => `PORTCULLIS_DATABRICKS_${name}`).join(', ')} not set.`);
  console.log('0 passed, 0 failed, 1 skipped');
} else {
  await journey();
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}
