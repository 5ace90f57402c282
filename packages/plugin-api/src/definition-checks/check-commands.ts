import { isCommand } from '../command/command.ts';
import type { ManagedObject } from '../objects/managed-object.ts';
import type { Step } from '../objects/step.ts';
import type { AnyPluginDefinition } from '../plugin-definition.ts';
import { type Issues, issueIf } from './issues.ts';

/** Checks that a plugin with commands has a dialect that prints them: plans and scripts show every statement. */
export function checkCommands(
  { dialect }: AnyPluginDefinition,
  objects: readonly ManagedObject[],
  where: string,
): Issues {
  if (dialect?.commands) return [];
  return objects.flatMap(({ key, create, drop }) =>
    issueIf(
      [...create, ...drop].some(hasCommand),
      `${where} "${key}"`,
      'has a command, which the dialect cannot print.',
      'Make the dialect with createCommandDialect(), or declare `commands` in it.',
    ),
  );
}

function hasCommand(step: Step): boolean {
  return 'text' in step && isCommand(step.text);
}
