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
import { synapse } from '@portcullis/plugin-synapse';
import { recordedQueries } from '../../../shared/sqlfluff/recorded-queries.ts';
import type { NamedStatement } from '../../../shared/sqlfluff/sqlfluff.ts';

const mark = (key: string): string => `portcullis:00000000-0000-4000-8000-000000000000:0123456789abcdef:${key}`;
/** The variations of a config, with each mode once: all features off, all features on, and names that need quotes. */
const COMBINATIONS: readonly { readonly changes: object; readonly mode: SetupMode }[] = [
  { changes: { impersonation: { enabled: false } }, mode: 'automatic' },
  { changes: { impersonation: { enabled: false } }, mode: 'manual' },
  { changes: { impersonation: { enabled: true } }, mode: 'automatic' },
  { changes: { impersonation: { enabled: true } }, mode: 'manual' },
  ...(['automatic', 'manual'] as const).map((mode) => ({
    changes: {
      schema: "a ]'quoted' \\ name",
      username: "o'brien]",
      impersonation: { enabled: true, role: "a ]'quoted' role" },
    },
    mode,
  })),
];
const ACTIONS: readonly StepAction[] = ['create', 'alter', 'drop'];
/** The earlier values, configured or observed, for statements that alter. */
const EARLIER = { name: "earlier 'name'", defaultSchema: 'earlier', owner: true };

/** Every statement, guard, query and script that the plugin can generate: each feature, kind of name and mode. */
export async function collectStatements(): Promise<readonly NamedStatement[]> {
  const definition = definitionOf(synapse());
  const collected = await Promise.all(
    COMBINATIONS.map(async ({ changes, mode }, index) => {
      const config = definition.config.parse({ ...definition.samples[0], ...changes });
      const objects: readonly ManagedObject[] = definition.objects(config, { mode, facts: {}, mark, options: {} });
      const combination = `${mode}, combination ${index + 1}`;
      return [
        ...statementsOf(definition, objects, combination),
        ...scriptsOf(definition, objects, combination),
        setupScriptOf(definition, config, mode),
        ...(await recordedQueries(definition, config, objects, mark)),
      ];
    }),
  );
  return collected.flat().map(({ name, text }) => ({ name, text: filled(text) }));
}

/** Steps and guards one by one, and what EXEC runs: inside its quotes a parser sees only text. */
function statementsOf(
  { dialect }: AnyPluginDefinition,
  objects: readonly ManagedObject[],
  combination: string,
): readonly NamedStatement[] {
  return objects.flatMap((object) => {
    const steps = ACTIONS.flatMap((action) => stepsOf(object, action).map((step) => ({ what: action, step })));
    const guards = Object.entries(object.guard ?? {}).map(([what, text]) => ({ what, step: { text } }));
    return [...steps, ...guards].flatMap(({ what, step }) => {
      const text = 'text' in step ? canonicalText(step.text, dialect as Dialect) : '';
      const name = `${combination}: ${what} ${object.key}`;
      const [, inner] = /^EXEC \(N'([\s\S]*)'\)$/.exec(text) ?? [];
      const batch = inner === undefined ? [] : [{ name: `${name}, batch`, text: inner.replaceAll("''", "'") }];
      return [{ name, text }, ...batch];
    });
  });
}

function scriptsOf(
  { dialect, stages }: AnyPluginDefinition,
  objects: readonly ManagedObject[],
  combination: string,
): readonly NamedStatement[] {
  return ACTIONS.flatMap((action) =>
    stages.map((stage) => {
      const steps = objects
        .filter((object) => object.stage === stage.id)
        .flatMap((object) => scriptSteps(object, action, dialect as Dialect));
      const text = dialect?.renderSection?.({ stage: stage.id, steps }).text ?? '';
      return { name: `${combination}: ${action} script of ${stage.id}`, text };
    }),
  );
}

function scriptSteps(object: ManagedObject, action: StepAction, dialect: Dialect): readonly ScriptStep[] {
  const { guard } = object;
  return stepsOf(object, action).map((step, index) => ({
    action,
    object: { key: object.key, kind: object.kind, name: object.name },
    text: 'text' in step ? canonicalText(step.text, dialect) : '',
    exists: guard && canonicalText(guard.exists, dialect),
    ours: guard && canonicalText(guard.ours, dialect),
    alone: 'alone' in step ? (step.alone ?? false) : false,
    first: index === 0,
  }));
}

function stepsOf(object: ManagedObject, action: StepAction): readonly Step[] {
  if (action === 'create') return object.create;
  if (action === 'drop') return object.drop;
  return [...(object.alter?.(EARLIER) ?? []), ...(object.rotate?.set(object.rotate.places[0]) ?? [])];
}

function setupScriptOf(definition: AnyPluginDefinition, config: object, mode: SetupMode): NamedStatement {
  const role = definition.setupRole?.(config, { mode });
  return { name: `${mode}: set-up login`, text: role && 'script' in role ? role.script.text : '' };
}

function filled(text: string): string {
  return text.replaceAll(/\{\{\w+Password\}\}/g, "'Filled4Slot'");
}
