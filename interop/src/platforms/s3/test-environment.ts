import {
  createMemoryStore,
  createPortcullis,
  createStaticSecretKeys,
  type DryRunAnswer,
  type OperationAnswer,
  type Portcullis,
  type ValidationTestResult,
} from '@portcullis/core';
import { type S3Options, s3 } from '@portcullis/plugin-s3';
import { type Emulator, startEmulator } from './emulator/emulator.ts';
import { ACCOUNT, KEY_ID, REGION, ROLE, type SampleAccount, SECRET, sampleAccount } from './sample-account.ts';

export const ADMIN = { principal: { id: 1, name: 'Ada', permissions: ['APPLICATION_ADMIN'], groups: [] } };

/** Portcullis against an emulator of AWS. */
export interface Trial {
  readonly aws: Emulator;
  readonly account: SampleAccount;
  readonly portcullis: Portcullis;
  body(changes?: Readonly<Record<string, unknown>>): object;
  /** Creates an integration and waits for it to settle. */
  create(changes?: Readonly<Record<string, unknown>>): Promise<number>;
  status(id: number): Promise<string>;
  /** The tests of a dry run, by id. */
  tests(changes?: Readonly<Record<string, unknown>>): Promise<ReadonlyMap<string, ValidationTestResult>>;
  /** Returns the changes in the account. */
  changes(): readonly string[];
  end(): Promise<void>;
}

export async function startTrial(options: S3Options = {}, account: SampleAccount = sampleAccount()): Promise<Trial> {
  const aws = await startEmulator(account);
  const portcullis = await createPortcullis({
    plugins: [s3({ endpoints: aws.endpoints, ...options })],
    store: createMemoryStore(),
    secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, 7) } }),
  });
  const body: Trial['body'] = (changes = {}) => ({
    type: 'Native S3',
    autoBootstrap: false,
    config: {
      name: 'Lake',
      awsAccountId: ACCOUNT,
      awsRegion: REGION,
      awsLocationRole: ROLE,
      awsLocationPath: 's3://acme-lake/curated/',
      authenticationType: 'accessKey',
      awsAccessKeyId: KEY_ID,
      awsSecretAccessKey: SECRET,
      ...changes,
    },
  });
  return {
    aws,
    account,
    portcullis,
    body,
    async create(changes) {
      const { id } = (await portcullis.integrations.create(ADMIN, body(changes))) as OperationAnswer;
      await portcullis.integrations.settled(Number(id));
      return Number(id);
    },
    status: async (id) => (await portcullis.integrations.settled(id)).status,
    async tests(changes) {
      const answer = await portcullis.integrations.create(ADMIN, body(changes), { dryRun: true });
      const { validationTests } = (answer as DryRunAnswer).validationResults;
      return new Map(validationTests.map((test) => [test.id ?? test.name, test]));
    },
    changes: () => aws.seen.filter((operation) => /^(Create|Delete)/.test(operation)),
    async end() {
      await portcullis.close();
      await aws.stop();
    },
  };
}
