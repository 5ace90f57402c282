import type { DryRunResponse, HostCallbacks, OperationResponse, Portcullis } from '@portcullis/core';
import { bigquery, routineDescription, viewsDatasetLabels } from '@portcullis/plugin-bigquery';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Account,
  type Emulator,
  makeAccount,
  PROJECT,
  startEmulator,
} from '../../../src/platforms/bigquery/emulator/emulator.ts';
import { bigqueryError } from '../../../src/platforms/bigquery/emulator/google-errors.ts';
import { ADMIN } from '../../../src/shared/admin.ts';
import { openInMemory } from '../../../src/shared/open-in-memory.ts';

const own = makeAccount();
const labels = viewsDatasetLabels({ project: PROJECT, dataset: 'governance' });
const DATASETS = `/bigquery/v2/projects/${PROJECT}/datasets`;

let google: Emulator;
let account: Account;
let running: Portcullis[];

beforeEach(async () => {
  google = await startEmulator();
  account = google.admit({ ...own, permissions: new Set(own.permissions) });
  running = [];
});

afterEach(async () => {
  for (const each of running) await each.close();
  await google.stop();
});

async function newPortcullis(host: HostCallbacks = {}): Promise<Portcullis> {
  const portcullis = await openInMemory({
    plugins: [bigquery({ endpoints: google.endpoints })],
    host,
  });
  running.push(portcullis);
  return portcullis;
}

const body = (dataset = 'governance') => ({
  type: 'Google BigQuery',
  autoBootstrap: false,
  config: {
    role: 'portcullis',
    dataset,
    datasetSuffix: '_secure',
    location: 'EU',
    credential: account.credential,
  },
});

async function create({ integrations }: Portcullis, dataset?: string): Promise<number> {
  const { id } = (await integrations.create(ADMIN, body(dataset))) as OperationResponse;
  expect(await integrations.whenIdle(Number(id))).toMatchObject({ status: 'enabled' });
  return Number(id);
}

/** Returns a dataset of views, with the label on it and on each table. */
function viewsDataset(tables: Readonly<Record<string, string>>) {
  const tableLabels = Object.fromEntries(Object.keys(tables).map((name) => [name, labels]));
  return { location: 'EU', labels, tables, tableLabels };
}

/** Creates the objects that a host creates at run time: datasets with views, on several pages. */
function makeViews(): void {
  for (const name of ['crm', 'sales', 'web']) {
    google.datasets.set(`${name}_secure`, viewsDataset({ customers: 'VIEW' }));
  }
}

