import type { Plugin } from '@portcullis/plugin-api';
import { bigquery } from '@portcullis/plugin-bigquery';
import { databricks } from '@portcullis/plugin-databricks';
import { redshift } from '@portcullis/plugin-redshift';
import { s3 } from '@portcullis/plugin-s3';
import { snowflake } from '@portcullis/plugin-snowflake';
import { synapse } from '@portcullis/plugin-synapse';
import { trino } from '@portcullis/plugin-trino';
import * as google from '../../platforms/bigquery/emulator/emulator.ts';
import * as workspace from '../../platforms/databricks/test-environment.ts';
import { startRedshiftLike } from '../../platforms/redshift/emulator/start-redshift-like.ts';
import * as aws from '../../platforms/s3/test-environment.ts';
import * as account from '../../platforms/snowflake/test-environment.ts';
import { runInWorksheet } from '../../platforms/snowflake/worksheet.ts';
import * as pool from '../../platforms/synapse/test-environment.ts';

/** A body of POST /integrations. */
export interface SetUpBody {
  readonly type: string;
  readonly autoBootstrap?: boolean;
  readonly config?: Readonly<Record<string, unknown>>;
}

/** The emulators of every platform, on loopback, and the plugins that connect to them for any host in a config. */
export interface EveryPlatform {
  readonly plugins: readonly Plugin[];
  /** A body that each platform accepts for a set-up, by type. */
  readonly bodies: Readonly<Record<string, SetUpBody>>;
  /** Host and port of all servers to which a plugin may connect. */
  readonly targets: readonly string[];
  /** A body of a manual set-up. */
  readonly manualBody: SetUpBody;
  /** Runs a script of {@link EveryPlatform.manualBody} as an administrator. */
  runManualScript(script: string): void;
  stop(): Promise<void>;
}

/** Starts the emulators. */
export async function startEveryPlatform(): Promise<EveryPlatform> {
  const [snow, bricks, synapsePool, s3Account, bigQuery, warehouse] = await Promise.all([
    account.startEnvironment(),
    workspace.startEnvironment(),
    pool.startEnvironment(),
    aws.startEnvironment(),
    google.startEmulator(),
    startRedshiftLike(),
  ]);
  const { credential } = bigQuery.admit(google.makeAccount());
  const { server } = warehouse;
  const bodies: readonly SetUpBody[] = [
    account.body(true),
    workspace.body(true),
    synapsePool.body(true) as SetUpBody,
    aws.body(),
    {
      type: 'Google BigQuery',
      autoBootstrap: false,
      config: { role: 'portcullis', dataset: 'governance', datasetSuffix: '_secure', location: 'EU', credential },
    },
    {
      type: 'Redshift',
      autoBootstrap: true,
      config: {
        host: 'warehouse.abc123.eu-central-1.redshift.amazonaws.com',
        database: 'governance',
        initialDatabase: server.database,
        authenticationType: 'userPassword',
        username: server.user,
        password: server.password,
      },
    },
    { type: 'Trino' },
  ];
  const addresses = [
    snow.emulator.address,
    bricks.emulator.address,
    ...Object.values<string>({ ...s3Account.emulator.endpoints }),
    ...Object.values<string>({ ...bigQuery.endpoints }),
  ];
  const ports = [synapsePool.emulator.port, server.port];
  return {
    plugins: [
      snowflake({ endpoint: snow.emulator.address }),
      databricks({ endpoint: bricks.emulator.address }),
      synapse({ localPorts: [synapsePool.emulator.port], certificateAuthorities: [synapsePool.emulator.ca] }),
      s3({ endpoints: s3Account.emulator.endpoints }),
      bigquery({ endpoints: bigQuery.endpoints }),
      redshift({ driver: warehouse.driver }),
      trino(),
    ],
    bodies: Object.fromEntries(bodies.map((body) => [body.type, body])),
    targets: [
      ...addresses.map((address) => new URL(address).host),
      ...ports.flatMap((port) => [`127.0.0.1:${port}`, `localhost:${port}`, `::1:${port}`]),
    ],
    manualBody: account.body(false, {
      ...account.SIGN_IN.password,
      username: 'BY_HAND',
      role: 'BY_HAND_ROLE',
      database: 'GOVERNANCE_BY_HAND',
    }),
    runManualScript(script) {
      const filled = script.replaceAll('{{servicePassword}}', `'${account.PASSWORD}'`);
      runInWorksheet(snow.emulator.worksheet('ADA'), filled);
    },
    async stop() {
      await Promise.all([snow.close(), bricks.close(), synapsePool.close(), s3Account.close(), bigQuery.stop()]);
      await warehouse.stop();
    },
  };
}
