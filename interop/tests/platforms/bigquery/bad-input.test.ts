import type { DryRunResponse, Portcullis, ValidationTestResult } from '@portcullis/core';
import { bigquery, bigquerySetup } from '@portcullis/plugin-bigquery';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Account,
  type Emulator,
  type Fault,
  makeAccount,
  PROJECT,
  startEmulator,
} from '../../../src/platforms/bigquery/emulator/emulator.ts';
import {
  bigqueryError,
  type GivenResponse,
  googleError,
  tokenError,
} from '../../../src/platforms/bigquery/emulator/google-errors.ts';
import { ADMIN } from '../../../src/shared/admin.ts';
import { openInMemory } from '../../../src/shared/open-in-memory.ts';

const own = makeAccount();
const forged = makeAccount();
const foreign = makeAccount('portcullis', PROJECT, 'other-project');
const { permissions: NEEDED } = bigquerySetup({ project: PROJECT, role: 'portcullis', dataset: 'governance' });

const DATASETS = `/bigquery/v2/projects/${PROJECT}/datasets`;
const [TOKEN, QUERY] = ['POST /token', `POST /bigquery/v2/projects/${PROJECT}/queries`];
const [DATASET, ASK] = [`GET ${DATASETS}/governance`, `POST /v3/projects/${PROJECT}:testIamPermissions`];
const THEIRS = { location: 'EU', labels: { team: 'finance' }, tables: { salaries: 'TABLE' } };

let google: Emulator;
let account: Account;
let portcullis: Portcullis;
let usedByDataSources: string[];

beforeEach(async () => {
  google = await startEmulator();
  google.datasets.set('finance', THEIRS);
  account = google.admit({ ...own, permissions: new Set(own.permissions) });
  usedByDataSources = [];
  portcullis = await newPortcullis();
});

afterEach(async () => {
  await portcullis.close();
  await google.stop();
});

const newPortcullis = (token = google.endpoints.token) =>
  openInMemory({
    plugins: [bigquery({ endpoints: { ...google.endpoints, token } })],
    host: { isDataSourceCredential: async (name) => usedByDataSources.includes(name) },
  });

const body = (config: Readonly<Record<string, unknown>> = {}) => ({
  type: 'Google BigQuery',
  autoBootstrap: false,
  config: {
    role: 'portcullis',
    dataset: 'governance',
    datasetSuffix: '_secure',
    location: 'EU',
    credential: account.credential,
    ...config,
  },
});

async function testsOf(config?: Readonly<Record<string, unknown>>): Promise<ReadonlyMap<string, ValidationTestResult>> {
  const response = await portcullis.integrations.create(ADMIN, body(config), { dryRun: true });
  const { validationTests } = (response as DryRunResponse).validationResults;
  return new Map(validationTests.map((test) => [test.id ?? test.name, test]));
}

interface Row {
  readonly what: string;
  readonly config?: Readonly<Record<string, unknown>>;
  readonly fault?: readonly [on: string, fault: Fault];
  readonly arrange?: () => void;
  /** The test that reports it, and its result. */
  readonly test: string;
  readonly status?: ValidationTestResult['status'];
  readonly class: string;
  readonly says: string;
  readonly remedy?: readonly string[];
}

const refusedKey = (what: string, description: string): Row => ({
  what,
  fault: [TOKEN, tokenError('invalid_grant', description)],
  test: 'basic-connection',
  class: 'credentials',
  says: 'Google refused the key: it was deleted or disabled, has expired, or is too new.',
  remedy: [
    `gcloud iam service-accounts keys create portcullis-key.json --iam-account='${own.email}' --project='${PROJECT}'`,
  ],
});

const responded = (
  what: string,
  on: string,
  fault: Fault,
  expected: Pick<Row, 'class' | 'says'> & Partial<Row>,
): Row => ({ what, fault: [on, fault], test: 'basic-connection', ...expected });

const page = (status: number): GivenResponse => ({ status, body: '<html>Sign in to the network</html>' });
const MOMENT = { class: 'transient', says: 'Google failed temporarily' };

