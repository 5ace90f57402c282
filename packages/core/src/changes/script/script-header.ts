import type { AnyPluginDefinition, Dialect, ScriptKind } from '@portcullis/plugin-api';
import { slotText } from '@portcullis/plugin-api';
import type { Change } from '../plan/change-set.ts';
import type { GuardOf } from './script-guards.ts';

/** The purpose of each script in its header. */
const PURPOSES: Readonly<Record<ScriptKind, string>> = {
  'initial-create': 'Creates the objects that the create script requires.',
  create: 'Creates the resources of an integration.',
  edit: 'Changes the resources of an integration to a new configuration.',
  delete: 'Removes the resources of an integration.',
  cleanup: 'Removes the resources of an integration that failed to create.',
  'post-cleanup': 'Removes what remains after the cleanup script.',
};

/** The input for the header. */
export interface HeaderRequest {
  readonly kind: ScriptKind;
  readonly purpose: string | undefined;
  readonly definition: AnyPluginDefinition;
  readonly dialect: Dialect;
  readonly target: string;
  readonly changes: readonly Change[];
  readonly guardOf: GuardOf;
  readonly titles: readonly string[];
  readonly warnings: readonly string[];
}

/** Returns the header of a script: purpose, target, privileges, secrets to fill in, and warnings. */
export function headerLines({
  kind,
  purpose,
  definition,
  dialect,
  target,
  changes,
  guardOf,
  titles,
  warnings,
}: HeaderRequest): readonly string[] {
  const privileges = [
    ...new Set(changes.flatMap((change) => [...change.privileges, ...(guardOf(change)?.privileges ?? [])])),
  ];
  const secrets = [...new Set(changes.flatMap((change) => change.steps.flatMap((step) => step.secretSlots)))];
  return [
    `Portcullis, ${definition.type}, ${kind} script for ${target}`,
    purpose ?? PURPOSES[kind],
    `Run it as an account with these privileges: ${privileges.length > 0 ? privileges.join('; ') : 'those of the owner of the resources below'}.`,
    ...titles.map((title, index) => `Part ${index + 1} of ${titles.length}: ${title}.`),
    ...secrets.map((name) => fillIn(name, definition, dialect)),
    'It is safe to run twice, except where a warning says otherwise.',
    ...warnings.map((warning) => `Warning: ${warning}`),
  ];
}

/** Returns the instruction to fill in a secret, in the form of the dialect. */
export function fillInLine(slot: string, which: string, dialect: Pick<Dialect, 'slotInstruction'> | undefined): string {
  return `Before you run it, replace ${slotText(slot)} with ${which}, ${dialect?.slotInstruction ?? 'in single quotes'}.`;
}

function fillIn(name: string, { manualSecrets }: AnyPluginDefinition, dialect: Dialect): string {
  const path = manualSecrets?.[name];
  const which = path === undefined ? 'a secret of your choice' : `the value that you send as config.${path}`;
  return fillInLine(name, which, dialect);
}
