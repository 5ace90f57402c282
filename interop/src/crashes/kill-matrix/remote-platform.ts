import {
  type AnyPluginDefinition,
  type ConnectionRequest,
  type Dialect,
  type FactValues,
  passed,
  type Session,
} from '@portcullis/plugin-api';
import { classifySimulatedFailure, SimulatedFailure } from '@portcullis/testing';
import type { PlatformResponse } from './victim-protocol.ts';

/** Questions to the process that owns the platform. */
export interface PlatformChannel {
  ask(method: string, input: unknown): Promise<unknown>;
  /** For messages without a response, in order with the requests. */
  send(method: string, input: unknown): void;
}

/** A channel to the parent process. */
export function createPlatformChannel(): PlatformChannel {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let last = 0;
  process.on('message', (message: PlatformResponse) => {
    if (message.kind !== 'response') return;
    const asker = waiting.get(message.id);
    waiting.delete(message.id);
    const { failure } = message;
    if (failure) asker?.reject(new SimulatedFailure(failure.failureClass, failure.message, failure.code));
    else asker?.resolve(message.result);
  });
  const send = (method: string, input: unknown): number => {
    last += 1;
    process.send?.({ kind: 'call', id: last, method, input });
    return last;
  };
  return {
    ask: (method, input) =>
      new Promise((resolve, reject) => {
        const id = send(method, input);
        waiting.set(id, { resolve, reject });
      }),
    send: (method, input) => void send(method, input),
  };
}

/** A plugin whose platform is in another process, and outlives this one. */
export function remoteDefinition(
  definition: AnyPluginDefinition,
  channel: PlatformChannel,
  facts: FactValues,
): AnyPluginDefinition {
  const { dialect, discover, families: _families, ...rest } = definition;
  let lists = 0;
  return {
    ...rest,
    ...(definition.stages.length > 0 ? connections(definition, channel) : {}),
    ...(discover ? { discover: async () => ({ facts }) } : {}),
    ...(dialect ? { dialect: reportingDialect(dialect, channel) } : {}),
    objects(config, context) {
      const marks: Record<string, string> = {};
      const mark = (key: string): string => {
        const made = context.mark(key);
        marks[key] = made;
        return made;
      };
      const objects = definition.objects(config, { ...context, mark });
      for (const { key } of objects) mark(key);
      lists += 1;
      const list = lists;
      const { mode, facts: known, options } = context;
      channel.send('learn', { list, config, mode, facts: known, options, marks });
      return objects.map(({ alter, ...object }) => ({
        ...object,
        ...(alter && {
          alter(from, former) {
            channel.send('alter', { list, key: object.key, from, former });
            return alter(from, former);
          },
        }),
      }));
    },
    tests: definition.tests.map((test) => ({ ...test, run: () => passed() })),
    classifyError: (error) => classifySimulatedFailure(error) ?? definition.classifyError(error),
  };
}

function connections(definition: AnyPluginDefinition, channel: PlatformChannel): Partial<AnyPluginDefinition> {
  return {
    async connect({ config, stage, actor, mode, facts, secrets, deadlineMs }: ConnectionRequest<object, FactValues>) {
      const request = { config, stage, actor, mode, facts: { ...facts }, secrets, deadlineMs };
      const session = await channel.ask('connect', request);
      const remote: Session & { readonly remote: unknown } = {
        remote: session,
        async run(operation) {
          const { kind, text } = operation;
          const call = operation.kind === 'call' ? operation.call : undefined;
          return (await channel.ask('run', { session, kind, text, call, revealed: operation.reveal() })) as object;
        },
        async close() {
          await channel.ask('close', { session });
        },
      };
      return remote;
    },
    observe: async (session, objects, { config }) =>
      (await channel.ask('observe', { session: session.remote, objects: structuredClone(objects), config })) as [],
    inventory: async (session, { config, markPrefix }) =>
      (await channel.ask('inventory', { session: session.remote, config, markPrefix })) as [],
    ...(definition.containers && {
      containers: definition.containers.map((container) => ({
        ...container,
        list: async (session, { config }) =>
          (await channel.ask('contents', { session: session.remote, key: container.key, config })) as [],
      })),
    }),
  };
}

function reportingDialect(dialect: Dialect, channel: PlatformChannel): Dialect {
  const { switchRole } = dialect;
  if (!switchRole) return dialect;
  return {
    ...dialect,
    switchRole(role) {
      channel.send('role', { role });
      return switchRole(role);
    },
  };
}
