import type { AnyPluginDefinition, Dialect, ManagedObject, ScriptKind } from '@portcullis/plugin-api';
import { ledgerOf, marksOf } from '../../changes/ledger/read-ledger.ts';
import type { Change, ObjectFacts } from '../../changes/plan/change-set.ts';
import { createChange, dropChanges, type ListedObject } from '../../changes/plan/derive-changes.ts';
import { deriveEdit } from '../../changes/plan/derive-edit.ts';
import { differenceOf } from '../../changes/plan/edit-difference.ts';
import { renderScript } from '../../changes/script/render-script.ts';
import { type Guards, guardsOf } from '../../changes/script/script-guards.ts';
import type { ScriptResponse } from '../../changes/script/script-response.ts';
import type { ErrorCode } from '../../kernel/errors/error-codes.ts';
import { ServiceError } from '../../kernel/errors/service-error.ts';
import type { SealedSecrets } from '../../security/seal/sealed-secrets.ts';
import { parseConfig } from '../config/integration-input.ts';
import { fillMarkers, markedPaths } from '../config/redacted-values.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import { createOperationContext, type OperationContextDependencies } from '../context/operation-context.ts';
import { readEntry } from '../plugin-versions/migrate-entry.ts';
import { refuseStoredByNewer } from '../plugin-versions/plugin-versions.ts';
import type { StoredContextDependencies } from '../plugin-versions/stored-context.ts';
import { readStored } from '../plugin-versions/stored-integration.ts';
import { scriptKindsOf } from '../plugins/plugin-registry.ts';
import { refuseImmutable, refuseOtherType } from '../state/change-guards.ts';
import { findIntegration, type IntegrationRecord, modeOfRecord, targetOfRecord } from '../state/integration-record.ts';
import { claimOwner, targetClaim } from '../target-claims/target-claims.ts';
import { storeChanges } from '../update/edit-change.ts';
import { inverseScript } from '../update/inverse-script.ts';
import type { RequestedScript } from '../views/change-options.ts';
import { exclusiveObjects } from './exclusive-objects.ts';
import { recordCleanupScript, recordDeleteScript } from './record-delete-script.ts';
import { readScriptBody } from './script-body.ts';

/** POST /integrations/scripts/{kind}: renders a script from a config. */
export async function requestedScript(
  dependencies: IntegrationDependencies,
  kind: RequestedScript,
  body: unknown,
  id?: number,
): Promise<ScriptResponse> {
  const { definition, mode, config: sent } = readScriptBody(dependencies.registry, kind, body);
  const base = kind === 'edit' ? await editBase(dependencies, definition, sent, id) : undefined;
  const config = parseConfig(definition, fillMarkers(sent, base?.restored ?? {}));
  if (base) {
    refuseOtherType(base.record, definition.type);
    refuseImmutable({ ...base, definition, unlocked: false }, { autoBootstrap: false, config });
  }
  const operationContext = await createOperationContext(dependencies, {
    definition,
    mode,
    config,
    facts: base?.record.facts ?? {},
    markInstance: base?.record.markInstance ?? null,
    generated: {},
    ...(base ? { marks: marksOf(base.existing) } : {}),
  });
  if (kind === 'cleanup' || kind === 'post-cleanup')
    await recordCleanupScript(dependencies, definition, operationContext.target);
  const listed = operationContext.listObjects(base?.record.facts ?? {}).filter((each) => each.object.by !== 'service');
  const previous = base ? operationContext.listObjectsOf(base.restored, base.record.facts) : [];
  const existing = base ? base.existing.filter((object) => object.by !== 'service') : [];
  const edit = base ? deriveEdit(definition, listed, existing, previous) : undefined;
  const changes = edit ? [...edit.before, ...edit.after] : scriptChanges(definition, kind, listed);
  const stored = base
    ? storeChanges(operationContext, base.record, base.restored).map(({ object }) => object.name)
    : [];
  const inverse = base ? inverseScript(operationContext, listed, previous) : undefined;
  const response = renderScript({
    definition,
    dialect: definition.dialect as Dialect,
    kind,
    config,
    target: operationContext.target?.display ?? definition.type,
    changes,
    guards: guardsOf(definition, listed.map(declared)),
    formerGuards: guardsOf(definition, previous.map(declared)),
  });
  return {
    ...response,
    ...(base ? { difference: differenceOf({ changes, existing, desired: listed, previous, stored }) } : {}),
    ...(inverse === undefined ? {} : { inverse }),
  };
}

/** POST /integrations/{id}/scripts/delete: renders the script from the ledger, regardless of the installed plugin. */
export async function storedDeleteScript(
  dependencies: StoredContextDependencies & Pick<IntegrationDependencies, 'store'>,
  id: number,
): Promise<ScriptResponse> {
  const record = await findIntegration(dependencies.store, id);
  const definition = dependencies.registry.of(record);
  const existing = await ledgerOf(dependencies.store, id, readEntry(definition));
  const { own, warnings } = await exclusiveObjects(dependencies.store, record, existing);
  const script = ledgerDeleteScript(
    definition,
    record,
    own,
    await storedGuards(dependencies, definition, record, existing),
  );
  if (script) {
    await recordDeleteScript(dependencies, record);
    return { ...script, warnings: [...script.warnings, ...warnings] };
  }
  const types = dependencies.registry
    .all()
    .filter((each) => scriptKindsOf(each).includes('delete'))
    .map((each) => each.type);
  throw new ServiceError(
    'SCRIPT_NOT_AVAILABLE',
    `${record.type} has no delete script: DELETE /integrations/${id} removes it. Types that have one: ${types.join(', ')}.`,
    { details: { types } },
  );
}

