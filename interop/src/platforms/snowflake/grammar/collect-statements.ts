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
import { snowflake } from '@portcullis/plugin-snowflake';
import { recordedQueries } from '../../../shared/sqlfluff/recorded-queries.ts';
import type { NamedStatement } from '../../../shared/sqlfluff/sqlfluff.ts';

const mark = (key: string): string => `portcullis:00000000-0000-4000-8000-000000000000:0123456789abcdef:${key}`;
const FEATURES = ['audit', 'lineage', 'workspaces', 'impersonation'] as const;
const MODES: readonly SetupMode[] = ['automatic', 'manual'];
const NAMES = [{}, { database: '"a ""quoted"" \\ name"', warehouse: '"my-warehouse"' }];
/** The values of the earlier config, for statements that alter. */
const EARLIER = {
  name: 'earlier "name"',
  defaultRole: 'EARLIER',
  defaultWarehouse: 'EARLIER',
  publicKey: 'x',
  type: 'x',
};
const ACTIONS: readonly StepAction[] = ['create', 'alter', 'drop'];

/**
 * Every statement and script that the plugin can generate, its queries and its remedies: every combination of features in both modes, and every way to sign in
 * and kind of name with all features on.
 */
export async function collectStatements(): Promise<readonly NamedStatement[]> {
  const definition = definitionOf(snowflake());
  const [everything = {}, plain = {}] = definition.samples;
  const switches = Array.from({ length: 2 ** FEATURES.length }, (_, bits) =>
    Object.fromEntries(FEATURES.map((feature, at) => [feature, { enabled: ((bits >> at) & 1) === 1 }])),
  );
  const all = switches.at(-1) ?? {};
  const configs = [
    ...switches.map((features) => ({ ...plain, ...features })),
    ...definition.samples.flatMap((sample: object) => NAMES.map((names) => ({ ...sample, ...names, ...all }))),
    everything,
  ];
  const generated = MODES.flatMap((mode) =>
    configs.flatMap((config, index) => {
      const options = index < switches.length ? {} : { tableGrantsRolePrefix: 'GRANTS_' };
      const parsed = definition.config.parse(config);
      const objects = definition.objects(parsed, { mode, facts: {}, mark, options });
      return textsOf(definition, objects, `${mode}, config ${index + 1}`);
    }),
  );
  const parsed = definition.config.parse(everything);
  const objects = definition.objects(parsed, { mode: 'automatic', facts: {}, mark, options: {} });
  return [...generated, ...(await recordedQueries(definition, parsed, objects, mark))];
}

function textsOf(
  definition: AnyPluginDefinition,
  objects: readonly ManagedObject[],
  combination: string,
): readonly NamedStatement[] {
  const dialect = definition.dialect as Dialect;
  return ACTIONS.flatMap((action) => {
    const steps = objects.flatMap((object) => scriptSteps(object, action, dialect));
    const script = filled(dialect.renderSection?.({ stage: 'account', steps }).text ?? '');
    const rotations = action === 'alter' ? objects.flatMap((object) => rotationsOf(object, dialect)) : [];
    const lists = steps.map(({ exists, object }) => ({
      name: `${combination}: list for ${object.key}`,
      text: exists ?? '',
    }));
    return [
      ...steps.map(({ text, object }) => ({ name: `${combination}: ${action} ${object.key}`, text: filled(text) })),
      ...lists,
      ...rotations.map(({ name, text }) => ({ name: `${combination}: ${name}`, text: filled(text) })),
      ...(script === '' ? [] : [{ name: `${combination}: ${action} script`, text: script }]),
      ...blocksIn(script).map((text) => ({ name: `${combination}: block of the ${action} script`, text })),
    ];
  });
}

/** Returns the statements that write a new secret to each of its places, and remove an old one. */
function rotationsOf({ key, rotate }: ManagedObject, dialect: Dialect): readonly NamedStatement[] {
  return (rotate?.places ?? []).flatMap((place) =>
    [...(rotate?.set(place) ?? []), ...(rotate?.clear?.(place) ?? [])].map((step) => ({
      name: `rotate ${place} of ${key}`,
      text: 'text' in step ? canonicalText(step.text, dialect) : '',
    })),
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
    alone: false,
    first: index === 0,
  }));
}

function stepsOf(object: ManagedObject, action: StepAction): readonly Step[] {
  if (action === 'create') return object.create;
  return action === 'drop' ? object.drop : (object.alter?.(EARLIER) ?? []);
}

/** Returns the blocks between dollar quotes: to a parser they are only text. */
function blocksIn(script: string): readonly string[] {
  return [...script.matchAll(/\$\$\n([\s\S]*?)\n\$\$/g)].map(([, block = '']) => block);
}

function filled(text: string): string {
  return text.replaceAll(/\{\{service(?:Key|Password)\}\}/g, "'Filled4Slot'");
}
