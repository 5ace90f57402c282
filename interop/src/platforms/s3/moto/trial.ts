import {
  createMemoryStore,
  createPortcullis,
  createStaticSecretKeys,
  type DryRunAnswer,
  type OperationAnswer,
  type ValidationTestResult,
} from '@portcullis/core';
import { s3 } from '@portcullis/plugin-s3';
import { type Emulator, startEmulator } from '../emulator/emulator.ts';
import { ACCOUNT, LOCATION_ROLE, PATH, REGION, type UserKey } from './prepared-account.ts';

const ADMIN = { principal: { id: 1, name: 'Ada', permissions: ['APPLICATION_ADMIN'], groups: [] } };

/** Portcullis against moto, which has no S3 Access Grants: for these there is the emulator. */
export interface Trial {
  /** The emulator of S3 Access Grants. */
  readonly grants: Emulator;
  /** The credentials of the host. */
  signInAs(key: UserKey): void;
  create(config: object): Promise<number>;
  remove(id: number): Promise<void>;
  status(id: number): Promise<string>;
  /** The tests of a dry run, by id. */
  tests(config: object): Promise<ReadonlyMap<string, ValidationTestResult>>;
  /** Runs work as an administrator, whose permissions are not checked. */
  asAdministrator<Result>(work: () => Promise<Result>): Promise<Result>;
  end(): Promise<void>;
}

/** @param address - that of moto. */
export async function startTrial(address: string): Promise<Trial> {
  const grants = await startEmulator({
    id: ACCOUNT,
    keys: 'any',
    regions: new Set([REGION]),
    locations: new Map(),
    grants: new Map(),
    roles: new Map([['portcullis-location', { arn: LOCATION_ROLE, trust: {} }]]),
    buckets: new Map(),
    denied: undefined,
  });
  let host: UserKey | undefined;
  const hostCredentials = async () => {
    if (!host) throw new Error('Nobody is signed in as the host.');
    return { accessKeyId: host.awsAccessKeyId, secretAccessKey: host.awsSecretAccessKey };
  };
  const endpoints = { sts: address, iam: address, s3: address, s3Control: grants.endpoints.s3Control };
  const { integrations, close } = await createPortcullis({
    plugins: [s3({ endpoints, hostCredentials })],
    store: createMemoryStore(),
    secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, 7) } }),
  });
  const body = (config: object) => ({
    type: 'Native S3',
    autoBootstrap: false,
    config: {
      name: 'Lake',
      awsAccountId: ACCOUNT,
      awsRegion: REGION,
      awsLocationRole: LOCATION_ROLE,
      awsLocationPath: PATH,
      authenticationType: 'accessKey',
      ...config,
    },
  });
  const enforce = (count: string) => fetch(`${address}/moto-api/reset-auth`, { method: 'POST', body: count });
  return {
    grants,
    signInAs(key) {
      host = key;
    },
    async create(config) {
      const { id } = (await integrations.create(ADMIN, body(config))) as OperationAnswer;
      await integrations.settled(Number(id));
      return Number(id);
    },
    async remove(id) {
      await integrations.remove(ADMIN, id, undefined);
    },
    status: async (id) => (await integrations.settled(id)).status,
    async tests(config) {
      const answer = (await integrations.create(ADMIN, body(config), { dryRun: true })) as DryRunAnswer;
      return new Map(answer.validationResults.validationTests.map((test) => [test.id ?? test.name, test]));
    },
    async asAdministrator(work) {
      await enforce('1000');
      try {
        return await work();
      } finally {
        await enforce('0');
      }
    },
    async end() {
      await close();
      await grants.stop();
    },
  };
}
