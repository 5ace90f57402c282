import type { Client } from './generated/client/types.gen.ts';
import {
  createIntegration as create,
  migrateIntegration as migrate,
  type Options,
  deleteIntegration as remove,
  updateIntegration as update,
} from './generated/sdk.gen.ts';
import type {
  CreateIntegrationData,
  DeleteIntegrationData,
  DryRunResponse,
  MigrateIntegrationData,
  MigrationDryRunResponse,
  MigrationResponse,
  OperationResponse,
  UpdateIntegrationData,
} from './generated/types.gen.ts';

/** The input of an operation, without the parameter `dryRun`. */
export type ChangeOptions<Data extends { url: string; query?: { dryRun?: boolean } }> = Omit<
  Options<Data, true>,
  'client' | 'query' | 'throwOnError' | 'responseStyle'
> & { readonly client: Client; readonly query?: Omit<NonNullable<Data['query']>, 'dryRun'> };

const dry = <Query>(query: Query) => ({ ...query, dryRun: true });

/**
 * Creates an integration: `POST /integrations`. Resolves when the request is accepted; `waitUntilEnabled` waits until
 * the set-up has ended.
 */
export const createIntegration = (options: ChangeOptions<CreateIntegrationData>) =>
  create(options) as Promise<OperationResponse>;

/**
 * Validates and plans {@link createIntegration} without running it. Send the hash of the plan as the header `If-Plan`
 * to run exactly this plan.
 */
export const planCreateIntegration = (options: ChangeOptions<CreateIntegrationData>) =>
  create({ ...options, query: dry(options.query) }) as Promise<DryRunResponse>;

/** Changes an integration: `PUT /integrations/{id}`. */
export const updateIntegration = (options: ChangeOptions<UpdateIntegrationData>) =>
  update(options) as Promise<OperationResponse>;

/** Validates and plans {@link updateIntegration} without running it. */
export const planUpdateIntegration = (options: ChangeOptions<UpdateIntegrationData>) =>
  update({ ...options, query: dry(options.query) }) as Promise<DryRunResponse>;

/** Deletes an integration: `DELETE /integrations/{id}`. */
export const deleteIntegration = (options: ChangeOptions<DeleteIntegrationData>) =>
  remove(options) as Promise<OperationResponse>;

/** Validates and plans {@link deleteIntegration} without running it. */
export const planDeleteIntegration = (options: ChangeOptions<DeleteIntegrationData>) =>
  remove({ ...options, query: dry(options.query) }) as Promise<DryRunResponse>;

/** Migrates an integration to the installed version of its plugin: `POST /integrations/{id}/migrate`. */
export const migrateIntegration = (options: ChangeOptions<MigrateIntegrationData>) =>
  migrate(options) as Promise<MigrationResponse>;

/** Plans {@link migrateIntegration} without running it. */
export const planMigrateIntegration = (options: ChangeOptions<MigrateIntegrationData>) =>
  migrate({ ...options, query: dry(options.query) }) as Promise<MigrationDryRunResponse>;
