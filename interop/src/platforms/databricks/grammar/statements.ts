import type { AnyPluginDefinition, SetupMode, Step } from '@portcullis/plugin-api';
import { databricks } from '@portcullis/plugin-databricks';
import { markOf, type StatementSource, textOf } from '../../../shared/sqlfluff/collect-statements.ts';
import type { NamedStatement } from '../../../shared/sqlfluff/sqlfluff.ts';

const MODES: readonly SetupMode[] = ['automatic', 'manual'];
/** The variations of the config: names that need quotes, locations, features. */
const VARIATIONS: readonly object[] = [
  {},
  { catalog: 'gov`\'quoted\\"name;--' },
  { managedLocation: 's3://acme-governance/unity' },
  { audit: { enabled: true } },
  { audit: { enabled: true }, groupPattern: { deny: "O'Neil's" }, managedLocation: 'gs://acme/unity' },
];

/** Each sample in both modes with every variation. */
export const STATEMENTS: StatementSource = {
  plugin: databricks(),
  combinations: (samples) =>
    MODES.flatMap((mode) =>
      samples.flatMap((sample, index) =>
        VARIATIONS.map((variation, at) => ({
          name: `${mode}, sample ${index + 1}, variation ${at + 1}`,
          config: { ...sample, ...variation },
          mode,
        })),
      ),
    ),
  earlier: { owner: 'earlier' },
  fill: (text) => text.replaceAll('{{servicePrincipal}}', '`5b6c1d0e-2f3a-4b5c-8d7e-9f0a1b2c3d4e`'),
  more: (definition) => [...policyStatements(definition), ...grantStatements(definition)],
};

/** Returns the statements that remove a policy from objects whose names need quotes, and from the metastore. */
function policyStatements(definition: AnyPluginDefinition): readonly NamedStatement[] {
  const metastore = { policy_name: 'i`j k' };
  const schema = { ...metastore, catalog_name: 'a`b', schema_name: "c'd" };
  const table = { ...schema, table_name: 'e"f', column_name: 'g\\h' };
  return (definition.families ?? []).flatMap((family) =>
    [table, ...(family.key === 'tag-policies' ? [schema, metastore] : [])].flatMap((details) =>
      named(definition, family.drop({ name: 'policy', details }), `take off a ${family.kind}`),
    ),
  );
}

/** Returns the statements that grant a principal the privileges that it needs. */
function grantStatements(definition: AnyPluginDefinition): readonly NamedStatement[] {
  const config = definition.config.parse(definition.samples[1]);
  const objects = definition.objects(config, { mode: 'automatic', facts: {}, mark: markOf, options: {} });
  return objects.flatMap(({ key, needs }) =>
    needs.flatMap(({ grant }) => {
      const steps = [grant?.('service-principal') ?? []].flat().map((text) => ({ text }));
      return named(definition, steps, `a privilege for ${key}`);
    }),
  );
}

function named({ dialect }: AnyPluginDefinition, steps: readonly Step[], name: string): readonly NamedStatement[] {
  return steps.map((step) => ({ name, text: textOf(step, dialect) }));
}
