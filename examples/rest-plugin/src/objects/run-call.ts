import { type ExecutableOperation, type OperationResult, PlatformError } from '@portcullis/plugin-api';
import type { NamedObject, NewServiceAccount, PlatformCalls } from '../connection/platform-session.ts';

/** The names of the calls, as plan and journal show them. */
export const CALLS = {
  createRole: 'roles.create',
  deleteRole: 'roles.delete',
  grant: 'roles.grant',
  revoke: 'roles.revoke',
  createAccount: 'serviceAccounts.create',
  changeSecret: 'serviceAccounts.changeSecret',
  deleteAccount: 'serviceAccounts.delete',
} as const;

/** The input of the calls for one object. */
interface ObjectInput {
  readonly name: string;
  readonly mark: string;
}

/** The input of the calls for a grant. */
interface GrantInput {
  readonly role: string;
  readonly catalog: string;
  readonly privilege: string;
}

type AccountInput = Omit<NewServiceAccount, 'roleId'> & { readonly role: string };
type Run = (calls: PlatformCalls, input: never, signal: AbortSignal) => Promise<void>;

const RUNS: Readonly<Record<string, Run>> = {
  [CALLS.createRole]: (calls, input: ObjectInput, signal) => calls.createRole(input, signal),
  async [CALLS.deleteRole](calls, input: ObjectInput, signal) {
    const { id } = checked(await calls.role(input.name, signal), 'role', input);
    await calls.deleteRole(id, signal);
  },
  async [CALLS.grant](calls, { role, catalog, privilege }: GrantInput, signal) {
    const { id } = required(await calls.role(role, signal), 'role', role);
    const { id: catalogId } = required(await calls.catalog(catalog, signal), 'catalog', catalog);
    await calls.grant(id, { catalogId, privilege }, signal);
  },
  async [CALLS.revoke](calls, { role, catalog, privilege }: GrantInput, signal) {
    const { id } = required(await calls.role(role, signal), 'role', role);
    const { id: catalogId } = required(await calls.catalog(catalog, signal), 'catalog', catalog);
    const grants = await calls.grants(id, signal);
    const found = grants.find((each) => each.catalogId === catalogId && each.privilege === privilege);
    await calls.revoke(id, required(found, 'grant', `${privilege} on ${catalog}`).id, signal);
  },
  async [CALLS.createAccount](calls, { role, ...account }: AccountInput, signal) {
    const { id: roleId } = required(await calls.role(role, signal), 'role', role);
    await calls.createServiceAccount({ ...account, roleId }, signal);
  },
  async [CALLS.changeSecret](calls, { clientSecret, ...input }: AccountInput, signal) {
    const { id } = checked(await calls.serviceAccount(input.name, signal), 'service account', input);
    await calls.changeSecret(id, clientSecret, signal);
  },
  async [CALLS.deleteAccount](calls, input: ObjectInput, signal) {
    const { id } = checked(await calls.serviceAccount(input.name, signal), 'service account', input);
    await calls.deleteServiceAccount(id, signal);
  },
};

/** Executes a call of a plan. */
export async function runCall(
  calls: PlatformCalls,
  operation: Extract<ExecutableOperation, { readonly kind: 'call' }>,
  signal: AbortSignal,
): Promise<OperationResult> {
  const run = RUNS[operation.call];
  if (!run) throw new PlatformError({ failureClass: 'internal', message: `There is no call "${operation.call}".` });
  await run(calls, operation.reveal() as never, signal);
  return {};
}

function required<Found>(found: Found | undefined, kind: string, name: string): Found {
  if (found) return found;
  throw new PlatformError({ failureClass: 'not-found', message: `There is no ${kind} ${name}.` });
}

/**
 * Checks the mark again, because another account may replace the object between the observation and the change. The change is
 * then sent for its id.
 *
 * @throws PlatformError `not-found` if there is none, `invalid-input` if it does not have our mark.
 */
function checked(found: NamedObject | undefined, kind: string, { name, mark }: ObjectInput): NamedObject {
  if (required(found, kind, name).mark === mark) return required(found, kind, name);
  const message = `The ${kind} ${name} was not created for this integration, so it is not changed.`;
  throw new PlatformError({ failureClass: 'invalid-input', message });
}