const ROWS: readonly Row[] = [
  { ...refusedKey('a key that Google does not know', ''), config: { credential: forged.credential } },
  refusedKey('a key that was deleted, disabled or has expired', 'Invalid JWT Signature.'),
  responded('an account that does not exist', TOKEN, tokenError('invalid_grant', 'Invalid grant: account not found'), {
    class: 'credentials',
    says: 'Google does not know the service account of the key',
  }),
  responded(
    'a clock that is wrong',
    TOKEN,
    tokenError(
      'invalid_grant',
      'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe.',
    ),
    { class: 'credentials', says: 'The clock of the service is wrong' },
  ),
  responded(
    'a project without slots',
    QUERY,
    bigqueryError(
      400,
      'invalidQuery',
      'Cannot run query: project does not have the reservation in the data region or no slots are configured',
    ),
    { class: 'unsupported', says: 'The project has no slots for queries' },
  ),
  responded('an account that is disabled', TOKEN, tokenError('disabled_client', 'The OAuth client was disabled.'), {
    class: 'credentials',
    says: 'refused the service account',
    remedy: [`gcloud iam service-accounts enable '${own.email}' --project='${PROJECT}'`],
  }),
  {
    what: 'the key of an account of another project',
    config: { credential: foreign.credential },
    arrange: () => void google.admit(foreign),
    test: 'key-project',
    class: 'invalid-input',
    says: `${foreign.email} does not belong to the project ${PROJECT}`,
  },
  {
    what: 'the account of a data source',
    arrange: () => void usedByDataSources.push(own.email),
    test: 'not-data-source-credential',
    class: 'invalid-input',
    says: `${own.email} is the credential of a data source`,
  },
  responded(
    'the BigQuery API is not enabled',
    QUERY,
    bigqueryError(403, 'accessNotConfigured', 'BigQuery API has not been used in project 1 before or it is disabled.'),
    {
      class: 'unsupported',
      says: 'BigQuery API has not been used',
      remedy: [`gcloud services enable bigquery.googleapis.com --project='${PROJECT}'`],
    },
  ),
  responded(
    'the Resource Manager API is not enabled',
    ASK,
    googleError(403, 'PERMISSION_DENIED', 'SERVICE_DISABLED', 'Cloud Resource Manager API has not been used before.'),
    {
      test: 'project-permissions',
      status: 'warning',
      class: 'unsupported',
      says: 'The permissions cannot be seen',
      remedy: [`gcloud services enable cloudresourcemanager.googleapis.com --project='${PROJECT}'`],
    },
  ),
  responded('billing is not enabled', QUERY, bigqueryError(403, 'billingNotEnabled', 'Billing has not been enabled.'), {
    class: 'unsupported',
    says: 'Billing is not enabled',
  }),
  responded(
    'a perimeter around the project',
    QUERY,
    googleError(
      403,
      'PERMISSION_DENIED',
      'SECURITY_POLICY_VIOLATED',
      "Request is prohibited by organization's policy.",
    ),
    { class: 'unsupported', says: "prohibited by organization's policy" },
  ),
  responded(
    'a perimeter around the project, in the form of BigQuery',
    QUERY,
    bigqueryError(403, 'policyViolation', "VPC Service Controls: Request is prohibited by organization's policy."),
    { class: 'unsupported', says: "prohibited by organization's policy" },
  ),
  responded(
    'a perimeter around the Resource Manager',
    ASK,
    googleError(
      403,
      'PERMISSION_DENIED',
      'SECURITY_POLICY_VIOLATED',
      "Request is prohibited by organization's policy.",
    ),
    {
      test: 'project-permissions',
      status: 'warning',
      class: 'unsupported',
      says: "prohibited by organization's policy",
    },
  ),
  responded(
    'a location that Google does not know',
    QUERY,
    bigqueryError(400, 'invalid', 'Invalid location: xx-nowhere1'),
    {
      config: { location: 'xx-nowhere1' },
      class: 'invalid-input',
      says: 'Invalid location: xx-nowhere1.',
    },
  ),
  {
    what: 'another location than that of the dataset',
    arrange: () => void google.datasets.set('governance', { location: 'US', labels: {} }),
    test: 'dataset-location',
    class: 'invalid-input',
    says: 'The dataset governance is in US, not in EU',
  },
  {
    what: 'a foreign dataset',
    arrange: () => void google.datasets.set('governance', THEIRS),
    test: 'dataset-absent',
    class: 'already-exists',
    says: 'governance exists and was not made by Portcullis',
  },
  {
    what: 'a custom role that does not exist',
    arrange: () => google.roles.clear(),
    test: 'role-present',
    class: 'not-found',
    says: `projects/${PROJECT}/roles/portcullis does not exist`,
  },
  responded(
    'a quota that is used up',
    QUERY,
    bigqueryError(403, 'quotaExceeded', 'Quota exceeded: too many queries.'),
    {
      class: 'transient',
      says: 'Quota exceeded',
    },
  ),
  responded(
    'too many requests',
    QUERY,
    googleError(429, 'RESOURCE_EXHAUSTED', 'RATE_LIMIT_EXCEEDED', 'Exceeded rate limits.'),
    { class: 'transient', says: 'Exceeded rate limits' },
  ),
  responded('the token endpoint fails', TOKEN, page(503), MOMENT),
  responded('the token endpoint is cut off in its response', TOKEN, 'cut', { class: 'network', says: '' }),
  responded('BigQuery is cut off in its response', QUERY, 'cut', { class: 'network', says: '' }),
  responded('something in between asks for a sign-in', TOKEN, page(200), {
    class: 'network',
    says: 'The response is not',
  }),
  responded('a proxy asks for a password', TOKEN, page(407), {
    class: 'network',
    says: 'A server between the service',
  }),
  responded('the dataset cannot be looked at', DATASET, bigqueryError(503, 'backendError', 'Try again.'), {
    // Observing the platform belongs to the last gate.
    ...MOMENT,
  }),
];

