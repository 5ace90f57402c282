import {
  type AnyPluginDefinition,
  canonicalText,
  type Dialect,
  definePlugin,
  definitionOf,
  type Plugin,
  passed,
  type ScriptSection,
  type TestOutcome,
} from '@portcullis/plugin-api';
import { placeOf, whereaboutsOf } from './described-object.ts';
import { listContents } from './list-contents.ts';
import { listRuntimeObjects } from './list-runtime-objects.ts';
import { listMarked, observeCatalogue } from './observe-catalogue.ts';
import { type PlatformState, stateOf } from './platform-state.ts';
import { commentMarkOf } from './script-statements.ts';
import { classifySimulatedFailure } from './simulated-failure.ts';
import type { SimulatedPlatform } from './simulated-platform.ts';
import { openSimulatedSession, type SimulatedSession } from './simulated-session.ts';

/** The behaviour of a plugin on a simulated platform. */
export interface SimulateOptions {
  /**
   * `pass`: the plugin's tests connect to their declared stage, and pass. `own`: they run unchanged, on a {@link
   * SimulatedSession}. @default pass
   */
  readonly tests?: 'pass' | 'own';
  /** The outcomes of tests other than `pass`, by id. */
  readonly outcomes?: Readonly<Record<string, TestOutcome>>;
  /** The facts that `discover` finds, for plugins that discover. @default none */
  readonly facts?: Readonly<Record<string, string | number | boolean | null>>;
}

/**
 * Puts any plugin on a simulated platform: its connections, observations and discoveries are answered from an in-memory
 * catalogue that maps rendered statements to the objects that they create, change and drop. Config, objects, scripts
 * and rules are those of the plugin. Several plugins may share one platform.
 *
 * The simulation does not know the rules of the real platform, so it cannot detect violations of them.
 */
export function simulate(plugin: Plugin, platform: SimulatedPlatform, options: SimulateOptions = {}): Plugin {
  return definePlugin(simulatedDefinition(definitionOf(plugin), platform, options));
}

/** Like {@link simulate}, for a definition that is not a plugin yet. */
export function simulatedDefinition(
  definition: AnyPluginDefinition,
  platform: SimulatedPlatform,
  { tests = 'pass', outcomes = {}, facts = {} }: SimulateOptions = {},
): AnyPluginDefinition {
  const state = stateOf(platform);
  const discoveries = definition.discover ? { discover: async () => ({ facts }) } : {};
  return {
    ...definition,
    ...(definition.stages.length > 0 ? connections(state, definition) : {}),
    ...(tests === 'pass' ? discoveries : {}),
    ...(definition.dialect ? { dialect: attentiveDialect(state, definition.dialect) } : {}),
    objects: (config, context) =>
      state.vocabulary.learn(definition, config, definition.objects(config, context), context.mark),
    tests:
      tests === 'own'
        ? definition.tests
        : definition.tests.map((test) => ({ ...test, run: () => outcomes[test.id] ?? passed() })),
    classifyError: (error) => classifySimulatedFailure(error) ?? definition.classifyError(error),
  };
}

function connections(state: PlatformState, definition: AnyPluginDefinition): Partial<AnyPluginDefinition> {
  const { dialect } = definition;
  return {
    connect(request) {
      const whereabouts = whereaboutsOf(definition, request.config, state.aliases);
      const place = placeOf(definition, request.config, request.stage);
      return openSimulatedSession(state, request, { ...whereabouts, place, dialect });
    },
    observe: async (session: SimulatedSession, objects) => observeCatalogue(state, session, objects),
    inventory: async (session: SimulatedSession, { markPrefix }) => listMarked(state, session, markPrefix),
    ...(definition.families ? { families: familiesOf(state, definition, definition.families) } : {}),
    ...(definition.containers
      ? {
          containers: definition.containers.map((container) => ({
            ...container,
            list: async (session: SimulatedSession, { config }: { config: object }) =>
              listContents(state, definition, session, { key: container.key, config }),
          })),
        }
      : {}),
  };
}

function familiesOf(
  state: PlatformState,
  definition: AnyPluginDefinition,
  families: NonNullable<AnyPluginDefinition['families']>,
) {
  return families.map((family) => ({
    ...family,
    list: async (session: SimulatedSession) => listRuntimeObjects(state, definition, family, session),
  }));
}

/**
 * Returns a dialect that records role switches, so that sessions recognise them, and sections, so that scripts can run.
 */
function attentiveDialect({ roles, sections }: PlatformState, dialect: Dialect): Dialect {
  const { switchRole, renderSection } = dialect;
  return {
    ...dialect,
    ...(switchRole && {
      switchRole(role: string) {
        const switched = switchRole(role);
        roles.set(typeof switched === 'string' ? switched : canonicalText(switched, dialect), role);
        return switched;
      },
    }),
    ...(renderSection && {
      renderSection(section: ScriptSection) {
        const written = renderSection(section);
        sections.push({ ...written, section, commentMark: commentMarkOf(dialect) });
        return written;
      },
    }),
  };
}
