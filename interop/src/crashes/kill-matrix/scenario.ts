import type { ResolvedFixture } from './fixtures.ts';
import type { Operation } from './victim-protocol.ts';

/** The direction of a recovery: on to the target of the operation, or back to the state before it. */
export type Way = 'on' | 'back' | 'edit';

/** The request that continues an integration. */
export type Request = { readonly method: 'POST' | 'PUT' | 'DELETE' | 'rotate' | 'migrate'; readonly body: unknown };

/** The operation that is killed, and the requests that continue it. */
export interface Scenario {
  readonly operation: Operation;
  /** The body of the operation itself. */
  readonly body: unknown;
  readonly ways: readonly Way[];
  /** Returns the requests of a way, in the order in which they are sent. */
  request(way: Way): readonly Request[];
}

/** The scenarios of a plugin: those of its operations that it has. */
export function scenariosOf({ editable, rotatable, body, edited, credentials }: ResolvedFixture): readonly Scenario[] {
  const remove: Request = { method: 'DELETE', body: credentials };
  const put = (sent: unknown): readonly Request[] => [{ method: 'PUT', body: sent }];
  const again: readonly Request[] = editable ? put(body) : [remove, { method: 'POST', body }];
  return [
    { operation: 'create', body, ways: ['on', 'back'], request: (way) => (way === 'on' ? again : [remove]) },
    ...(editable
      ? ([
          {
            operation: 'edit',
            body: edited,
            ways: ['on', 'back'],
            request: (way) => put(way === 'on' ? edited : body),
          },
        ] satisfies Scenario[])
      : []),
    ...(rotatable
      ? ([
          {
            operation: 'rotate',
            body: credentials,
            ways: ['on', 'edit', 'back'],
            request: (way) => {
              if (way === 'on') return [{ method: 'rotate', body: credentials }];
              return way === 'edit' ? put(body) : [remove];
            },
          },
        ] satisfies Scenario[])
      : []),
    {
      operation: 'delete',
      body: credentials,
      ways: editable ? ['on', 'back'] : ['on'],
      request: (way) => (way === 'on' ? [remove] : put(body)),
    },
    {
      operation: 'migrate',
      body: undefined,
      ways: editable ? ['on', 'edit'] : ['on'],
      request: (way) => (way === 'on' ? [{ method: 'migrate', body: undefined }] : put(body)),
    },
  ];
}
