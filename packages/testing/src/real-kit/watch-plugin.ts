import {
  type Actor,
  definePlugin,
  definitionOf,
  type Observation,
  type ObservedObject,
  PlatformError,
  type Plugin,
  type Session,
} from '@portcullis/plugin-api';

/** An observation of the plugin, with the observed object. */
export interface WatchedObservation {
  readonly actor: Actor;
  readonly object: ObservedObject;
  readonly observation: Observation | undefined;
}

/** A plugin whose sessions and observations are watched. */
export interface WatchedPlugin {
  readonly plugin: Plugin;
  /** The observations so far. */
  readonly observations: WatchedObservation[];
  /** The number of statements that were sent, or that failed instead. */
  readonly sent: () => number;
  /** Makes a statement fail without being sent, after this many further statements; 0 is the next one. */
  failAfter(statements: number): void;
}

/** Watches a plugin without changing its behaviour. */
export function watchPlugin(plugin: Plugin): WatchedPlugin {
  const definition = definitionOf(plugin);
  const observations: WatchedObservation[] = [];
  const actors = new WeakMap<Session, Actor>();
  let sent = 0;
  let failing: number | undefined;
  const watched = (session: Session, actor: Actor): Session => {
    const run: Session['run'] = async (operation, options) => {
      sent += 1;
      if (sent === failing) throw new PlatformError({ failureClass: 'missing-grant', message: 'An injected failure.' });
      return session.run(operation, options);
    };
    const proxy = new Proxy(session, { get: (target, name) => (name === 'run' ? run : Reflect.get(target, name)) });
    actors.set(proxy, actor);
    return proxy;
  };
  const { connect, observe } = definition;
  return {
    observations,
    sent: () => sent,
    failAfter(statements) {
      failing = sent + statements + 1;
    },
    plugin: definePlugin({
      ...definition,
      ...(connect && { connect: async (request) => watched(await connect(request), request.actor) }),
      ...(observe && {
        async observe(session: Session, objects: readonly ObservedObject[], context) {
          const seen = await observe(session, objects, context);
          const actor = actors.get(session) ?? 'setup';
          for (const object of objects) {
            observations.push({ actor, object, observation: seen.find(({ key }) => key === object.key) });
          }
          return seen;
        },
      }),
    }),
  };
}
