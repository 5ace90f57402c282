import { type Endpoints, s3 } from '@portcullis/plugin-s3';
import { startTestEnvironment, type TestEnvironment } from '../../../shared/test-environment.ts';
import { type Emulator, startEmulator } from '../emulator/emulator.ts';
import { ACCOUNT, LOCATION_ROLE, PATH, REGION, type UserKey } from './prepared-account.ts';

/** The service against moto, and against the emulator for S3 Access Grants, which moto does not have. */
export interface MotoEnvironment extends TestEnvironment<Emulator> {
  readonly endpoints: Endpoints;
  /** Sets the credentials of the host. */
  signInAs(key: UserKey): void;
  /** Runs a function as an administrator, whose permissions are not checked. */
  asAdministrator<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** @param address - the address of moto. */
export async function startMotoEnvironment(address: string): Promise<MotoEnvironment> {
  const grants = await startEmulator({
    id: ACCOUNT,
    keys: new Map(),
    regions: new Set([REGION]),
    locations: new Map(),
    grants: new Map(),
    removedGrants: new Map(),
    visibleAfterRemovalMs: 0,
    roles: new Map([['portcullis-location', { arn: LOCATION_ROLE, trust: {} }]]),
    buckets: new Map(),
    denied: undefined,
    conditional: new Map(),
    forbidden: new Map(),
    foreignBuckets: new Set(),
  });
  let host: UserKey | undefined;
  const hostCredentials = async () => {
    if (!host) throw new Error('The host has no credentials.');
    return { accessKeyId: host.awsAccessKeyId, secretAccessKey: host.awsSecretAccessKey };
  };
  const endpoints = { sts: address, iam: address, s3: address, s3Control: grants.endpoints.s3Control };
  const environment = await startTestEnvironment(grants, { plugins: [s3({ endpoints, hostCredentials })] });
  const enforceAfter = (requests: string) =>
    fetch(`${address}/moto-api/reset-auth`, { method: 'POST', body: requests });
  return {
    ...environment,
    endpoints,
    signInAs(key) {
      host = key;
    },
    async asAdministrator(work) {
      await enforceAfter('1000');
      try {
        return await work();
      } finally {
        await enforceAfter('0');
      }
    },
  };
}

/** A request to set up. */
export function body(changes: object): object {
  return { type: 'Native S3', autoBootstrap: false, config: configFor(changes) };
}

/** A config for the prepared account. */
export function configFor(changes: object) {
  return {
    name: 'Lake',
    awsAccountId: ACCOUNT,
    awsRegion: REGION,
    awsLocationRole: LOCATION_ROLE,
    awsLocationPath: PATH,
    authenticationType: 'accessKey',
    ...changes,
  };
}
