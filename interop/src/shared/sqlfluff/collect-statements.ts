import {
  type AnyPluginDefinition,
  canonicalText,
  type Dialect,
  definitionOf,
  type ManagedObject,
  type Plugin,
  type ScriptStep,
  type SetupMode,
  type Step,
  type StepAction,
} from '@portcullis/plugin-api';
import { recordedQueries } from './recorded-queries.ts';
import type { NamedStatement } from './sqlfluff.ts';

/** One config of a plugin, in one mode. */
interface Combination {
  readonly name: string;
  /** The config in the form of a request. */
  readonly config: object;
  readonly mode: SetupMode;
  /** The options of the integration. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** True if the queries and remedies of the plugin are also recorded. */
  readonly recordsQueries?: boolean;
}

type Earlier = Parameters<NonNullable<ManagedObject['alter']>>[0];

/** A plugin, and the combinations that generate all its statements. */
export interface StatementSource {
  readonly plugin: Plugin;
  readonly combinations: (samples: readonly object[]) => readonly Combination[];
  /** The earlier values of an object, for statements that alter it. */
  readonly earlier: Earlier;
  /**
   * The parts of a guard that are statements.
   *
   * @default ['exists', 'ours']
   */
  readonly guards?: readonly ('exists' | 'ours')[];
  /** Fills in the placeholders of a script. */
  readonly fill: (text: string) => string;
  /** Returns the statements that a text contains in quotes, which a parser reads as plain text. */
  readonly quoted?: (text: string) => readonly string[];
  /** Returns the statements that belong to no managed object. */
  readonly more?: (definition: AnyPluginDefinition) => readonly NamedStatement[];
}

/** The managed objects of one combination, with the inputs of their statements. */
interface Generated {
  readonly source: StatementSource;
  readonly definition: AnyPluginDefinition;
  readonly objects: readonly ManagedObject[];
  readonly combination: string;
}

const ACTIONS: readonly StepAction[] = ['create', 'alter', 'drop'];
const PARTS = ['exists', 'ours'] as const;

/** Returns the mark of an object, as a plugin writes it into a comment. */
export const markOf = (key: string): string =>
  `portcullis:00000000-0000-4000-8000-000000000000:0123456789abcdef:${key}`;

/** Every statement, guard, query and script that a plugin generates, each text once. */
export async function collectStatements(source: StatementSource): Promise<readonly NamedStatement[]> {
  const definition = definitionOf(source.plugin as never) as AnyPluginDefinition;
  const collected = await Promise.all(
    source
      .combinations(definition.samples)
      .map(async ({ name, config, mode, options = {}, recordsQueries = false }) => {
        const parsed = definition.config.parse(config);
        const objects = definition.objects(parsed, { mode, facts: {}, mark: markOf, options });
        const generated = { source, definition, objects, combination: name };
        return [
          ...statementsOf(generated),
          ...scriptsOf(generated),
          ...(recordsQueries ? await recordedQueries(definition, parsed, objects, markOf) : []),
        ];
      }),
  );
  const all = [...collected.flat(), ...(source.more?.(definition) ?? [])]
    .map(({ name, text }) => ({ name, text: source.fill(text) }))
    .flatMap((statement) => [statement, ...quotedIn(statement, source)])
    .filter(({ text }) => text.trim() !== '');
  return [...new Map(all.map((each) => [each.text, each])).values()];
}

/** Returns the text of a step as the platform receives it. Steps that send no text have an empty one. */
export function textOf(step: Step, dialect: Dialect | undefined): string {
  return 'text' in step ? canonicalText(step.text, dialect as Dialect) : '';
}

/** Steps, rotations and guards are separate, because a parser reads the inside of a procedure or a block as text. */
function statementsOf({ source, definition, objects, combination }: Generated): readonly NamedStatement[] {
  const { dialect } = definition;
  return objects.flatMap((object) => {
    const { key, guard, rotate } = object;
    const rotations = (rotate?.credentialNames ?? []).flatMap((name) => [
      ...(rotate?.set(name) ?? []),
      ...(rotate?.clear?.(name) ?? []),
    ]);
    const steps = [
      ...ACTIONS.flatMap((action) => stepsOf(object, action, source.earlier).map((step) => ({ action, step }))),
      ...rotations.map((step) => ({ action: 'rotate', step })),
      ...(source.guards ?? PARTS).flatMap((action) => (guard ? [{ action, step: { text: guard[action] } }] : [])),
    ];
    return steps.map(({ action, step }) => ({ name: `${combination}: ${action} ${key}`, text: textOf(step, dialect) }));
  });
}

/** The scripts of each stage: the frames around the steps. */
function scriptsOf({ source, definition, objects, combination }: Generated): readonly NamedStatement[] {
  const { dialect, stages } = definition;
  return ACTIONS.flatMap((action) =>
    stages.flatMap((stage) => {
      const steps = objects
        .filter((object) => object.stage === stage.id)
        .flatMap((object) => scriptSteps(object, action, source.earlier, dialect));
      const text = steps.length === 0 ? '' : (dialect?.renderSection?.({ stage: stage.id, steps }).text ?? '');
      return [{ name: `${combination}: ${action} script of ${stage.id}`, text }];
    }),
  );
}

function scriptSteps(
  object: ManagedObject,
  action: StepAction,
  earlier: Earlier,
  dialect: Dialect | undefined,
): readonly ScriptStep[] {
  const { key, kind, name, guard } = object;
  return stepsOf(object, action, earlier).map((step, index) => ({
    action,
    object: { key, kind, name },
    text: textOf(step, dialect),
    exists: guard && canonicalText(guard.exists, dialect as Dialect),
    ours: guard && canonicalText(guard.ours, dialect as Dialect),
    alone: 'alone' in step ? (step.alone ?? false) : false,
    first: index === 0,
  }));
}

/** Returns the steps of an action. An edit also writes a new secret, if the object has one. */
function stepsOf(object: ManagedObject, action: StepAction, earlier: Earlier): readonly Step[] {
  const { create, drop, alter, rotate } = object;
  if (action === 'create') return create;
  if (action === 'drop') return drop;
  const [name] = rotate?.credentialNames ?? [];
  return [...(alter?.(earlier, object) ?? []), ...(name === undefined ? [] : (rotate?.set(name) ?? []))];
}

function quotedIn({ name, text }: NamedStatement, { quoted }: StatementSource): readonly NamedStatement[] {
  return (quoted?.(text) ?? []).map((inner) => ({ name: `${name}, in quotes`, text: inner }));
}
