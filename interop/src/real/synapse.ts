/**
 * Sets up, checks, edits and removes one integration in a real dedicated SQL pool of Azure Synapse Analytics. What was made is removed
 * whatever happens. The last line counts: "N passed, N failed".
 *
 * It needs PORTCULLIS_SYNAPSE_HOST, PORTCULLIS_SYNAPSE_DATABASE, PORTCULLIS_SYNAPSE_USERNAME and PORTCULLIS_SYNAPSE_PASSWORD: the
 * administrator of the server, or a login that `POST /integrations/privileges` describes. PORTCULLIS_SYNAPSE_SCHEMA names the new
 * schema, `portcullis_trial` if it is left out; PORTCULLIS_SYNAPSE_ENCRYPTION may be `strict`. The pool must not be paused.
 *
 * Run it with `node --conditions=source interop/src/real/synapse.ts`.
 */
import assert from 'node:assert/strict';
import {
  createMemoryStore,
  createPortcullis,
  createStaticSecretKeys,
  type DryRunAnswer,
  type OperationAnswer,
} from '@portcullis/core';
import { synapse } from '@portcullis/plugin-synapse';

const ADMIN = { principal: { id: 1, name: 'Ada', permissions: ['APPLICATION_ADMIN'], groups: [] } };

const read = (name: string): string | undefined => process.env[`PORTCULLIS_SYNAPSE_${name}`] || undefined;
const NEEDED = ['HOST', 'DATABASE', 'USERNAME', 'PASSWORD'];
const missing = NEEDED.filter((name) => read(name) === undefined);

const credentials = { username: read('USERNAME'), password: read('PASSWORD') };

function body(impersonation: boolean): object {
  const schema = read('SCHEMA') ?? 'portcullis_trial';
  return {
    type: 'Azure Synapse Analytics',
    autoBootstrap: true,
    config: {
      host: read('HOST'),
      database: read('DATABASE'),
      schema,
      metadataDelimiters: { hashDelimiter: '|', hashKeyDelimiter: ':', arrayDelimiter: ',' },
      impersonation: { enabled: impersonation, role: `${schema}_impersonation` },
      ...credentials,
    },
  };
}

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
  const encryption = read('ENCRYPTION') === 'strict' ? 'strict' : 'verified';
  const { integrations, close } = await createPortcullis({
    plugins: [synapse({ encryption })],
    store: createMemoryStore(),
    secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': crypto.getRandomValues(new Uint8Array(32)) } }),
  });
  let id: number | undefined;
  try {
    const isReady = await step('every test of a dry run', async () => {
      const { validationResults } = (await integrations.create(ADMIN, body(true), { dryRun: true })) as DryRunAnswer;
      const refusals = validationResults.validationTests.filter(({ status }) => status === 'failed');
      assert.deepEqual(
        refusals.map((test) => [test.name, test.message, test.remediation?.statements]),
        [],
      );
    });
    if (!isReady) return;
    await step('set-up', async () => {
      id = Number(((await integrations.create(ADMIN, body(true))) as OperationAnswer).id);
      const { status } = await integrations.settled(id);
      assert.equal(status, 'enabled', JSON.stringify(await integrations.operations(ADMIN, id)));
    });
    if (id === undefined) return;
    const made = id;
    await step('recurring validation', async () => {
      await integrations.validate(ADMIN, made);
      assert.equal((await integrations.status(ADMIN, made)).status, 'enabled');
    });
    const isClean = async (): Promise<void> => {
      const { status, findings } = await integrations.drift(ADMIN, made);
      assert.equal(status, 'clean', JSON.stringify(findings));
    };
    await step('no drift where nobody has changed anything', isClean);
    for (const impersonation of [false, true]) {
      await step(`edit, impersonation ${impersonation ? 'on' : 'off'}`, async () => {
        await integrations.update(ADMIN, made, body(impersonation));
        assert.equal((await integrations.settled(made)).status, 'enabled');
        await isClean();
      });
    }
  } finally {
    if (id !== undefined) {
      const made = id;
      await step('removal', async () => {
        await integrations.remove(ADMIN, made, credentials);
        const { status } = await integrations.settled(made);
        assert.equal(status, 'deleted', JSON.stringify(await integrations.operations(ADMIN, made)));
      });
    }
    await close();
  }
}

if (missing.length > 0) {
  console.log(`Skipped: ${missing.map((name) => `PORTCULLIS_SYNAPSE_${name}`).join(', ')} not set.`);
  console.log('0 passed, 0 failed, 1 skipped');
} else {
  await journey();
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}
