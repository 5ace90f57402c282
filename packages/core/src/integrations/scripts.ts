import type { AnyPluginDefinition, Dialect, ManagedObject, ScriptKind } from '@portcullis/plugin-api';
import { deriveEdit } from '../bootstrap/derive-edit.ts';
import { createWork, dropWork, type ListedObject } from '../bootstrap/derive-work.ts';
import { differenceOf } from '../bootstrap/edit-difference.ts';
import { ledgerOf, marksOf } from '../bootstrap/ledger/read-ledger.ts';
import { renderScript } from '../bootstrap/script/render-script.ts';
import type { ObjectFacts, Work } from '../bootstrap/work.ts';
import { ServiceError } from '../errors/service-error.ts';
import { readEntry } from '../migration/migrate-entry.ts';
import { refuseAhead } from '../migration/plugin-versions.ts';
import { readStored } from '../migration/stored-integration.ts';
import { scriptKindsOf } from '../platform/plugin-registry.ts';
import { refuseImmutable, refuseOtherType } from './change-guards.ts';
import type { RequestedScript } from './change-options.ts';
import { storeChanges } from './edit-change.ts';
import type { Engine } from './engine.ts';
import { parseConfig } from './integration-input.ts';
import { findIntegration, type IntegrationRecord, modeOfRecord, targetOfRecord } from './integration-record.ts';
import { inverseScript } from './inverse-script.ts';
import { prepare } from './preparation.ts';
import type { ScriptAnswer } from './script-answer.ts';
import { readScriptBody } from './script-body.ts';
import { type Guards, guardsOf } from './script-guards.ts';
import { fillMarkers, markedPaths } from './stored-config.ts';
import { claimsOf } from './target-claims.ts';
import { unsharedObjects } from './unshared-objects.ts';

/** POST /integrations/scripts/{kind}: a script made from a config. */
export async function requestedScript(
  engine: Engine,
  kind: RequestedScript,
  body: unknown,
  id?: number,
): Promise<ScriptAnswer> {
  const { definition, mode, config: sent } = readScriptBody(engine.registry, kind, body);
  const base = kind === 'edit' ? await editBase(engine, definition, sent, id) : undefined;
  const config = parseConfig(definition, fillMarkers(sent, base?.restored ?? {}));
  if (base) {
    refuseOtherType(base.record, definition.type);
    refuseImmutable({ ...base, definition, unlocked: false }, { autoBootstrap: false, config });
  }
  const preparation = await prepare(engine, {
    definition,
    mode,
    config,
    facts: base?.record.facts ?? {},
    markInstance: base?.record.markInstance ?? null,
    generated: {},
    ...(base ? { marks: marksOf(base.made) } : {}),
  });
  const listed = preparation.list(base?.record.facts ?? {}).filter((each) => each.facts.by !== 'service');
  const previous = base ? preparation.listFor(base.restored, base.record.facts) : [];
  const made = base ? base.made.filter((object) => object.by !== 'service') : [];
  const edit = base ? deriveEdit(definition, listed, made, previous) : undefined;
  const work = edit ? [...edit.before, ...edit.after] : scriptWork(definition, kind, listed);
  const stored = base ? storeChanges(preparation, base.record, base.restored).map(({ object }) => object.name) : [];
  const inverse = base ? inverseScript(preparation, listed, previous) : undefined;
  const answer = renderScript({
    definition,
    dialect: definition.dialect as Dialect,
    kind,
    config,
    target: preparation.target?.display ?? definition.type,
    work,
    // What is dropped stands in the earlier list alone; where both know an object, the wanted one counts.
    guards: guardsOf(
      definition,
      [...previous, ...listed].map((each) => each.declared),
    ),
  });
  return {
    ...answer,
    ...(base ? { difference: differenceOf({ work, made, wanted: listed, previous, stored }) } : {}),
    ...(inverse === undefined ? {} : { inverse }),
  };
}

/** POST /integrations/{id}/scripts/delete: from the ledger, whatever today's plugin would make. */
export async function storedDeleteScript(engine: Engine, id: number): Promise<ScriptAnswer> {
  const record = await findIntegration(engine.store, id);
  const definition = engine.registry.get(record.type);
  const made = await ledgerOf(engine.store, id, readEntry(definition));
  const { own, warnings } = await unsharedObjects(engine.store, record, made);
  const script = ledgerDeleteScript(definition, record, own, await storedGuards(engine, definition, record, made));
  if (script) return { ...script, warnings: [...script.warnings, ...warnings] };
  const types = engine.registry
    .all()
    .filter((each) => scriptKindsOf(each).includes('delete'))
    .map((each) => each.type);
  throw new ServiceError(
    'SCRIPT_NOT_AVAILABLE',
    `${record.type} has no delete script: DELETE /integrations/${id} removes it. Types that have one: ${types.join(', ')}.`,
    { details: { types } },
  );
}

