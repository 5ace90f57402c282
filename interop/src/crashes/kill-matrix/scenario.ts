import type { ResolvedFixture } from './fixtures.ts';
import type { Operation } from './victim-protocol.ts';

/** The direction of a recovery: forward to the target of the operation, or back to the state before it. */
export type Recovery = 'forward' | 'back' | 'edit';

/** The request that continues an integration. */
export type Request = { readonly method: 'POST' | 'PUT' | 'DELETE' | 'rotate' | 'migrate'; readonly body: unknown };

/** The operation that is killed, and the requests that continue it. */
export interface Scenario {
  readonly operation: Operation;
  /** The body of the operation itself. */
  readonly body: unknown;
  readonly recoveries: readonly Recovery[];
  /** Returns the requests of a recovery, in the order in which they are sent. */
  request(recovery: Recovery): readonly Request[];
}

/** The scenarios of a plugin: those of its supported operations. */
export function scenariosOf({ editable, rotatable, body, edited, credentials }: ResolvedFixture): readonly Scenario[] {
  const remove: Request = { method: 'DELETE', body: credentials };
  const put = (sent: unknown): readonly Request[] => [{ method: 'PUT', body: sent }];
  const again: readonly Request[] = editable ? put(body) : [remove, { method: 'POST', body }];
  return [
    {
      operation: 'create',
      body,
      recoveries: ['forward', 'back'],
      request: (recovery) => (recovery === 'forward' ? again : [remove]),
    },
    ...(editable
      ? ([
          {
            operation: 'edit',
            body: edited,
            recoveries: ['forward', 'back'],
            request: (recovery) => put(recovery === 'forward' ? edited : body),
          },
        ] satisfies Scenario[])
      : []),
    ...(rotatable
      ? ([
          {
            operation: 'rotate',
            body: credentials,
            recoveries: ['forward', 'edit', 'back'],
            request: (recovery) => {
              if (recovery === 'forward') return [{ method: 'rotate', body: credentials }];
              return recovery === 'edit' ? put(body) : [remove];
            },
          },
        ] satisfies Scenario[])
      : []),
    {
      operation: 'delete',
      body: credentials,
      recoveries: editable ? ['forward', 'back'] : ['forward'],
      request: (recovery) => (recovery === 'forward' ? [remove] : put(body)),
    },
    {
      operation: 'migrate',
      body: undefined,
      recoveries: editable ? ['forward', 'edit'] : ['forward'],
      request: (recovery) => (recovery === 'forward' ? [{ method: 'migrate', body: undefined }] : put(body)),
    },
  ];
}
