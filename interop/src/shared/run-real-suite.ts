import assert from 'node:assert/strict';
import {
  createMemoryStore,
  createPortcullis,
  createStaticSecretKeys,
  type DryRunResponse,
  type OperationResponse,
  type Portcullis,
} from '@portcullis/core';
import type { Plugin } from '@portcullis/plugin-api';
import { ADMIN } from './admin.ts';
import { createSuiteReport, type SuiteReport } from './suite-report.ts';

/** The suite of one plugin on a real platform. */
export interface RealSuite {
  readonly plugin: Plugin;
  /** The prefix of every variable: `PORTCULLIS_SNOWFLAKE_`. */
  readonly prefix: string;
  /** The permitted variables, without their prefix, with their meanings. Others cannot be read. */
  readonly variables: Readonly<Record<string, string>>;
  /** Returns the variables that must be set. */
  needed(read: Read): readonly string[];
  /** The config of a set-up. The objects that it creates must not exist yet. */
  config(read: Read): Readonly<Record<string, unknown>>;
  /** True if the library performs the set-up itself. @default true */
  readonly autoBootstrap?: boolean;
  /** The privileged credentials in the form of DELETE. @default none, if the service uses its own */
  credentials?(read: Read): Readonly<Record<string, unknown>>;
  /** Returns the fields that an edit changes and its reverse restores. @default none */
  edit?(read: Read): Readonly<Record<string, unknown>> | undefined;
  /** True if the secret of the service account is rotated. @default true with privileged credentials */
  readonly rotates?: boolean;
  /** Maximum milliseconds of the tests of a request. @default that of the library */
  readonly validationBudgetMs?: number;
}

/** Reads a variable by its name without the prefix. An empty variable counts as unset. */
export type Read = (name: string) => string | undefined;

/**
 * Sets up, checks, edits, rotates and removes one integration on a real platform, and checks that nothing is left. It
 * removes the integration also after a failure; if the removal fails, it prints the script for an administrator.
 */
export async function runRealSuite(suite: RealSuite): Promise<void> {
  const read: Read = (name) => {
    assert.ok(name in suite.variables, `The suite does not say what ${suite.prefix}${name} is.`);
    return process.env[`${suite.prefix}${name}`] || undefined;
  };
  const report = createSuiteReport();
  const missing = suite.needed(read).filter((name) => read(name) === undefined);
  if (missing.length > 0) {
    report.skip(`${missing.map((name) => `${suite.prefix}${name}`).join(', ')} not set`);
    report.end();
    return;
  }
  const portcullis = await createPortcullis({
    plugins: [suite.plugin],
    store: createMemoryStore(),
    secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': crypto.getRandomValues(new Uint8Array(32)) } }),
    ...(suite.validationBudgetMs
      ? { integrations: { validationBudgetMs: { [suite.plugin.type]: suite.validationBudgetMs } } }
      : {}),
  });
  try {
    await journey(suite, read, portcullis, report.run);
  } finally {
    await portcullis.close();
  }
  report.end();
}

type Step = SuiteReport['run'];

async function journey(suite: RealSuite, read: Read, { integrations }: Portcullis, step: Step): Promise<void> {
  const config = suite.config(read);
  const credentials = suite.credentials?.(read);
  const body = { type: suite.plugin.type, autoBootstrap: suite.autoBootstrap ?? true, config };
  const dryRun = async () => {
    const response = (await integrations.create(ADMIN, body, { dryRun: true })) as DryRunResponse;
    const refusals = response.validationResults.validationTests.filter(({ status }) => status === 'failed');
    assert.deepEqual(
      refusals.map((test) => [test.name, test.message, test.remediation?.statements]),
      [],
    );
  };
  // The suite does not begin if an object of the same name exists, because it must not remove foreign objects.
  if (!(await step('every test of a dry run', dryRun))) return;
  let id: number | undefined;
  try {
    await step('set-up', async () => {
      id = Number(((await integrations.create(ADMIN, body)) as OperationResponse).id);
      const { status } = await integrations.whenIdle(id);
      assert.equal(status, 'enabled', JSON.stringify(await integrations.operations(ADMIN, id), undefined, 2));
    });
    if (id === undefined) return;
    const made = id;
    const expectEnabledAfter = async (work: Promise<unknown>): Promise<void> => {
      await work;
      assert.equal((await integrations.whenIdle(made)).status, 'enabled');
    };
    await step('periodic validation', async () => {
      assert.notEqual((await integrations.validate(ADMIN, made)).status, 'failed');
    });
    await step('no drift', async () => {
      const report = await integrations.drift(ADMIN, made, credentials);
      assert.equal(report.status, 'clean', JSON.stringify(report, undefined, 2));
    });
    await step('a second set-up is refused', () => assert.rejects(async () => integrations.create(ADMIN, body)));
    const edit = suite.edit?.(read);
    if (edit) {
      const changed = { ...body, config: { ...config, ...edit } };
      await step('edit', () => expectEnabledAfter(integrations.update(ADMIN, made, changed)));
      await step('the reverse of the edit', () => expectEnabledAfter(integrations.update(ADMIN, made, body)));
    }
    if (credentials && suite.rotates !== false) {
      await step('rotation', () => expectEnabledAfter(integrations.rotateSecret(ADMIN, made, credentials)));
      await step('periodic validation with the new secret', async () => {
        assert.notEqual((await integrations.validate(ADMIN, made)).status, 'failed');
      });
    }
  } finally {
    if (id !== undefined) await remove(id, credentials, integrations, step);
  }
  await step('nothing is left behind', dryRun);
}

async function remove(
  id: number,
  credentials: object | undefined,
  integrations: Portcullis['integrations'],
  step: Step,
) {
  const isGone = await step('removal', async () => {
    await integrations.remove(ADMIN, id, credentials);
    assert.equal((await integrations.whenIdle(id)).status, 'deleted');
  });
  if (isGone) return;
  const response = (await integrations.remove(ADMIN, id, undefined, { forceDisable: true })) as OperationResponse;
  console.error(`It could not be removed. Run this as an administrator:\n\n${response.script?.script ?? ''}`);
}
