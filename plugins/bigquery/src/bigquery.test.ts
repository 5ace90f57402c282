import { definitionOf, type ManagedObject } from '@portcullis/plugin-api';
import { describe, expect, it } from 'vitest';
import type { BigQuerySession, Dataset } from './connection/bigquery-session.ts';
import { GoogleApiError } from './failures/google-api-error.ts';
import { bigquery } from './index.ts';
import { markLabel } from './objects/mark-label.ts';
import { NEEDED_PERMISSIONS } from './permissions.ts';
import { SAMPLES } from './samples.ts';

const definition = definitionOf(bigquery());
const config = definition.config.parse(SAMPLES[0]);
const mark = (key: string) => `portcullis:instance:target:${key}`;
const objects: readonly ManagedObject[] = definition.objects(config, { mode: 'manual', facts: {}, mark, options: {} });
const signal = new AbortController().signal;

describe('the plugin', () => {
  it.each([
    { requestTimeoutMs: 0 },
    { requestTimeout: 10_000 },
    { endpoints: { token: 'https://example.com', bigquery: '', resourceManager: '', iam: '' } },
    {
      endpoints: {
        token: 'http://127.0.0.1:1/token',
        bigquery: 'http://127.0.0.1.example.com',
        resourceManager: 'http://127.0.0.1:1',
        iam: 'http://127.0.0.1:1',
      },
    },
  ])('rejects an invalid option', (options: object) => {
    expect(() => bigquery(options)).toThrow(expect.objectContaining({ code: 'OPTIONS_INVALID' }));
  });

  it('uses project and dataset as its target', () => {
    expect(definition.target(config)).toEqual({
      identity: ['acme-analytics', 'governance'],
      display: 'acme-analytics.governance',
      scope: 'acme-analytics',
    });
  });
});

describe('the managed objects', () => {
  it('are deterministic, and contain nothing of the key', () => {
    const again = definition.objects(config, { mode: 'manual', facts: {}, mark, options: {} });
    expect(JSON.stringify(again)).toBe(JSON.stringify(objects));
    expect(JSON.stringify(objects)).not.toContain('PRIVATE KEY');
  });

  it('are the dataset of the service, and the objects that an administrator has set up', () => {
    expect(objects.map(({ key, by, sharing = 'exclusive' }) => [key, by, sharing])).toEqual([
      ['custom-role', 'administrator', 'required'],
      ['role-binding', 'administrator', 'required'],
      ['dataset', 'service', 'exclusive'],
    ]);
  });

  it('mark the dataset with a label that the platform accepts', () => {
    const long = `portcullis:${'Ü'.repeat(80)}:dataset`;
    expect(markLabel(long)).toMatch(/^[a-z0-9_-]{1,63}$/);
    expect(markLabel(`${long}2`)).not.toBe(markLabel(long));
  });
});

describe('an observation of the platform', () => {
  const refused = new GoogleApiError({ status: 403, reasons: ['accessDenied'], message: 'Access Denied.' });
  const session = (responses: Partial<BigQuerySession>): BigQuerySession => ({
    account: { project: 'acme-analytics', email: 'portcullis@acme-analytics.iam.gserviceaccount.com' },
    dataset: async () => undefined,
    datasets: async () => [],
    tables: async () => [],
    routines: async () => [],
    models: async () => [],
    firstRow: async () => [],
    grantedPermissions: async () => new Set(),
    rolePermissions: async () => undefined,
    run: async () => ({}),
    close: async () => {},
    ...responses,
  });
  const observe = async (responses: Partial<BigQuerySession>) => {
    const observed = objects.map(({ key, kind, name, scope }) => ({
      key,
      kind,
      name,
      scope,
      desired: {},
      mark: mark(key),
    }));
    const seen = (await definition.observe?.(session(responses), observed, { config, signal })) ?? [];
    return Object.fromEntries(seen.map(({ key, state }) => [key, state]));
  };
  const datasetWith = (labels: Dataset['labels']) => async () => ({
    id: 'acme-analytics:governance',
    location: 'EU',
    description: '',
    labels,
  });

  it('distinguishes our dataset from foreign ones by the label', async () => {
    const label = markLabel(mark('dataset'));
    expect(await observe({ dataset: datasetWith({ 'portcullis-mark': label }) })).toMatchObject({ dataset: 'ours' });
    expect(await observe({ dataset: datasetWith({ 'portcullis-mark': 'x' }) })).toMatchObject({ dataset: 'foreign' });
    expect(await observe({ dataset: datasetWith({}) })).toMatchObject({ dataset: 'foreign' });
    expect(await observe({})).toMatchObject({ dataset: 'absent', 'custom-role': 'absent' });
  });

  it('reports hidden objects as unknown, never as absent', async () => {
    const hidden = async () => {
      throw refused;
    };
    const states = await observe({ dataset: hidden, rolePermissions: hidden, grantedPermissions: hidden });
    expect(states).toEqual({ 'custom-role': 'unknown', 'role-binding': 'unknown', dataset: 'unknown' });
  });

  it('detects the binding by its permissions', async () => {
    const all = new Set(NEEDED_PERMISSIONS.map(({ name }) => name));
    expect(await observe({ grantedPermissions: async () => all })).toMatchObject({ 'role-binding': 'foreign' });
  });

  it('fails during an outage instead of reporting a state', async () => {
    const outage = new GoogleApiError({ status: 503, reasons: ['backendError'], message: 'Try again.' });
    await expect(observe({ dataset: () => Promise.reject(outage) })).rejects.toBe(outage);
  });
});

describe('the set-up of the project', () => {
  it('is the script of bigquerySetup, for the account of the key', () => {
    const role = definition.setupRole?.(config, { mode: 'manual' });
    expect(role).toMatchObject({
      name: 'portcullis@acme-analytics.iam.gserviceaccount.com',
      script: { language: 'Shell', text: expect.stringContaining("role='portcullis'") },
    });
    expect(definition.account?.(config, { actor: 'service', mode: 'manual' })).toBe(role?.name);
  });

  it('uses the account that the script creates if the key belongs to another project', () => {
    const foreign = { ...JSON.parse(config.credential), client_email: '1234-compute@developer.gserviceaccount.com' };
    const role = definition.setupRole?.({ ...config, credential: JSON.stringify(foreign) }, { mode: 'manual' });
    expect(role?.name).toBe('portcullis@acme-analytics.iam.gserviceaccount.com');
  });

  it('grants the service account exactly the permissions that the objects need', () => {
    const dataset = objects.find(({ by }) => by === 'service');
    expect(dataset?.needs.map(({ name }) => name)).toEqual(NEEDED_PERMISSIONS.map(({ name }) => name));
  });
});

it('every feature is affected by a test', () => {
  const affected = new Set(definition.tests.flatMap(({ affects }) => affects ?? ['base']));
  expect([...affected].toSorted()).toEqual(definition.features?.map(({ id }) => id).toSorted());
});