/** Returns the script that removes the objects in the ledger; undefined for types without scripts. */
export function ledgerDeleteScript(
  definition: AnyPluginDefinition,
  record: IntegrationRecord,
  existing: readonly ObjectFacts[],
  guards: Guards,
): ScriptResponse | undefined {
  if (!definition.dialect || !scriptKindsOf(definition).includes('delete')) return undefined;
  const changes = dropChanges(existing.filter((object) => object.by !== 'service'));
  const target = targetOfRecord(record)?.display ?? record.type;
  return renderScript({
    definition,
    dialect: definition.dialect,
    kind: 'delete',
    config: record.config as object,
    target,
    changes,
    guards,
  });
}

/**
 * Returns the changes of a script: creations of the first stages or of the rest, removals of the last stage or of the rest.
 */
function scriptChanges(
  definition: AnyPluginDefinition,
  kind: ScriptKind,
  listed: readonly ListedObject[],
): readonly Change[] {
  const stage = (id: string) => definition.stages.find((each) => each.id === id);
  if (kind === 'initial-create' || kind === 'create') {
    const isInitial = kind === 'initial-create';
    return listed
      .filter(({ object }) => object.sharing !== 'required' && Boolean(stage(object.stage)?.initial) === isInitial)
      .map((each) => createChange(definition, each));
  }
  const isFinal = kind === 'post-cleanup';
  return dropChanges(listed.map((each) => each.object)).filter(
    (each) => Boolean(stage(each.steps[0]?.stage ?? '')?.final) === isFinal,
  );
}

interface EditBase {
  readonly record: IntegrationRecord;
  readonly restored: Readonly<Record<string, unknown>>;
  readonly existing: readonly ObjectFacts[];
}

/** Returns the stored integration that an edit script starts from: the named one, otherwise the one on the same target. */
async function editBase(
  dependencies: Pick<IntegrationDependencies, 'registry' | 'store' | 'secrets'>,
  definition: AnyPluginDefinition,
  sent: Readonly<Record<string, unknown>>,
  id?: number,
): Promise<EditBase> {
  const restore = async (record: IntegrationRecord): Promise<EditBase> => {
    // A different type is refused later, with its name.
    const own = dependencies.registry.of(record);
    await refuseStoredByNewer(dependencies.store, own, record);
    return {
      ...(await readStored(dependencies, own, record)),
      existing: await ledgerOf(dependencies.store, record.id, readEntry(own)),
    };
  };
  if (id !== undefined) return restore(await findIntegration(dependencies.store, id));
  const target = attempt(() => definition.target(sent));
  const onTarget = target && (await claimOwner(dependencies.store, targetClaim(definition.type, target)));
  if (onTarget !== undefined) return restore(await findIntegration(dependencies.store, onTarget));
  // An invalid config has no target to look up, so its issues are reported instead.
  if (markedPaths(sent).length === 0) parseConfig(definition, sent);
  const display = target?.display ?? 'this target';
  throw new ServiceError(
    'INTEGRATION_NOT_FOUND',
    `There is no integration of type ${definition.type} on ${display} to edit. For a new one, use the create script.`,
  );
}

/**
 * Returns the guards of a stored integration's objects by the installed plugin. A guard for a name other than that in the ledger
 * is omitted.
 */
export async function storedGuards(
  dependencies: OperationContextDependencies & Pick<IntegrationDependencies, 'secrets'>,
  definition: AnyPluginDefinition,
  record: IntegrationRecord,
  existing: readonly ObjectFacts[],
): Promise<Guards> {
  const { restored: config } = await readStored({ secrets: withoutLost(dependencies.secrets) }, definition, record);
  const operationContext = await createOperationContext(dependencies, {
    definition,
    mode: modeOfRecord(record),
    config,
    facts: record.facts,
    markInstance: record.markInstance,
    generated: {},
    marks: marksOf(existing),
  });
  const listed = attempt(() => operationContext.listObjects(record.facts))?.map((each) => each.declared) ?? [];
  const isKnown = ({ key, kind, name }: ManagedObject): boolean =>
    existing.some((object) => object.key === key && object.kind === kind && object.name === name);
  return guardsOf(definition, listed.filter(isKnown));
}

/** Codes of secrets that cannot be opened any more. */
const LOST: readonly ErrorCode[] = ['SECRET_KEY_UNKNOWN', 'SECRET_CORRUPTED'];

/** Secrets that cannot be opened any more are absent, since a script contains no secrets. */
function withoutLost(secrets: SealedSecrets): SealedSecrets {
  const lost = (error: unknown): Readonly<Record<string, string>> => {
    if (ServiceError.isInstance(error) && LOST.includes(error.code)) return {};
    throw error;
  };
  return { ...secrets, readAll: (...input) => secrets.readAll(...input).catch(lost) };
}

const declared = (listed: ListedObject): ManagedObject => listed.declared;

function attempt<Result>(compute: () => Result): Result | undefined {
  try {
    return compute();
  } catch {
    return undefined;
  }
}
