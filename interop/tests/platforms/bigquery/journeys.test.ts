import type { DryRunResponse, OperationResponse, Portcullis } from '@portcullis/core';
import { bigquery, routineDescription, viewsDatasetLabels } from '@portcullis/plugin-bigquery';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Account,
  type Emulator,
  makeAccount,
  PROJECT,
  startEmulator,
} from '../../../src/platforms/bigquery/emulator/emulator.ts';
import { bigqueryError, googleError } from '../../../src/platforms/bigquery/emulator/google-errors.ts';
import { ADMIN } from '../../../src/shared/admin.ts';
import { openInMemory } from '../../../src/shared/open-in-memory.ts';

const own = makeAccount();
const second = makeAccount('successor');
const DATASETS = `/bigquery/v2/projects/${PROJECT}/datasets`;

let google: Emulator;
let account: Account;
let portcullis: Portcullis;
let usedByDataSources: string[];

beforeEach(async () => {
  google = await startEmulator();
  account = google.admit({ ...own, permissions: new Set(own.permissions) });
  usedByDataSources = [];
  portcullis = await openInMemory({
    plugins: [bigquery({ endpoints: google.endpoints })],
    host: { isDataSourceCredential: async (name) => usedByDataSources.includes(name) },
  });
});

afterEach(async () => {
  await portcullis.close();
  await google.stop();
});

const body = (changes: Readonly<Record<string, unknown>> = {}, autoBootstrap = false) => ({
  type: 'Google BigQuery',
  autoBootstrap,
  config: {
    role: 'portcullis',
    dataset: 'governance',
    datasetSuffix: '_secure',
    location: 'EU',
    credential: account.credential,
    ...changes,
  },
});

async function create(changes: Readonly<Record<string, unknown>> = {}): Promise<number> {
  const { id } = (await portcullis.integrations.create(ADMIN, body(changes))) as OperationResponse;
  await portcullis.integrations.whenIdle(Number(id));
  return Number(id);
}

const status = async (id: number) => (await portcullis.integrations.whenIdle(id)).status;

/** The failed tests, by name, of a refused set-up. */
async function refusal(changes: Readonly<Record<string, unknown>> = {}) {
  const error = await portcullis.integrations.create(ADMIN, body(changes)).then(
    () => undefined,
    (reason: unknown) => reason as { code: string; message: string; extras?: unknown },
  );
  expect(error).toMatchObject({ code: 'VALIDATION_FAILED' });
  expect(JSON.stringify(error)).not.toContain('BEGIN PRIVATE KEY');
  return String(error?.message);
}

const changes = () => google.seen.filter(({ method, path }) => path.startsWith(DATASETS) && method !== 'GET');

describe('an integration', () => {
  it('is set up, rotates its key, and is removed', async () => {
    const id = await create();
    expect(await status(id)).toBe('enabled');
    expect(google.datasets.get('governance')).toEqual({
      location: 'EU',
      description: expect.stringMatching(/ \[portcullis:[^\]]+:dataset\]$/),
      labels: { 'portcullis-mark': expect.stringMatching(/^[a-z0-9_-]{1,63}$/) },
    });

    google.admit(second);
    const [before, datasets] = [changes().length, structuredClone(google.datasets)];
    const replaced = body({ credential: second.credential });
    const shown = (await portcullis.integrations.update(ADMIN, id, replaced, { dryRun: true })) as DryRunResponse;
    expect(shown.plan.steps).toMatchObject([
      { action: 'store', statement: 'store config.credential', destructive: false },
    ]);
    expect(shown.difference).toEqual({ created: [], removed: [], changed: [], stored: ['config.credential'] });
    expect(JSON.stringify(shown)).not.toContain('PRIVATE KEY');
    await portcullis.integrations.update(ADMIN, id, replaced);
    expect(await status(id)).toBe('enabled');
    expect(changes()).toHaveLength(before);
    expect(google.datasets).toEqual(datasets);

    // Only the new account can still sign in.
    google.accounts.delete(own.email);
    await portcullis.integrations.remove(ADMIN, id, undefined);
    expect(await status(id)).toBe('deleted');
    expect(google.datasets.size).toBe(0);
  });

  it('reveals no part of its key', async () => {
    const id = await create();
    const shown = JSON.stringify([
      await portcullis.integrations.get(ADMIN, id),
      await portcullis.integrations.operations(ADMIN, id),
    ]);
    expect(shown).toContain('[REDACTED]');
    expect(shown).not.toContain('PRIVATE KEY');
  });

  it('is set up manually only, and has no scripts in the interface', async () => {
    await expect(portcullis.integrations.create(ADMIN, body({}, true))).rejects.toMatchObject({ statusCode: 400 });
    await expect(portcullis.integrations.script(ADMIN, 'create', body())).rejects.toMatchObject({ statusCode: 400 });
    const id = await create();
    await expect(portcullis.integrations.remove(ADMIN, id, { credential: 'x' })).rejects.toMatchObject({
      statusCode: 400,
    });
    expect(google.datasets.size).toBe(1);
  });

  it.each([
    ['dataset', 'other'],
    ['datasetSuffix', '_other'],
    ['location', 'US'],
  ])('keeps its %s', async (field, value) => {
    const id = await create();
    await expect(portcullis.integrations.update(ADMIN, id, body({ [field]: value }))).rejects.toMatchObject({
      code: 'ATTRIBUTES_NOT_EDITABLE',
      message: expect.stringContaining(`config.${field}`),
    });
  });

  it('does not move to another project with another key', async () => {
    const id = await create();
    const foreign = google.admit(makeAccount('portcullis', 'other-project'));
    await expect(
      portcullis.integrations.update(ADMIN, id, body({ credential: foreign.credential })),
    ).rejects.toMatchObject({ code: 'ATTRIBUTES_NOT_EDITABLE', message: expect.stringContaining('config.credential') });
  });

  it('does not change a dataset that has lost its label', async () => {
    const id = await create();
    google.datasets.set('governance', { location: 'EU', labels: {} });
    await portcullis.integrations.remove(ADMIN, id, undefined).catch(() => {});
    await portcullis.integrations.whenIdle(id);
    expect(google.datasets.has('governance')).toBe(true);
  });
});

