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
  DryRunAnswer,
  MigrateIntegrationData,
  MigrationAnswer,
  MigrationDryRunAnswer,
  OperationAnswer,
  UpdateIntegrationData,
} from './generated/types.gen.ts';

/** The input of an operation, without the parameter that decides whether it runs. */
export type ChangeOptions<Data extends { url: string; query?: { dryRun?: boolean } }> = Omit<
  Options<Data, true>,
  'client' | 'query' | 'throwOnError' | 'responseStyle'
> & { readonly client: Client; readonly query?: Omit<NonNullable<Data['query']>, 'dryRun'> };

const dry = <Query>(query: Query) => ({ ...query, dryRun: true });

/** Creates an integration: `POST /integrations`. Resolves when it is accepted; `waitUntilEnabled` waits for the end. */
export const createIntegration = (options: ChangeOptions<CreateIntegrationData>) =>
  create(options) as Promise<OperationAnswer>;

/** Validates and plans what {@link createIntegration} would do; its hash goes into the header `If-Plan`. */
export const planCreateIntegration = (options: ChangeOptions<CreateIntegrationData>) =>
  create({ ...options, query: dry(options.query) }) as Promise<DryRunAnswer>;

/** Changes an integration: `PUT /integrations/{id}`. */
export const updateIntegration = (options: ChangeOptions<UpdateIntegrationData>) =>
  update(options) as Promise<OperationAnswer>;

/** Validates and plans what {@link updateIntegration} would do. */
export const planUpdateIntegration = (options: ChangeOptions<UpdateIntegrationData>) =>
  update({ ...options, query: dry(options.query) }) as Promise<DryRunAnswer>;

/** Deletes an integration: `DELETE /integrations/{id}`. */
export const deleteIntegration = (options: ChangeOptions<DeleteIntegrationData>) =>
  remove(options) as Promise<OperationAnswer>;

/** Validates and plans what {@link deleteIntegration} would do. */
export const planDeleteIntegration = (options: ChangeOptions<DeleteIntegrationData>) =>
  remove({ ...options, query: dry(options.query) }) as Promise<DryRunAnswer>;

/** Takes an integration to the installed version of its plugin: `POST /integrations/{id}/migrate`. */
export const migrateIntegration = (options: ChangeOptions<MigrateIntegrationData>) =>
  migrate(options) as Promise<MigrationAnswer>;

/** Plans what {@link migrateIntegration} would do. */
export const planMigrateIntegration = (options: ChangeOptions<MigrateIntegrationData>) =>
  migrate({ ...options, query: dry(options.query) }) as Promise<MigrationDryRunAnswer>;
