import {
  type AnyPluginDefinition,
  canonicalText,
  type Dialect,
  definitionOf,
  type ManagedObject,
  type SetupMode,
  type StepAction,
} from '@portcullis/plugin-api';
import { redshift } from '@portcullis/plugin-redshift';
import { recordedQueries } from '../../../shared/sqlfluff/recorded-queries.ts';
import type { NamedStatement } from '../../../shared/sqlfluff/sqlfluff.ts';

const mark = (key: string): string => `portcullis:00000000-0000-4000-8000-000000000000:0123456789abcdef:${key}`;

/** The features of a config, in every combination. */
const FEATURES = [{ enabled: false }, { enabled: true }, { enabled: true, role: 'a "quoted" \\ role' }];
const MODES: readonly SetupMode[] = ['automatic', 'manual'];
/** The values of the earlier config, for statements that alter. */
const EARLIER = { name: 'earlier "name"' };

/** Every statement that the plugin can generate for Amazon Redshift, in every combination of features and modes. */
export async function collectStatements(): Promise<readonly NamedStatement[]> {
  const definition = definitionOf(redshift());
  const [withPassword, , cluster, workgroup] = definition.samples;
  // Through Okta, what differs are the statements of the account, which a script makes.
  const federated = [cluster, workgroup].map((sample) => ({
    sample,
    impersonation: { enabled: true },
    mode: 'manual' as const,
  }));
  const combinations = [
    ...FEATURES.flatMap((impersonation) => MODES.map((mode) => ({ sample: withPassword, impersonation, mode }))),
    ...federated,
  ];
  const collected = await Promise.all(
    combinations.map(async ({ sample, impersonation, mode }) => {
      const config = definition.config.parse({ ...sample, impersonation });
      const objects = definition.objects(config, { mode, facts: {}, mark, options: {} }) as readonly ManagedObject[];
      const combination = `${mode}, ${String(config.authenticationType)}, impersonation ${JSON.stringify(impersonation)}`;
      return [
        ...stepsOf(definition, objects, combination),
        ...scriptsOf(definition, objects, combination),
        ...(await recordedQueries(definition, config, objects, mark)),
      ];
    }),
  );
  return collected.flat();
}

/** The steps and guards, one by one: inside a procedure a parser would see only text. */
function stepsOf(
  { dialect }: AnyPluginDefinition,
  objects: readonly ManagedObject[],
  combination: string,
): readonly NamedStatement[] {
  return objects.flatMap((object) => {
    const rotated = object.rotate?.places.flatMap((place) => object.rotate?.set(place) ?? []) ?? [];
    const lists = { rotate: rotated, create: object.create, alter: object.alter?.(EARLIER) ?? [], drop: object.drop };
    const steps = Object.entries(lists).flatMap(([action, list]) => list.map((step) => ({ action, step })));
    const guards = Object.entries(object.guard ?? {}).map(([action, text]) => ({ action, step: { text } }));
    return [...steps, ...guards].flatMap(({ action, step }) =>
      'text' in step
        ? [
            {
              name: `${combination}: ${action} ${object.key}`,
              text: filled(canonicalText(step.text, dialect as Dialect)),
            },
          ]
        : [],
    );
  });
}

/** The sections of the scripts as a whole: the frames around the steps. */
function scriptsOf(
  { dialect, stages }: AnyPluginDefinition,
  objects: readonly ManagedObject[],
  combination: string,
): readonly NamedStatement[] {
  const actions: readonly StepAction[] = ['create', 'alter', 'drop'];
  return actions.flatMap((action) =>
    stages.map((stage) => {
      const steps = objects
        .filter((object) => object.stage === stage.id)
        .flatMap((object) => {
          const list =
            action === 'create' ? object.create : action === 'drop' ? object.drop : (object.alter?.(EARLIER) ?? []);
          return list.map((step, index) => ({
            action,
            object: { key: object.key, kind: object.kind, name: object.name },
            text: 'text' in step ? canonicalText(step.text, dialect as Dialect) : '',
            exists: object.guard && canonicalText(object.guard.exists, dialect as Dialect),
            ours: object.guard && canonicalText(object.guard.ours, dialect as Dialect),
            alone: 'alone' in step ? (step.alone ?? false) : false,
            first: index === 0,
          }));
        });
      const text = dialect?.renderSection?.({ stage: stage.id, steps }).text ?? '';
      return { name: `${combination}: ${action} script of ${stage.id}`, text: filled(text) };
    }),
  );
}

function filled(text: string): string {
  return text.replaceAll('{{servicePassword}}', "'Filled4Slot'");
}