describe('a set-up is rejected', () => {
  it('with the key of another account', async () => {
    const forged = makeAccount();
    expect(await refusal({ credential: forged.credential })).toContain('refused the key');
    expect(changes()).toEqual([]);
  });

  it('if the BigQuery API is not enabled', async () => {
    const message = 'BigQuery API has not been used in project 1 before or it is disabled.';
    google.failNext(
      `POST /bigquery/v2/projects/${PROJECT}/queries`,
      bigqueryError(403, 'accessNotConfigured', message),
    );
    expect(await refusal()).toContain(message);
  });

  it('if a permission is missing, and names it', async () => {
    account.permissions.delete('bigquery.tables.update');
    const error = portcullis.integrations.create(ADMIN, body());
    const test = {
      name: 'The service account has the permissions on the project',
      status: 'failed',
      message: expect.stringContaining('lacks bigquery.tables.update (to update views).'),
      remediation: {
        statements: [
          "gcloud iam roles update 'portcullis' --project='acme-analytics' --add-permissions='bigquery.tables.update'",
          expect.stringContaining(
            `--member='serviceAccount:${own.email}' --role='projects/acme-analytics/roles/portcullis'`,
          ),
        ],
      },
    };
    await expect(error).rejects.toMatchObject({
      extras: {
        validationResults: {
          validationTests: expect.arrayContaining([
            expect.objectContaining({ ...test, remediation: expect.objectContaining(test.remediation) }),
          ]),
        },
      },
    });
    expect(changes()).toEqual([]);
  });

  it('if the dataset exists and is foreign', async () => {
    google.datasets.set('governance', { location: 'EU', labels: { team: 'finance' } });
    expect(await refusal()).toContain('was not made by Portcullis');
  });

  it('if the dataset is in another location', async () => {
    google.datasets.set('governance', { location: 'US', labels: {} });
    expect(await refusal()).toContain('is in US, not in EU');
  });

  it.each(['POST /token', `GET ${DATASETS}/governance`])('while %s fails, and creates nothing', async (on) => {
    const outage = bigqueryError(500, 'internalError', 'An internal error occurred.');
    for (let times = 0; times < 4; times += 1) google.failNext(on, outage);
    expect(await refusal()).toContain('Google failed temporarily');
    expect(changes()).toEqual([]);
  });

  it('if the custom role does not exist', async () => {
    google.roles.clear();
    expect(await refusal()).toContain('does not exist');
  });

  it('if data sources use the account', async () => {
    usedByDataSources = [own.email];
    expect(await refusal()).toContain('is the credential of a data source');
  });
});

