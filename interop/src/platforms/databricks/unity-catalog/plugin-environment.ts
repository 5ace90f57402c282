import assert from 'node:assert/strict';
import type { Portcullis } from '@portcullis/core';
import { databricks } from '@portcullis/plugin-databricks';
import { startTestEnvironment } from '../../../shared/test-environment.ts';
import { startFront } from './front.ts';
import { addUser, type RunningUnity } from './start-unity.ts';

/** An instance of the service with its own user in the catalogue server. */
export interface PluginEnvironment {
  readonly portcullis: Portcullis;
  /** The user that the service works as. */
  readonly user: string;
  /** A set-up request for a catalog, with the token of the user unless another is given. */
  request(catalog: string, token?: string): object;
  /** The failed tests of a dry run, by id. */
  failures(request: object): Promise<readonly Failure[]>;
  create(request: object): Promise<number>;
  /** Returns the server's response to its administrator for a path below Unity Catalog's. */
  read(path: string): Promise<{ readonly status: number; readonly body: Readonly<Record<string, unknown>> }>;
  /** Runs a statement as the administrator. */
  administer(statement: string): Promise<void>;
}

interface Failure {
  readonly id: string | undefined;
  readonly failureClass: string | undefined;
  readonly statements: readonly string[];
}

/** Runs a case with the plugin against the server, as a user that it creates. */
export async function withPlugin(
  unity: RunningUnity,
  user: string,
  work: (environment: PluginEnvironment) => Promise<void>,
): Promise<void> {
  await addUser(unity, user);
  const own = await unity.tokenOf(user);
  const front = await startFront(unity);
  const { portcullis, dryRun, create, close } = await startTestEnvironment(front, {
    plugins: [databricks({ endpoint: front.address })],
  });
  try {
    await work({
      portcullis,
      user,
      request: (catalog, token = own) => ({
        type: 'Databricks',
        autoBootstrap: true,
        config: {
          workspaceUrl: 'dbc-a1b2c3d4-e5f6.cloud.databricks.com',
          httpPath: '/sql/1.0/warehouses/1a2b3c4d5e6f7a8b',
          catalog,
          authenticationType: 'token',
          token,
        },
      }),
      async failures(request) {
        const { validationResults } = await dryRun(request);
        return validationResults.validationTests
          .filter(({ status }) => status === 'failed')
          .map(({ id, failureClass, remediation }) => ({
            id,
            failureClass,
            statements: (remediation?.statements ?? []).map(String),
          }));
      },
      create,
      async read(path) {
        const response = await fetch(`${unity.url}/api/2.1/unity-catalog/${path}`, {
          headers: { authorization: `Bearer ${unity.adminToken}` },
        });
        return { status: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> };
      },
      async administer(statement) {
        const response = await fetch(`${front.address}/api/2.0/sql/statements`, {
          method: 'POST',
          headers: { authorization: `Bearer ${unity.adminToken}` },
          body: JSON.stringify({ statement: statement.replace(/;$/, '') }),
        });
        const { status } = (await response.json()) as { readonly status: { readonly state: string } };
        assert.equal(status.state, 'SUCCEEDED', statement);
      },
    });
  } finally {
    await close();
  }
}
