/**
 * Sets up, checks and removes one S3 integration in a real AWS account. The location is removed whatever happens. The last line
 * counts: "N passed, N failed".
 *
 * It needs PORTCULLIS_S3_ACCOUNT_ID, PORTCULLIS_S3_REGION, PORTCULLIS_S3_LOCATION_ROLE and PORTCULLIS_S3_LOCATION_PATH, an
 * account prepared with `s3Setup`, and either PORTCULLIS_S3_ACCESS_KEY_ID with PORTCULLIS_S3_SECRET_ACCESS_KEY or, for the
 * credentials of this machine, nothing more than, if wanted, PORTCULLIS_S3_ROLE_TO_ASSUME and PORTCULLIS_S3_EXTERNAL_ID.
 *
 * Run it with `node --conditions=source interop/src/real/s3.ts`.
 */
import assert from 'node:assert/strict';
import {
  createMemoryStore,
  createPortcullis,
  createStaticSecretKeys,
  type DryRunAnswer,
  type OperationAnswer,
} from '@portcullis/core';
import { s3 } from '@portcullis/plugin-s3';

const ADMIN = { principal: { id: 1, name: 'Ada', permissions: ['APPLICATION_ADMIN'], groups: [] } };

const read = (name: string): string | undefined => process.env[`PORTCULLIS_S3_${name}`] || undefined;
const NEEDED = ['ACCOUNT_ID', 'REGION', 'LOCATION_ROLE', 'LOCATION_PATH'];
const missing = NEEDED.filter((name) => read(name) === undefined);

function signIn(): object {
  const key = read('ACCESS_KEY_ID');
  if (key !== undefined) {
    return {
      authenticationType: 'accessKey',
      awsAccessKeyId: key,
      awsSecretAccessKey: read('SECRET_ACCESS_KEY') ?? '',
    };
  }
  const [role, externalId] = [read('ROLE_TO_ASSUME'), read('EXTERNAL_ID')];
  return {
    authenticationType: 'auto',
    ...(role ? { awsRoleToAssume: role } : {}),
    ...(externalId ? { awsExternalId: externalId } : {}),
  };
}

const body = {
  type: 'Native S3',
  autoBootstrap: false,
  config: {
    name: `portcullis trial ${new Date().toISOString()}`,
    awsAccountId: read('ACCOUNT_ID'),
    awsRegion: read('REGION'),
    awsLocationRole: read('LOCATION_ROLE'),
    awsLocationPath: read('LOCATION_PATH'),
    ...signIn(),
  },
};

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

async function journey(): Promise<void> {
  const { integrations, close } = await createPortcullis({
    plugins: [s3()],
    store: createMemoryStore(),
    secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': crypto.getRandomValues(new Uint8Array(32)) } }),
  });
  let id: number | undefined;
  try {
    const isReady = await step('every test of a dry run', async () => {
      const { validationResults } = (await integrations.create(ADMIN, body, { dryRun: true })) as DryRunAnswer;
      const refusals = validationResults.validationTests.filter(({ status }) => status === 'failed');
      assert.deepEqual(
        refusals.map((test) => [test.name, test.message, test.remediation?.statements]),
        [],
      );
    });
    if (!isReady) return;
    await step('set-up', async () => {
      id = Number(((await integrations.create(ADMIN, body)) as OperationAnswer).id);
      assert.equal((await integrations.settled(id)).status, 'enabled');
    });
    if (id === undefined) return;
    const made = id;
    await step('recurring validation', async () => {
      await integrations.validate(ADMIN, made);
      assert.equal((await integrations.status(ADMIN, made)).status, 'enabled');
    });
  } finally {
    if (id !== undefined) {
      const made = id;
      await step('removal', async () => {
        await integrations.remove(ADMIN, made, undefined);
        assert.equal((await integrations.settled(made)).status, 'deleted');
      });
    }
    await close();
  }
}

if (missing.length > 0) {
  console.log(`Skipped: ${missing.map((name) => `PORTCULLIS_S3_${name}`).join(', ')} not set.`);
  console.log('0 passed, 0 failed, 1 skipped');
} else {
  await journey();
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}
