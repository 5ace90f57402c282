import type { Observation, ObservedObject } from '@portcullis/plugin-api';
import type { DatabricksSession, Securable } from '../connection/databricks-session.ts';
import { POLICY_SCHEMA, SYSTEM_SCHEMA } from '../names/object-names.ts';
import { OBJECT_KEYS } from '../objects/object-keys.ts';
import { missingAuditPrivileges } from './held-privileges.ts';

/** The input for observing one object. */
interface ObservationRequest {
  readonly session: DatabricksSession;
  readonly object: ObservedObject;
  /** The name of the managed catalog. */
  readonly catalog: string;
  readonly signal: AbortSignal;
}

/** The result of an observation, without the key. */
export type ObservationResult = Omit<Observation, 'key'>;
type Observer = (request: ObservationRequest) => Promise<ObservationResult>;

const ABSENT: ObservationResult = { state: 'absent' };

/** Returns the result for a found or missing object. A refusal was thrown before, as an error. */
function compareMark(found: Securable | undefined, { object }: ObservationRequest): ObservationResult {
  if (!found) return ABSENT;
  return found.comment === object.mark ? { state: 'ours', values: { owner: found.owner } } : { state: 'foreign' };
}

/** Returns the result for a required object, which an administrator has created: it is never ours. */
function requiredObjectResult(exists: boolean): ObservationResult {
  return { state: exists ? 'foreign' : 'absent' };
}

const observeCatalog: Observer = async (request) =>
  compareMark(await request.session.catalog(request.object.name, request.signal), request);

function schemaObserver(name: string): Observer {
  return async (request) => compareMark(await request.session.schema(request.catalog, name, request.signal), request);
}

const observeCatalogUse: Observer = async ({ session, object, catalog, signal }) => {
  const principal = String(object.desired.principal ?? (await session.principal(signal)));
  const found = await session.catalog(catalog, signal);
  if (!found) return ABSENT;
  const use = { on: 'catalog', name: catalog, anyOf: ['USE_CATALOG', 'ALL_PRIVILEGES'] } as const;
  const isHeld = found.owner === principal || (await session.holds(use, principal, signal));
  return isHeld ? { state: 'ours', values: { principal } } : ABSENT;
};

const observeAuditAccess: Observer = async ({ session, object, signal }) => {
  const principal = String(object.desired.principal ?? (await session.principal(signal)));
  const missing = await missingAuditPrivileges(session, principal, signal);
  return missing.length === 0 ? { state: 'ours', values: { principal } } : ABSENT;
};

/** The observer of each object, by its key. */
export const OBSERVERS: Readonly<Record<string, Observer>> = {
  [OBJECT_KEYS.warehouse]: async ({ session, signal }) =>
    requiredObjectResult((await session.warehouse(signal)) !== undefined),
  [OBJECT_KEYS.excludedGroup]: async ({ session, object, signal }) =>
    requiredObjectResult(await session.hasGroup(object.name, signal)),
  [OBJECT_KEYS.catalog]: observeCatalog,
  [OBJECT_KEYS.systemSchema]: schemaObserver(SYSTEM_SCHEMA),
  [OBJECT_KEYS.policySchema]: schemaObserver(POLICY_SCHEMA),
  [OBJECT_KEYS.catalogUse]: observeCatalogUse,
  [OBJECT_KEYS.auditAccess]: observeAuditAccess,
};