describe('a removal', () => {
  it('shows the datasets of views, drops them first, and keeps foreign datasets', async () => {
    const portcullis = await newPortcullis();
    const id = await create(portcullis);
    makeViews();
    const others = {
      sales: { location: 'EU', labels: {}, tables: { orders: 'TABLE' } },
      hr_secure: { location: 'EU', labels: {}, tables: { people: 'VIEW' } },
      ops_secure: { location: 'EU', labels: viewsDatasetLabels({ project: PROJECT, dataset: 'another' }) },
      labelled: { location: 'EU', labels },
    };
    for (const [name, dataset] of Object.entries(others)) google.datasets.set(name, dataset);

    const dry = (await portcullis.integrations.remove(ADMIN, id, undefined, { dryRun: true })) as DryRunResponse;
    expect(dry.plan.runtimeObjects?.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'dataset of views crm_secure',
      'dataset of views sales_secure',
      'dataset of views web_secure',
    ]);
    expect(dry.plan.steps.map(({ destructive }) => destructive)).toEqual([true, true, true, true]);

    await portcullis.integrations.remove(ADMIN, id, undefined);
    expect(await portcullis.integrations.whenIdle(id)).toMatchObject({ status: 'deleted' });
    expect(Object.fromEntries(google.datasets)).toEqual(others);
    const deletions = google.seen.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
    expect(deletions.at(-1)).toBe(`${DATASETS}/governance?deleteContents=true`);
  });

  it('is rejected by a host that still needs the views, and changes nothing', async () => {
    const portcullis = await newPortcullis({
      beforeRemove: async ({ runtimeObjects }) =>
        runtimeObjects.length > 0 ? { refuse: 'People read through these views.' } : undefined,
    });
    const id = await create(portcullis);
    makeViews();
    const before = structuredClone(google.datasets);
    await expect(portcullis.integrations.remove(ADMIN, id, undefined)).rejects.toMatchObject({
      code: 'REMOVAL_REFUSED',
      message: expect.stringContaining('People read through these views.'),
    });
    expect(google.datasets).toEqual(before);
  });

  it('keeps a dataset with a foreign table, and continues once the table is removed', async () => {
    const portcullis = await newPortcullis();
    const id = await create(portcullis);
    const tables = { a: 'VIEW', b: 'MATERIALIZED_VIEW', backup: 'TABLE' };
    google.datasets.set('crm_secure', viewsDataset(tables));
    await portcullis.integrations.remove(ADMIN, id, undefined);
    expect(await portcullis.integrations.whenIdle(id)).toMatchObject({ status: 'deleteError' });
    expect([...google.datasets.keys()]).toEqual(['governance', 'crm_secure']);
    expect(JSON.stringify(await portcullis.integrations.operations(ADMIN, id))).toContain(
      'contains backup, which is not a view of this integration (TABLE)',
    );

    google.datasets.set('crm_secure', viewsDataset({ a: 'VIEW' }));
    await portcullis.integrations.remove(ADMIN, id, undefined);
    expect(await portcullis.integrations.whenIdle(id)).toMatchObject({ status: 'deleted' });
    expect(google.datasets.size).toBe(0);
  });

  it('keeps a dataset with a view of others, and continues once the view is removed', async () => {
    const portcullis = await newPortcullis();
    const id = await create(portcullis);
    const { tableLabels } = viewsDataset({ a: 'VIEW' });
    google.datasets.set('crm_secure', { ...viewsDataset({ a: 'VIEW', theirs: 'VIEW' }), tableLabels });
    await portcullis.integrations.remove(ADMIN, id, undefined);
    expect(await portcullis.integrations.whenIdle(id)).toMatchObject({ status: 'deleteError' });
    expect([...google.datasets.keys()]).toEqual(['governance', 'crm_secure']);
    expect(JSON.stringify(await portcullis.integrations.operations(ADMIN, id))).toContain(
      'contains theirs, which is not a view of this integration (VIEW)',
    );

    google.datasets.set('crm_secure', viewsDataset({ a: 'VIEW' }));
    await portcullis.integrations.remove(ADMIN, id, undefined);
    expect(await portcullis.integrations.whenIdle(id)).toMatchObject({ status: 'deleted' });
  });

  it('keeps a dataset with a model', async () => {
    const portcullis = await newPortcullis();
    const id = await create(portcullis);
    const place = viewsDataset({ a: 'VIEW' });
    google.datasets.set('crm_secure', { ...place, models: { churn: {} } });
    await portcullis.integrations.remove(ADMIN, id, undefined);
    expect(await portcullis.integrations.whenIdle(id)).toMatchObject({ status: 'deleteError' });
    expect([...google.datasets.keys()]).toEqual(['governance', 'crm_secure']);
    expect(JSON.stringify(await portcullis.integrations.operations(ADMIN, id))).toContain(
      'contains churn, which is not a view of this integration (MODEL)',
    );
  });

  it('keeps a dataset with a foreign function', async () => {
    const portcullis = await newPortcullis();
    const id = await create(portcullis);
    const ours = routineDescription({ project: PROJECT, dataset: 'governance' }, 'Masks.');
    const place = viewsDataset({ a: 'VIEW' });
    google.datasets.set('crm_secure', { ...place, routines: { mask: ours, score: 'Rates a customer.' } });
    await portcullis.integrations.remove(ADMIN, id, undefined);
    expect(await portcullis.integrations.whenIdle(id)).toMatchObject({ status: 'deleteError' });
    expect([...google.datasets.keys()]).toEqual(['governance', 'crm_secure']);
    expect(JSON.stringify(await portcullis.integrations.operations(ADMIN, id))).toContain(
      'contains score, which is not a view of this integration (ROUTINE)',
    );

    google.datasets.set('crm_secure', { ...place, routines: { mask: ours } });
    await portcullis.integrations.remove(ADMIN, id, undefined);
    expect(await portcullis.integrations.whenIdle(id)).toMatchObject({ status: 'deleted' });
  });

  it('warns if the datasets cannot be listed', async () => {
    const portcullis = await newPortcullis();
    const id = await create(portcullis);
    google.failNext(`GET ${DATASETS}?`, bigqueryError(403, 'accessDenied', 'Access Denied.'));
    const dry = (await portcullis.integrations.remove(ADMIN, id, undefined, { dryRun: true })) as DryRunResponse;
    expect(dry.plan.warnings).toEqual([expect.stringContaining('The objects of kind dataset of views')]);
  });
});

