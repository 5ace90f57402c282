import {
  type AnyPluginDefinition,
  canonicalText,
  type Dialect,
  definitionOf,
  type ManagedObject,
  type ScriptStep,
  type SetupMode,
  type Step,
  type StepAction,
} from '@portcullis/plugin-api';
import { databricks } from '@portcullis/plugin-databricks';
import type { NamedStatement } from '../../../../shared/sqlfluff/sqlfluff.ts';

const mark = (key: string): string => `portcullis:00000000-0000-4000-8000-000000000000:0123456789abcdef:${key}`;
const MODES: readonly SetupMode[] = ['automatic', 'manual'];
const ACTIONS: readonly StepAction[] = ['create', 'alter', 'drop'];
/** The variations of the config: names that need quotes, locations, features. */
const VARIATIONS: readonly object[] = [
  {},
  { catalog: 'gov`\'quoted\\"name;--' },
  { managedLocation: 's3://acme-governance/unity' },
  { audit: { enabled: true } },
  { audit: { enabled: true }, groupPattern: { deny: "O'Neil's" }, managedLocation: 'gs://acme/unity' },
];

/** Every statement and script that the plugin can generate: each sample in both modes with every variation. */
export function collectStatements(): readonly NamedStatement[] {
  const definition = definitionOf(databricks());
  return MODES.flatMap((mode) =>
    definition.samples.flatMap((sample: object, index: number) =>
      VARIATIONS.flatMap((variation, at) => {
        const config = definition.config.parse({ ...sample, ...variation });
        const objects = definition.objects(config, { mode, facts: {}, mark, options: {} });
        return textsOf(definition, objects, `${mode}, sample ${index + 1}, variation ${at + 1}`);
      }),
    ),
  ).concat(policyStatements(definition), grantStatements(definition));
}

function textsOf(
  definition: AnyPluginDefinition,
  objects: readonly ManagedObject[],
  combination: string,
): readonly NamedStatement[] {
  const dialect = definition.dialect as Dialect;
  return ACTIONS.flatMap((action) => {
    const steps = objects.flatMap((object) => scriptSteps(object, action, dialect));
    const script = filled(dialect.renderSection?.({ stage: 'workspace', steps }).text ?? '');
    return [
      ...steps.map(({ text, object }) => ({ name: `${combination}: ${action} ${object.key}`, text: filled(text) })),
      ...steps.flatMap(({ exists = '', ours = '', object }) =>
        [exists, ours].map((text) => ({ name: `${combination}: guard of ${object.key}`, text })),
      ),
      ...(steps.length === 0 ? [] : [{ name: `${combination}: ${action} script`, text: script }]),
    ];
  });
}

/** Returns the statements that remove a policy from a table whose name needs quotes. */
function policyStatements(definition: AnyPluginDefinition): readonly NamedStatement[] {
  const details = { catalog_name: 'a`b', schema_name: "c'd", table_name: 'e"f', column_name: 'g\\h' };
  return (definition.families ?? []).flatMap((family) =>
    rendered(definition, family.drop({ name: 'policy', details }), `take off a ${family.kind}`),
  );
}

/** Returns the statements that grant a principal the privileges that it needs. */
function grantStatements(definition: AnyPluginDefinition): readonly NamedStatement[] {
  const config = definition.config.parse(definition.samples[1]);
  const objects = definition.objects(config, { mode: 'automatic', facts: {}, mark, options: {} });
  return objects.flatMap(({ key, needs }) =>
    needs.flatMap(({ grant }) =>
      rendered(
        definition,
        [grant?.('service-principal') ?? []].flat().map((text) => ({ text })),
        `a privilege for ${key}`,
      ),
    ),
  );
}

function rendered(definition: AnyPluginDefinition, steps: readonly Step[], name: string): readonly NamedStatement[] {
  const dialect = definition.dialect as Dialect;
  return steps.flatMap((step) => ('text' in step ? [{ name, text: canonicalText(step.text, dialect) }] : []));
}

function scriptSteps(object: ManagedObject, action: StepAction, dialect: Dialect): readonly ScriptStep[] {
  const { guard } = object;
  return stepsOf(object, action).map((step, index) => ({
    action,
    object: { key: object.key, kind: object.kind, name: object.name },
    text: 'text' in step ? canonicalText(step.text, dialect) : '',
    exists: guard && canonicalText(guard.exists, dialect),
    ours: guard && canonicalText(guard.ours, dialect),
    alone: false,
    first: index === 0,
  }));
}

function stepsOf(object: ManagedObject, action: StepAction): readonly Step[] {
  if (action === 'create') return object.create;
  return action === 'drop' ? object.drop : (object.alter?.({ owner: 'earlier' }) ?? []);
}

function filled(text: string): string {
  return text.replaceAll('{{servicePrincipal}}', '`5b6c1d0e-2f3a-4b5c-8d7e-9f0a1b2c3d4e`');
}
