import type { DefinitionIssue } from '../errors/plugin-definition-error.ts';
import type { AnyPluginDefinition } from '../plugin-definition.ts';
import { checkConfig } from './check-config.ts';
import { checkIdentity } from './check-identity.ts';
import { checkSamples } from './check-samples.ts';
import { checkSetup } from './check-setup.ts';
import { checkTests } from './check-tests.ts';

/** Every rule of the contract that types cannot express, each in its own file. Returns all issues, in reading order. */
export function checkDefinition(definition: AnyPluginDefinition): readonly DefinitionIssue[] {
  const identity = checkIdentity(definition);
  if (identity.length > 0) return identity;
  const config = checkConfig(definition);
  const rest = [...config, ...checkSetup(definition), ...checkTests(definition)];
  return rest.length > 0 ? rest : checkSamples(definition);
}