describe('drift', () => {
  it('is absent on an unchanged project', async () => {
    const portcullis = await newPortcullis();
    const id = await create(portcullis);
    makeViews();
    expect(await portcullis.integrations.drift(ADMIN, id)).toMatchObject({ status: 'clean', findings: [] });
  });

  it.each([
    ['lost its label', () => google.datasets.set('governance', { location: 'EU', labels: {} })],
    ['was made again elsewhere', () => moveTo('US')],
  ])('is reported if the dataset %s', async (_what, change) => {
    const portcullis = await newPortcullis();
    const id = await create(portcullis);
    change();
    const { status, findings } = await portcullis.integrations.drift(ADMIN, id);
    expect(status).toBe('drifted');
    expect(findings).toMatchObject([{ state: 'changed', object: { key: 'dataset' } }]);
  });

  it('is reported if the custom role is missing, and unknown if a permission hides it', async () => {
    const portcullis = await newPortcullis();
    const id = await create(portcullis);
    const roles = new Map(google.roles);
    google.roles.clear();
    expect((await portcullis.integrations.drift(ADMIN, id)).findings).toMatchObject([
      { state: 'missing', object: { key: 'custom-role' } },
    ]);
    for (const [name, permissions] of roles) google.roles.set(name, permissions);
    account.permissions.delete('iam.roles.get');
    expect((await portcullis.integrations.drift(ADMIN, id)).findings).toMatchObject([
      { state: 'unknown', object: { key: 'custom-role' } },
      { state: 'unknown', object: { key: 'role-binding' } },
    ]);
  });

  it('includes a copied dataset with the mark', async () => {
    const portcullis = await newPortcullis();
    const id = await create(portcullis);
    const made = google.datasets.get('governance');
    if (made) google.datasets.set('governance_copy', made);
    expect((await portcullis.integrations.drift(ADMIN, id)).findings).toMatchObject([
      { state: 'extra', object: { kind: 'dataset', name: 'governance_copy' } },
    ]);
  });

  function moveTo(location: string): void {
    const made = google.datasets.get('governance');
    if (made) google.datasets.set('governance', { ...made, location });
  }
});

it('a set-up whose store was lost is adopted by naming its instance, and removed', async () => {
  const lost = await newPortcullis();
  await create(lost);
  await create(lost, 'elsewhere');
  const made = structuredClone(google.datasets);

  const { integrations, instanceId } = await newPortcullis();
  const asOwn = (await integrations.create(ADMIN, body(), { adopt: true, dryRun: true })) as DryRunResponse;
  expect(asOwn.adoption).toMatchObject({
    instanceId,
    otherInstances: [lost.instanceId],
    foreign: [{ key: 'dataset' }],
  });
  const { id } = (await integrations.create(ADMIN, body(), {
    adopt: true,
    instanceId: lost.instanceId,
  })) as OperationResponse;
  expect(await integrations.whenIdle(Number(id))).toMatchObject({ status: 'enabled' });
  expect(google.datasets).toEqual(made);
  await integrations.remove(ADMIN, Number(id), undefined);
  expect(await integrations.whenIdle(Number(id))).toMatchObject({ status: 'deleted' });
  expect([...google.datasets.keys()]).toEqual(['elsewhere']);
});
