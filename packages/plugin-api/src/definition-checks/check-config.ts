import { configFields, membersOf } from '../config/schema-walk.ts';
import type { AnyPluginDefinition } from '../plugin-definition.ts';
import { checkConfigSchema } from './check-config-schema.ts';
import { checkOneOf, type Issues } from './issues.ts';

/**
 * Checks that config and credentials follow the rules of {@link checkConfigSchema}, and that paths in other fields
 * exist in the config.
 */
export function checkConfig(definition: AnyPluginDefinition): Issues {
  const { config, credentials } = definition;
  const schemas = [
    ...checkConfigSchema(config, 'config'),
    ...(credentials ? checkConfigSchema(credentials, 'credentials') : []),
  ];
  return membersOf(config) ? [...checkNamedPaths(definition), ...schemas] : schemas;
}

function checkNamedPaths({
  config,
  immutable,
  secretDestinations,
  policyPaths,
  privileged,
  manualSecrets,
}: AnyPluginDefinition): Issues {
  const fields = configFields(config);
  const known = withParents(fields.map(({ path }) => path));
  const topLevel = known.filter((path) => !path.includes('.'));
  const secrets = fields.filter(({ exposure }) => exposure === 'secret').map(({ path }) => path);
  return [
    ...immutable.flatMap((path, index) => checkOneOf(`immutable[${index}]`, path, known, 'a path of the config')),
    ...(secretDestinations ?? []).flatMap((path, index) =>
      checkOneOf(`secretDestinations[${index}]`, path, known, 'a path of the config'),
    ),
    ...(policyPaths ?? []).flatMap((path, index) =>
      checkOneOf(`policyPaths[${index}]`, path, known, 'a path of the config'),
    ),
    ...(privileged ?? []).flatMap((path, index) =>
      checkOneOf(`privileged[${index}]`, path, topLevel, 'a top-level path of the config'),
    ),
    ...Object.entries(manualSecrets ?? {}).flatMap(([slot, path]) =>
      checkOneOf(`manualSecrets.${slot}`, path, secrets, 'a path of the config that is marked with secret()'),
    ),
  ];
}

/** The paths, and those of their containing objects: `okta.password`, `okta`. */
function withParents(paths: readonly string[]): readonly string[] {
  const all = paths.flatMap((path) => path.split('.').map((_, index, parts) => parts.slice(0, index + 1).join('.')));
  return [...new Set(all)];
}
