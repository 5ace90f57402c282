import type { IntegrationTypeView, RequestedScript } from '@portcullis/core';
import { exampleOf } from './example-of.ts';
import { type JsonSchema, underComponent } from './json-schema.ts';
import { withoutRequiredSecrets } from './without-required-secrets.ts';

/** The names of the schemas that are made from the installed plugins. */
export type PluginSchemaName =
  | 'IntegrationBody'
  | 'IntegrationUpdateBody'
  | 'SetupPrivilegesBody'
  | 'CredentialsBody'
  | 'InitialCreateScriptBody'
  | 'CreateScriptBody'
  | 'EditScriptBody'
  | 'CleanupScriptBody'
  | 'PostCleanupScriptBody';

const SCRIPT_BODIES = {
  InitialCreateScriptBody: 'initial-create',
  CreateScriptBody: 'create',
  EditScriptBody: 'edit',
  CleanupScriptBody: 'cleanup',
  PostCleanupScriptBody: 'post-cleanup',
} as const satisfies Partial<Record<PluginSchemaName, RequestedScript>>;

/** The form of the config in a body of its type. */
interface ConfigForm {
  /** The suffix of the component's name after the type. */
  readonly name: string;
  schemaOf(config: JsonSchema): JsonSchema;
}

const CONFIG: ConfigForm = { name: 'config', schemaOf: (config) => config };
const BARE_CONFIG: ConfigForm = { name: 'configWithoutSecrets', schemaOf: withoutRequiredSecrets };

/** The schemas of the bodies that depend on the installed types, by component name. */
export function pluginSchemas(types: readonly IntegrationTypeView[]): Readonly<Record<string, JsonSchema>> {
  const scripts = Object.entries(SCRIPT_BODIES).map(([name, kind]) => [
    name,
    anyTypeOf(
      types.filter(({ scripts }) => scripts.includes(kind)),
      () => ({ const: false }),
    ),
  ]);
  return {
    ...Object.fromEntries(types.flatMap(componentsOf)),
    IntegrationBody: anyTypeOf(types, autoBootstrapOf),
    IntegrationUpdateBody: anyTypeOf(
      types.filter(({ editable }) => editable),
      autoBootstrapOf,
    ),
    SetupPrivilegesBody: anyTypeOf(types, autoBootstrapOf, BARE_CONFIG),
    CredentialsBody: credentialsOf(types),
    ...Object.fromEntries(scripts),
  } satisfies Partial<Record<PluginSchemaName, JsonSchema>>;
}

/** The config and the credentials of a type, under separate names. */
function componentsOf({ id, configSchema, credentialsSchema }: IntegrationTypeView): [string, JsonSchema][] {
  return [
    ...(configSchema
      ? [
          component(`${id}.${CONFIG.name}`, configSchema),
          component(`${id}.${BARE_CONFIG.name}`, BARE_CONFIG.schemaOf(configSchema)),
        ]
      : []),
    ...(credentialsSchema ? [component(`${id}.credentials`, credentialsSchema)] : []),
  ];
}

function component(name: string, schema: JsonSchema): [string, JsonSchema] {
  return [name, underComponent(name, schema)];
}

function anyTypeOf(
  types: readonly IntegrationTypeView[],
  autoBootstrap: (type: IntegrationTypeView) => JsonSchema | undefined,
  form: ConfigForm = CONFIG,
): JsonSchema {
  // An empty oneOf is not a valid schema.
  if (types.length === 0) return { not: {}, description: 'No installed type has this operation.' };
  const bodies = types.map((type) => bodyOf(type, autoBootstrap(type), form));
  return bodies.length === 1 && bodies[0] ? bodies[0] : { oneOf: bodies };
}

function bodyOf(
  { type, id, description, configSchema }: IntegrationTypeView,
  autoBootstrap: JsonSchema | undefined,
  { name, schemaOf }: ConfigForm,
): JsonSchema {
  const properties = {
    type: { const: type },
    ...(autoBootstrap ? { autoBootstrap } : {}),
    ...(configSchema ? { config: { $ref: `#/components/schemas/${id}.${name}` } } : {}),
  };
  const body = {
    title: type,
    description,
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
  const config = configSchema ? { config: { examples: [exampleOf(schemaOf(configSchema))] } } : {};
  const example = exampleOf({ ...body, properties: { ...properties, ...config } });
  return example === undefined ? body : { ...body, examples: [example] };
}

function autoBootstrapOf({ bootstrap }: IntegrationTypeView): JsonSchema | undefined {
  if (bootstrap === 'none') return undefined;
  return bootstrap === 'manual' ? { const: false } : { type: 'boolean', examples: [true] };
}

function credentialsOf(types: readonly IntegrationTypeView[]): JsonSchema {
  const withCredentials = types.filter(({ credentialsSchema }) => credentialsSchema);
  const description =
    'Privileged credentials, for integrations that were set up automatically. Otherwise no body, or {}.';
  const none = { type: 'object', maxProperties: 0 };
  if (withCredentials.length === 0) return { description, ...none };
  return {
    description,
    anyOf: [
      none,
      ...withCredentials.map(({ id, type }) => ({
        title: type,
        allOf: [{ $ref: `#/components/schemas/${id}.credentials` }],
      })),
    ],
  };
}
