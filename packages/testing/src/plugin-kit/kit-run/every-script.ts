import type { RequestedScript, ScriptResponse } from '@portcullis/core';
import type { ResolvedSample } from '../plugin-subject.ts';
import { ADMIN, type KitRun } from './create-kit-run.ts';
import { manualBody, scriptKinds, setUp } from './set-up.ts';

/** The scripts that need only a config. */
const FROM_CONFIG = [
  'initial-create',
  'create',
  'cleanup',
  'post-cleanup',
] as const satisfies readonly RequestedScript[];

/** A script and its kind. */
export interface NamedScript extends ScriptResponse {
  readonly kind: string;
}

/** Returns the scripts that need only a config. */
export async function configScripts(
  kitRun: KitRun,
  sample: ResolvedSample,
  kinds: readonly RequestedScript[] = FROM_CONFIG,
): Promise<readonly NamedScript[]> {
  const available = await scriptKinds(kitRun);
  const scripts: NamedScript[] = [];
  for (const kind of kinds.filter((each) => available.includes(each))) {
    scripts.push({ kind, ...(await kitRun.integrations.script(ADMIN, kind, manualBody(kitRun.subject, sample))) });
  }
  return scripts;
}

/**
 * Returns every script of a manual sample: those of its config, and the edit and delete scripts of an integration with
 * it.
 */
export async function everyScript(kitRun: KitRun, sample: ResolvedSample): Promise<readonly NamedScript[]> {
  const { subject, integrations } = kitRun;
  const scripts = [...(await configScripts(kitRun, sample))];
  const id = await setUp(kitRun, sample);
  const available = await scriptKinds(kitRun);
  for (const { from, to } of subject.edits) {
    if (from.name !== sample.name || !available.includes('edit')) continue;
    const response = await integrations.script(ADMIN, 'edit', manualBody(subject, to), id);
    scripts.push({ kind: `edit to "${to.name}"`, ...response });
  }
  if (available.includes('delete')) scripts.push({ kind: 'delete', ...(await integrations.deleteScript(ADMIN, id)) });
  return scripts;
}
