import type { Operation, ProgressEvent } from '@portcullis/client';

type EventOf<Name extends ProgressEvent['event']> = Extract<ProgressEvent, { event: Name }>['data'];

/** A statement of a journal. */
export type Statement = Operation['journal'][number];

/** The known state of an operation that is followed. */
export interface ProgressState {
  readonly operation: Omit<Operation, 'journal'> | undefined;
  readonly statements: readonly Statement[];
  /** The number of statements in the plan, if known. */
  readonly total: number;
  readonly tests: readonly EventOf<'test'>[];
  /** The status of the integration when the stream began, until the first event. */
  readonly status: string | undefined;
}

/** Before the first event. */
export const INITIAL_PROGRESS: ProgressState = {
  operation: undefined,
  statements: [],
  total: 0,
  tests: [],
  status: undefined,
};

/** Applies an event. Statements are identified by direction and position: a repeated one has a newer state. */
export function applyProgress(state: ProgressState, { event, data }: ProgressEvent): ProgressState {
  switch (event) {
    case 'snapshot': {
      const { operation, status } = data;
      return {
        ...state,
        status,
        operation,
        statements: operation?.journal ?? [],
        total: operation?.statements ?? 0,
      };
    }
    case 'operation': {
      const isOther = state.operation !== undefined && state.operation.id !== data.id;
      const { integrationId: _id, ...operation } = data;
      return {
        ...state,
        status: undefined,
        operation,
        total: Math.max(data.statements, isOther ? 0 : state.total),
        ...(isOther ? { statements: [] } : {}),
      };
    }
    case 'statement': {
      const { integrationId: _integration, operationId: _operation, total, ...statement } = data;
      const isSame = (other: Statement) =>
        other.position === statement.position && other.direction === statement.direction;
      const index = state.statements.findIndex(isSame);
      return {
        ...state,
        total,
        statements: index < 0 ? [...state.statements, statement] : state.statements.with(index, statement),
      };
    }
    case 'test': {
      const index = state.tests.findIndex(
        ({ position, operation }) => position === data.position && operation === data.operation,
      );
      return { ...state, tests: index < 0 ? [...state.tests, data] : state.tests.with(index, data) };
    }
  }
}

/** True when the operation has ended, with any result. */
export function isFinished({ operation }: ProgressState): boolean {
  return operation !== undefined && operation.status !== 'running';
}

/**
 * Returns the number of the plan's statements that are done. An entry that only stores data is in the journal, but is
 * not a statement of the platform.
 */
export function statementsDone({ statements }: ProgressState): number {
  return statements.filter(
    ({ status, direction, action }) => status === 'done' && direction === 'forward' && action !== 'store',
  ).length;
}
