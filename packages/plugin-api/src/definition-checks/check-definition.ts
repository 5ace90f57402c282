import type { DefinitionIssue } from '../errors/plugin-definition-error.ts';
import type { AnyPluginDefinition } from '../plugin-definition.ts';
import { checkClientSetup } from './check-client-setup.ts';
import { checkConfig } from './check-config.ts';
import { checkContainers } from './check-containers.ts';
import { checkFamilies } from './check-families.ts';
import { checkFeatures } from './check-features.ts';
import { checkIdentity } from './check-identity.ts';
import { checkMigrations } from './check-migrations.ts';
import { checkSecretSlots } from './check-secret-slots.ts';
import { checkSetup } from './check-setup.ts';
import { checkShape } from './check-shape.ts';
import { checkTests } from './check-tests.ts';

/** A rule of the contract that types cannot express. */
type Check = (definition: AnyPluginDefinition) => readonly DefinitionIssue[];

/**
 * Every rule, each in its own file. A round relies on the results of earlier rounds, so the first round with an issue
 * is the last one. Checks that need a sample are in `check-samples.ts`, so that they do not delay the start of a
 * host.
 */
const ROUNDS: readonly (readonly Check[])[] = [
  [checkShape],
  [checkIdentity],
  [
    checkConfig,
    checkSecretSlots,
    checkSetup,
    checkFamilies,
    checkContainers,
    checkTests,
    checkFeatures,
    checkClientSetup,
    checkMigrations,
  ],
];

/** Returns the problems of a definition: all issues of the first round that has any, in reading order. */
export function checkDefinition(definition: AnyPluginDefinition): readonly DefinitionIssue[] {
  for (const round of ROUNDS) {
    const issues = round.flatMap((check) => check(definition));
    if (issues.length > 0) return issues;
  }
  return [];
}
