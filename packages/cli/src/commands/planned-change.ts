import {
  type DryRunResponse,
  isPortcullisError,
  listIntegrations,
  type PortcullisClient,
  planCreateIntegration,
  planUpdateIntegration,
} from '@portcullis/client';
import type { IntegrationFile } from '../files/integration-file.ts';
import { differingFields } from './differing-fields.ts';
import { asBody } from './preview.ts';

/** The desired state of a file, and the change that leads to it. */
export type PlannedChange = { readonly file: IntegrationFile } & (
  | { readonly change: 'create'; readonly dryRun: DryRunResponse }
  | { readonly change: 'update'; readonly dryRun: DryRunResponse; readonly id: number; readonly version: string }
  | { readonly change: 'none'; readonly id: number }
  | { readonly change: 'refused'; readonly error: unknown }
);

/** A planned change with an effect. */
export type PendingChange = Extract<PlannedChange, { readonly dryRun: DryRunResponse }>;

/** Plans the change of a file by dry runs. The server finds the integration by its target. Nothing is changed. */
export async function planChange(
  client: PortcullisClient,
  file: IntegrationFile,
  signal: AbortSignal,
): Promise<PlannedChange> {
  try {
    // A type without a config has no target, so the first integration of the type is used.
    const existing = 'config' in file.body ? undefined : await findOfType(client, file.type, signal);
    if (existing !== undefined) return { file, change: 'none', id: existing };
    const dryRun = await planCreateIntegration({ client, body: asBody(file.body), signal });
    return { file, change: 'create', dryRun };
  } catch (error) {
    const id = idOfTargetHolder(error);
    if (id === undefined) return { file, change: 'refused', error };
    return planForExisting(client, file, id, signal);
  }
}

async function planForExisting(
  client: PortcullisClient,
  file: IntegrationFile,
  id: number,
  signal: AbortSignal,
): Promise<PlannedChange> {
  try {
    const url = '/integrations/{id}';
    const { data, response } = await client.get({
      url,
      path: { id },
      signal,
      responseStyle: 'fields',
      throwOnError: true,
    });
    const stored = data as StoredIntegration;
    const version = response.headers.get('etag') ?? '*';
    try {
      const dryRun = await planUpdateIntegration({ client, path: { id }, body: asBody(file.body) as never, signal });
      return dryRun.plan.steps.length === 0 && isSetUp(stored)
        ? { file, change: 'none', id }
        : { file, change: 'update', dryRun, id, version };
    } catch (error) {
      if (!isPortcullisError(error, 'TYPE_NOT_EDITABLE')) throw error;
      return planForUneditable(file, id, stored);
    }
  } catch (error) {
    return { file, change: 'refused', error };
  }
}

interface StoredIntegration {
  readonly status?: string;
  readonly config?: Readonly<Record<string, unknown>>;
}

function isSetUp({ status }: StoredIntegration): boolean {
  return status === 'enabled' || status === 'recurringValidationError';
}

/** Plans the change of an integration that cannot be edited: it matches the file, or the user must delete it first. */
function planForUneditable(file: IntegrationFile, id: number, stored: StoredIntegration): PlannedChange {
  const fields = differingFields(file.body.config, stored.config);
  if (fields.length === 0 && isSetUp(stored)) return { file, change: 'none', id };
  const what = fields.length === 0 ? `is in the state ${stored.status}` : `differs in ${fields.join(', ')}`;
  const error = new Error(
    `Integration ${id} ${what}, and integrations of type ${file.type} cannot be edited. Delete it, then apply again.`,
  );
  return { file, change: 'refused', error };
}

async function findOfType(client: PortcullisClient, type: string, signal: AbortSignal): Promise<number | undefined> {
  const found = (await listIntegrations({ client, signal })).find((each) => each.type === type);
  return found && Number(found.id);
}

/** Returns the id of the integration that already has the target of a file. */
function idOfTargetHolder(error: unknown): number | undefined {
  if (!isPortcullisError(error, 'TARGET_TAKEN', 'TARGET_CREATION_FAILED')) return undefined;
  const { id } = (error.details ?? {}) as { readonly id?: unknown };
  return id === undefined ? undefined : Number(id);
}