/** The script that removes what the ledger knows; undefined for types without scripts. */
export function ledgerDeleteScript(
  definition: AnyPluginDefinition,
  record: IntegrationRecord,
  made: readonly ObjectFacts[],
  guards: Guards,
): ScriptAnswer | undefined {
  if (!definition.dialect || !scriptKindsOf(definition).includes('delete')) return undefined;
  const work = dropWork(made.filter((object) => object.by !== 'service'));
  const target = targetOfRecord(record)?.display ?? record.type;
  return renderScript({
    definition,
    dialect: definition.dialect,
    kind: 'delete',
    config: record.config as object,
    target,
    work,
    guards,
  });
}

/** Which work a script holds: creations of the first stages or of the rest, removals of the last stage or of the rest. */
function scriptWork(
  definition: AnyPluginDefinition,
  kind: ScriptKind,
  listed: readonly ListedObject[],
): readonly Work[] {
  const stage = (id: string) => definition.stages.find((each) => each.id === id);
  if (kind === 'initial-create' || kind === 'create') {
    const wanted = kind === 'initial-create';
    return listed
      .filter(({ facts }) => facts.sharing !== 'required' && Boolean(stage(facts.stage)?.initial) === wanted)
      .map((each) => createWork(definition, each));
  }
  const wanted = kind === 'post-cleanup';
  return dropWork(listed.map((each) => each.facts)).filter(
    (work) => Boolean(stage(work.steps[0]?.stage ?? '')?.final) === wanted,
  );
}

interface EditBase {
  readonly record: IntegrationRecord;
  readonly restored: Readonly<Record<string, unknown>>;
  readonly made: readonly ObjectFacts[];
}

/** The stored integration that an edit script starts from: the named one, else the one on the same target. */
async function editBase(
  engine: Engine,
  definition: AnyPluginDefinition,
  sent: Readonly<Record<string, unknown>>,
  id?: number,
): Promise<EditBase> {
  const restore = async (record: IntegrationRecord): Promise<EditBase> => {
    // Another type is refused later, with what it is.
    const own = engine.registry.get(record.type);
    await refuseAhead(engine.store, own, record);
    return {
      ...(await readStored(engine, own, record)),
      made: await ledgerOf(engine.store, record.id, readEntry(own)),
    };
  };
  if (id !== undefined) return restore(await findIntegration(engine.store, id));
  const target = attempt(() => definition.target(sent));
  for (const claim of claimsOf(definition.type, target).slice(0, 1)) {
    const [taken] = await engine.store.find('targetClaims', { where: { claim } });
    if (!taken) continue;
    return restore(await findIntegration(engine.store, taken.integrationId));
  }
  // A config that is not valid has no target to look for: that is what the caller has to hear.
  if (markedPaths(sent).length === 0) parseConfig(definition, sent);
  const display = target?.display ?? 'this target';
  throw new ServiceError(
    'INTEGRATION_NOT_FOUND',
    `There is no integration of type ${definition.type} on ${display} to edit. For a new one there is the create script.`,
  );
}

/**
 * The guards of a stored integration's objects, by today's plugin. A guard that speaks of another name than the ledger's is
 * none.
 */
export async function storedGuards(
  engine: Engine,
  definition: AnyPluginDefinition,
  record: IntegrationRecord,
  made: readonly ObjectFacts[],
): Promise<Guards> {
  const { restored: config } = await readStored(engine, definition, record);
  const preparation = await prepare(engine, {
    definition,
    mode: modeOfRecord(record),
    config,
    facts: record.facts,
    markInstance: record.markInstance,
    generated: {},
    marks: marksOf(made),
  });
  const listed = attempt(() => preparation.list(record.facts))?.map((each) => each.declared) ?? [];
  const isKnown = ({ key, kind, name }: ManagedObject): boolean =>
    made.some((object) => object.key === key && object.kind === kind && object.name === name);
  return guardsOf(definition, listed.filter(isKnown));
}

function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