describe('a set-up is rejected or has a warning, and the project is unchanged', () => {
  it.each(ROWS)('$what', async ({ config, fault, arrange, test, status = 'failed', says, remedy, ...row }) => {
    arrange?.();
    if (fault) google.failAlways(...fault);
    const before = structuredClone(google.datasets);
    const result = (await testsOf(config)).get(test);
    expect(result).toMatchObject({ status, failureClass: row.class, message: expect.stringContaining(says) });
    expect(result?.remediation?.statements).toEqual(remedy);
    expect(JSON.stringify(result)).not.toMatch(/PRIVATE KEY|ya29|eyJ/);
    if (status === 'failed') {
      await expect(portcullis.integrations.create(ADMIN, body(config))).rejects.toMatchObject({
        code: 'VALIDATION_FAILED',
      });
    }
    expect(google.datasets).toEqual(before);
    expect(google.seen.filter(({ method, path }) => path.startsWith(DATASETS) && method !== 'GET')).toEqual([]);
  });

  it.each(NEEDED)('%s is missing, and the message names the binding that fixes it', async (permission) => {
    account.permissions.delete(permission);
    const before = structuredClone(google.datasets);
    const test = permission === 'bigquery.jobs.create' ? 'basic-connection' : 'project-permissions';
    const result = (await testsOf()).get(test);
    expect(result).toMatchObject({
      status: 'failed',
      failureClass: 'missing-grant',
      message: expect.stringContaining(permission),
    });
    expect(result?.remediation).toEqual({
      statements: [
        `gcloud iam roles update 'portcullis' --project='${PROJECT}' --add-permissions='${permission}'`,
        `gcloud projects add-iam-policy-binding '${PROJECT}' --member='serviceAccount:${own.email}' --role='projects/${PROJECT}/roles/portcullis' --condition=None`,
      ],
      runAs: 'a role administrator and project IAM administrator of the project',
    });
    await expect(portcullis.integrations.create(ADMIN, body())).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(google.datasets).toEqual(before);
  });

  it('the access controls of datasets cannot be seen, and the other tests do not need them', async () => {
    account.permissions.delete('bigquery.datasets.getIamPolicy');
    const failed = [...(await testsOf()).values()].filter(({ status }) => status === 'failed');
    expect(failed.map(({ id }) => id)).toEqual(['project-permissions']);
  });

  it('the token endpoint has a closed port', async () => {
    const gone = await startEmulator();
    await gone.stop();
    await portcullis.close();
    portcullis = await newPortcullis(gone.endpoints.token);
    expect((await testsOf()).get('basic-connection')).toMatchObject({ status: 'failed', failureClass: 'network' });
    expect(google.seen).toEqual([]);
  });
});

describe('a body is rejected before any request is sent', () => {
  const key = (changes: object) => JSON.stringify({ ...JSON.parse(own.credential), ...changes });
  it.each([
    ['no JSON', { credential: 'hunter2' }, 'not the JSON text of a service-account key file'],
    ['the key of a person', { credential: key({ type: 'authorized_user' }) }, '"type"'],
    ['a key for another address', { credential: key({ token_uri: 'http://127.0.0.1/token' }) }, '"token_uri"'],
    ['a key that is none', { credential: key({ private_key: 'hunter2' }) }, '"private_key"'],
    ['a dataset with its project', { dataset: 'acme.governance' }, 'without the project'],
    ['a suffix without underscore', { datasetSuffix: 'secure' }, 'begins with an underscore'],
    ['no location', { location: 'Mars' }, 'A location is US, EU or a region'],
    ['a whole role name', { role: 'projects/acme/roles/x' }, 'without "projects/'],
    ['a field that there is not', { project: PROJECT }, 'project'],
  ])('%s', async (_what, config, says) => {
    const error = await portcullis.integrations.create(ADMIN, body(config)).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ statusCode: 400 });
    const shown = JSON.stringify([(error as Error).message, error]);
    expect(shown.replaceAll('\\"', '"').replaceAll('\\', '')).toContain(says);
    expect(shown).not.toMatch(/hunter2|PRIVATE KEY/);
    expect(google.seen).toEqual([]);
  });
});
