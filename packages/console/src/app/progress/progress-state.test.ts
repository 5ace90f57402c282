import type { ProgressEvent } from '@portcullis/client';
import { expect, it } from 'vitest';
import { applyProgress, INITIAL_PROGRESS, isFinished, statementsDone } from './progress-state.ts';

const statement = (position: number, status: string, direction = 'forward', operationId = 1) =>
  ({
    event: 'statement',
    id: `${position}${status}`,
    data: { integrationId: 7, operationId, total: 3, position, direction, status, statement: `step ${position}` },
  }) as unknown as ProgressEvent;
const operation = (status: string, id = 1) =>
  ({
    event: 'operation',
    id: status,
    data: { integrationId: 7, id, kind: 'create', status, statements: 3 },
  }) as unknown as ProgressEvent;
const snapshot = (journal: unknown[], status = 'running') =>
  ({
    event: 'snapshot',
    id: '0',
    data: {
      integrationId: 7,
      status: 'creating',
      operation: { id: 1, kind: 'create', status, statements: 3, journal },
    },
  }) as unknown as ProgressEvent;

const follow = (...events: ProgressEvent[]) => events.reduce(applyProgress, INITIAL_PROGRESS);

it('begins with the finished statements', () => {
  const state = follow(snapshot([{ position: 0, direction: 'forward', status: 'done' }]));
  expect(state).toMatchObject({ status: 'creating', total: 3, statements: [{ position: 0, status: 'done' }] });
  expect(isFinished(state)).toBe(false);
});

it('updates a statement without repeating it', () => {
  const state = follow(snapshot([]), statement(0, 'intended'), statement(0, 'done'), statement(1, 'intended'));
  expect(state.statements.map(({ position, status }) => [position, status])).toEqual([
    [0, 'done'],
    [1, 'intended'],
  ]);
});

it('distinguishes reverted statements from executed ones', () => {
  const state = follow(statement(0, 'done'), statement(1, 'failed'), statement(0, 'done', 'compensation'));
  expect(state.statements).toHaveLength(3);
});

it('is finished when the operation is finished', () => {
  expect(isFinished(follow(operation('running'), statement(0, 'done')))).toBe(false);
  expect(isFinished(follow(operation('running'), operation('failed')))).toBe(true);
});

it('shows the state after an earlier operation until a new event arrives', () => {
  const before = follow(snapshot([], 'failed'));
  expect(isFinished(before)).toBe(true);
  expect(before.status).toBe('creating');
  expect(applyProgress(before, operation('running', 2)).status).toBeUndefined();
});

it('starts again with another operation', () => {
  const state = follow(operation('running'), statement(0, 'done'), operation('running', 2));
  expect(state.statements).toEqual([]);
});

it('accepts a snapshot after a reconnect', () => {
  const state = follow(
    statement(0, 'intended'),
    snapshot([{ position: 0, direction: 'forward', status: 'done' }]),
    operation('succeeded'),
  );
  expect(state).toMatchObject({ statements: [{ status: 'done' }], operation: { status: 'succeeded' } });
});

it('counts executed statements, without stored and reverted ones', () => {
  const stored = statement(1, 'done');
  Object.assign(stored.data as object, { action: 'store' });
  const state = follow(statement(0, 'done'), stored, statement(2, 'failed'), statement(0, 'done', 'compensation'));
  expect(statementsDone(state)).toBe(1);
});
