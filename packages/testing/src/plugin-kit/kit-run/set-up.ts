import assert from 'node:assert/strict';
import type { OperationResponse, RequestedScript, ScriptResponse } from '@portcullis/core';
import { type RefusedStatement, runScript } from '../../simulated/platform/run-script.ts';
import type { PluginSubject, ResolvedSample } from '../plugin-subject.ts';
import { ADMIN, type KitRun } from './create-kit-run.ts';
import { plantPrerequisites } from './sample-objects.ts';

/** A script of the plugin, together with the result of running it. */
export interface RanScript extends ScriptResponse {
  readonly refused: readonly RefusedStatement[];
}

/** Returns the body of POST and PUT for a sample. */
export function bodyOf({ definition }: PluginSubject, { mode, config }: ResolvedSample): object {
  if (definition.bootstrap === 'none') return { type: definition.type };
  return { type: definition.type, autoBootstrap: mode === 'automatic', config };
}

/** Makes a set-up possible: adds the prerequisites of a sample, and runs its create scripts in manual mode. */
export async function prepareSetUp(kitRun: KitRun, sample: ResolvedSample): Promise<void> {
  plantPrerequisites(kitRun.platform, kitRun.subject, sample);
  if (sample.mode === 'manual') await runScripts(kitRun, sample, ['initial-create', 'create']);
}

/** Makes an edit possible: adds the prerequisites of its sample, and runs its edit script in manual mode. */
export async function prepareEdit(kitRun: KitRun, id: number, to: ResolvedSample): Promise<void> {
  plantPrerequisites(kitRun.platform, kitRun.subject, to);
  if (to.mode === 'manual') await runScripts(kitRun, to, ['edit'], id);
}

/** Sets up an integration with a sample, in its own mode. Resolves with its id. */
export async function setUp(kitRun: KitRun, sample: ResolvedSample): Promise<number> {
  await prepareSetUp(kitRun, sample);
  const response = (await kitRun.integrations.create(ADMIN, bodyOf(kitRun.subject, sample))) as OperationResponse;
  const id = Number(response.id);
  await assertStatus(kitRun, id, 'enabled', `setting up "${sample.name}"`);
  return id;
}

/** Changes an integration, in its own mode. */
export async function edit(kitRun: KitRun, id: number, to: ResolvedSample): Promise<void> {
  await prepareEdit(kitRun, id, to);
  await kitRun.integrations.update(ADMIN, id, bodyOf(kitRun.subject, to));
  await assertStatus(kitRun, id, 'enabled', `editing to "${to.name}"`);
}

/** Deletes an integration, in its own mode. */
export async function remove(kitRun: KitRun, id: number, sample: ResolvedSample): Promise<void> {
  if (sample.mode === 'manual') await removeByScript(kitRun, id, sample);
  await kitRun.integrations.remove(ADMIN, id, sample.credentials);
  await assertStatus(kitRun, id, 'deleted', `deleting "${sample.name}"`);
}

/** Runs the script that precedes a manual DELETE: the delete script, or the cleanup script if nothing was set up. */
export async function removeByScript(kitRun: KitRun, id: number, sample: ResolvedSample): Promise<void> {
  const { status } = await kitRun.integrations.status(ADMIN, id);
  if (status === 'createError') await runScripts(kitRun, sample, ['cleanup', 'post-cleanup']);
  else if ((await scriptKinds(kitRun)).includes('delete')) {
    runOneScript(kitRun, sample, await kitRun.integrations.deleteScript(ADMIN, id));
  }
}

/** Requests and runs the given scripts, except kinds that the plugin does not have. */
export async function runScripts(
  kitRun: KitRun,
  sample: ResolvedSample,
  kinds: readonly RequestedScript[],
  id?: number,
): Promise<readonly RanScript[]> {
  const available = await scriptKinds(kitRun);
  const ran: RanScript[] = [];
  for (const kind of kinds.filter((each) => available.includes(each))) {
    const response = await kitRun.integrations.script(ADMIN, kind, manualBody(kitRun.subject, sample), id);
    ran.push({ ...response, refused: runOneScript(kitRun, sample, response) });
  }
  return ran;
}

/** Runs a script as an administrator with the sample's secrets who follows the instructions in its comments. */
export function runOneScript(
  { platform, plugin, subject }: KitRun,
  { parsed, config }: ResolvedSample,
  { script }: ScriptResponse,
): readonly RefusedStatement[] {
  const secrets = Object.entries(subject.definition.manualSecrets ?? {}).map(([slot, path]) => [
    slot,
    String(valueAt(config, path as string)),
  ]);
  return runScript(platform, {
    plugin,
    config: parsed ?? config,
    script,
    secrets: Object.fromEntries(secrets),
    decides: true,
  });
}

/** Returns the body of a request for a script. It is always manual, because an administrator runs the script. */
export function manualBody(subject: PluginSubject, sample: ResolvedSample): object {
  return bodyOf(subject, { ...sample, mode: 'manual' });
}

/** Returns the kinds of scripts that the plugin has. */
export async function scriptKinds({ integrations }: KitRun): Promise<readonly string[]> {
  const [type] = await integrations.types(ADMIN);
  return type?.scripts ?? [];
}

/** Decides, as an administrator, that every unresolved object belongs to the integration. Returns their number. */
export async function adoptUnresolved({ integrations }: Pick<KitRun, 'integrations'>, id: number): Promise<number> {
  const unresolved = await integrations.unresolvedObjects(ADMIN, id);
  for (const { key } of unresolved) await integrations.decideOwnership(ADMIN, id, { object: key, decision: 'adopt' });
  return unresolved.length;
}

/** Waits until an integration is idle, and asserts its status. */
export async function assertStatus(
  { integrations }: Pick<KitRun, 'integrations'>,
  id: number,
  wanted: string,
  doing: string,
): Promise<void> {
  const { status } = await integrations.whenIdle(id);
  if (status === wanted) return;
  const operations = status === 'deleted' ? [] : await integrations.operations(ADMIN, id).catch(() => []);
  const error = JSON.stringify(operations.at(-1)?.error ?? 'no error was stored');
  assert.fail(`After ${doing} the status is ${status}, not ${wanted}: ${error}`);
}

/** Returns the value at a dot path. */
export function valueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((inner, name) => (inner as Readonly<Record<string, unknown>> | undefined)?.[name], value);
}