describe('a failure of a request', () => {
  it('is a warning if the Resource Manager API is not enabled', async () => {
    google.failNext(
      `POST /v3/projects/${PROJECT}:testIamPermissions`,
      googleError(403, 'PERMISSION_DENIED', 'SERVICE_DISABLED', 'Cloud Resource Manager API has not been used before.'),
    );
    expect(await status(await create())).toBe('enabled');
  });

  it.each([
    ['the token endpoint', 'POST /token', googleError(503, 'UNAVAILABLE', 'UNAVAILABLE', 'Try again.')],
    [
      'the connection test',
      `POST /bigquery/v2/projects/${PROJECT}/queries`,
      bigqueryError(503, 'backendError', 'Busy.'),
    ],
    [
      'the test of the permissions',
      `POST /v3/projects/${PROJECT}:testIamPermissions`,
      googleError(429, 'RESOURCE_EXHAUSTED', 'RATE_LIMIT_EXCEEDED', 'Too many requests.'),
    ],
    ['the test of the dataset', `GET ${DATASETS}/governance`, bigqueryError(500, 'internalError', 'Busy.')],
  ])('of %s is repeated while Google is busy', async (_what, request, refusal) => {
    google.failNext(request, refusal);
    google.failNext(request, refusal);
    expect(await status(await create())).toBe('enabled');
  });

  it('is retried if it is transient', async () => {
    google.failNext(`POST ${DATASETS}`, bigqueryError(503, 'backendError', 'Error encountered during execution.'));
    expect(await status(await create())).toBe('enabled');
    expect(changes()).toHaveLength(2);
  });

  it.each([
    ['a gateway has lost the response', { status: 502, body: '<html><body>Bad Gateway' }, 1],
    ['it is reported after the effect', bigqueryError(503, 'backendError', 'Error encountered during execution.'), 2],
  ])('is resolved by an observation if %s', async (_what, response, attempts) => {
    google.failNext(`POST ${DATASETS}`, { afterWork: response });
    expect(await status(await create())).toBe('enabled');
    expect(changes()).toHaveLength(attempts);
  });

  it('ends the set-up if it persists, without leftovers; once it is fixed, a PUT continues', async () => {
    account.permissions.delete('bigquery.datasets.create');
    // The observation queries permissions first, then their test does. A policy refuses permissions that were reported
    // as granted.
    const promised = { status: 200, body: { permissions: [...own.permissions] } };
    google.failNext(`POST /v3/projects/${PROJECT}:testIamPermissions`, promised);
    google.failNext(`POST /v3/projects/${PROJECT}:testIamPermissions`, promised);
    const id = await create();
    expect(await status(id)).toBe('createError');
    expect(google.datasets.size).toBe(0);

    account.permissions.add('bigquery.datasets.create');
    await portcullis.integrations.update(ADMIN, id, body());
    expect(await status(id)).toBe('enabled');
    expect([...google.datasets.keys()]).toEqual(['governance']);
  });

  it('does not keep a hanging request open after the caller aborts', async () => {
    const caller = new AbortController();
    const hung = google.hung();
    google.failNext('POST /token', 'hang');
    const attempt = portcullis.integrations.create({ ...ADMIN, signal: caller.signal }, body());
    const outcome = expect(attempt).rejects.toBeDefined();
    const { cut } = await hung;
    caller.abort();
    await outcome;
    await cut;
    expect(google.datasets.size).toBe(0);
  });
});

describe('a foreign object in the dataset', () => {
  it('prevents the deletion of the dataset, unless the request allows it', async () => {
    const id = await create();
    const made = google.datasets.get('governance');
    const owner = { project: PROJECT, dataset: 'governance' };
    google.datasets.set('governance', {
      location: 'EU',
      description: '',
      labels: {},
      ...made,
      tables: { theirs: 'TABLE', ours: 'VIEW' },
      tableLabels: { ours: viewsDatasetLabels(owner) },
      routines: { mask: routineDescription(owner, 'Masks.'), other: 'Adds.' },
      models: { churn: {}, scores: viewsDatasetLabels(owner) },
    });
    await expect(portcullis.integrations.remove(ADMIN, id, undefined)).rejects.toMatchObject({
      code: 'FOREIGN_CONTENTS',
      message: expect.stringContaining(': table governance.theirs, routine governance.other, model governance.churn.'),
    });
    expect(google.datasets.has('governance')).toBe(true);
    await portcullis.integrations.remove(ADMIN, id, undefined, { dropContents: true });
    expect(await status(id)).toBe('deleted');
    expect(google.datasets.size).toBe(0);
  });

  it.each(['tables', 'routines', 'models'])('prevents the deletion if the account may not list %s', async (kind) => {
    const id = await create();
    account.permissions.delete(`bigquery.${kind}.list`);
    await expect(portcullis.integrations.remove(ADMIN, id, undefined)).rejects.toMatchObject({
      code: 'FOREIGN_CONTENTS',
      message: expect.stringContaining(`does not have bigquery.${kind}.list permission`),
    });
    expect(google.datasets.has('governance')).toBe(true);
  });
});
