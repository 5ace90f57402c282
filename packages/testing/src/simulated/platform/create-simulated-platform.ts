import { addressOf, type CatalogueObject, createCatalogue } from './catalogue.ts';
import { createFaultList } from './faults.ts';
import { keepState, type PlatformState } from './platform-state.ts';
import type { RecordedStatement } from './recorded-statement.ts';
import type { SimulatedPlatform, StatementPace } from './simulated-platform.ts';
import { createVocabulary } from './vocabulary.ts';

/** Creates an empty platform. Pass it to `simulate` together with a plugin, or to `simulatedPlugin`. */
export function createSimulatedPlatform(): SimulatedPlatform {
  const statements: RecordedStatement[] = [];
  const aliases = new Map<string, string>();
  const state: PlatformState = {
    catalogue: createCatalogue(),
    vocabulary: createVocabulary(aliases),
    faults: createFaultList(() => statements.length),
    statements,
    sessions: new Set(),
    listeners: new Set(),
    refusals: new Set(),
    responses: new Map(),
    hidden: new Set(),
    aliases,
    roles: new Map(),
    sections: [],
    previous: new Map(),
    opened: 0,
  };
  const platform: SimulatedPlatform = {
    ...inspection(state),
    ...interference(state),
    get statements() {
      return [...statements];
    },
    get objects() {
      return state.catalogue.all();
    },
    get openSessions() {
      return state.sessions.size;
    },
    get openedSessions() {
      return state.opened;
    },
  };
  keepState(platform, state);
  return platform;
}

function inspection({ catalogue, listeners, statements, sessions }: PlatformState) {
  const onStatement: SimulatedPlatform['onStatement'] = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    onStatement,
    slow: ({ milliseconds, clock, actor, stage }: StatementPace) =>
      onStatement(({ when, statement }) => {
        const isSlow = (actor ?? statement.actor) === statement.actor && (stage ?? statement.stage) === statement.stage;
        if (when !== 'before' || !isSlow) return undefined;
        return new Promise<void>((resolve) => {
          clock.after(milliseconds, resolve);
        });
      }),
    snapshot: () =>
      catalogue
        .all()
        .map(({ id: _id, secrets: _secrets, ...object }) => JSON.stringify(object))
        .sort(),
    killAt(number: number, when: 'before' | 'after'): Promise<void> {
      const at = statements.length + number;
      return new Promise((resolve) => {
        onStatement((moment) => {
          if (moment.when !== when || moment.statement.number !== at) return undefined;
          // The operating system closes the connections of a dead process.
          sessions.clear();
          resolve();
          return new Promise<never>(() => {});
        });
      });
    },
  };
}

function interference(state: PlatformState) {
  const { catalogue, faults, refusals, hidden, responses, aliases } = state;
  const addressIn = (server: string, { kind, name }: Pick<CatalogueObject, 'kind' | 'name'>): string | undefined => {
    const found = catalogue.all().find((each) => each.server === server && each.kind === kind && each.name === name);
    return found && addressOf(found);
  };
  return {
    inject: faults.add,
    plant: ({
      scope = 'cluster',
      place = '',
      mark = null,
      values = {},
      family = null,
      within,
      blocks = [],
      ...object
    }) =>
      catalogue.add({
        ...object,
        family,
        scope,
        place,
        mark,
        values,
        shared: false,
        complete: true,
        revision: null,
        container: (within && addressIn(object.server, within)) ?? null,
        blocks: blocks.map((each) => addressIn(object.server, each)).filter((each) => each !== undefined),
        stage: '',
        secrets: {},
      }),
    lose({ kind, name }) {
      for (const object of catalogue.all()) {
        if (object.kind === kind && object.name === name) catalogue.remove(addressOf(object));
      }
    },
    tamper({ kind, name }, changes) {
      for (const object of catalogue.all()) {
        if (object.kind === kind && object.name === name) {
          catalogue.change(object, { ...changes, values: { ...object.values, ...changes.values } });
        }
      }
    },
    refuseConnections(refusal = {}) {
      const { times = Number.POSITIVE_INFINITY, ...which } = refusal;
      const waiting = { ...which, left: times };
      refusals.add(waiting);
      return () => refusals.delete(waiting);
    },
    hide(kind) {
      hidden.add(kind);
      return () => hidden.delete(kind);
    },
    answer: (question, value) => void responses.set(question, value),
    alias: (other, server) => void aliases.set(other, server),
  } satisfies Partial<SimulatedPlatform>;
}
