import type { DriftReport, Operation } from '@portcullis/client';
import { describe, expect, it } from 'vitest';
import { durationText, timelineEvents } from './timeline-events.ts';

const operation = (
  id: number,
  kind: string,
  status: Operation['status'],
  more: Partial<Operation> = {},
): Operation => ({
  id,
  kind,
  status,
  startedAt: `2026-03-0${id}T12:00:00.000Z`,
  ...(status !== 'running' && { finishedAt: `2026-03-0${id}T12:00:09.000Z` }),
  statements: 0,
  journal: [],
  ...more,
});
const statuses = (operations: readonly Operation[]) => timelineEvents(operations).map(({ status }) => status);

describe('the timeline of an integration', () => {
  it('has the beginnings and ends of operations with the statuses, the latest first', () => {
    const operations = [
      operation(1, 'create', 'succeeded'),
      operation(2, 'edit', 'failed'),
      operation(3, 'delete', 'running'),
    ];
    expect(timelineEvents(operations.toReversed()).map(({ text, status }) => [text, status])).toEqual([
      ['Deletion started', 'deleting'],
      ['Edit failed', 'editError'],
      ['Edit started', 'editing'],
      ['Set-up succeeded', 'enabled'],
      ['Set-up started', 'creating'],
    ]);
  });

  it('stays at a failed set-up until an edit succeeds', () => {
    const failed = operation(1, 'create', 'failed');
    expect(statuses([failed, operation(2, 'edit', 'failed')])[0]).toBe('createError');
    expect(statuses([failed, operation(2, 'edit', 'interrupted')])[0]).toBe('createError');
    expect(statuses([failed, operation(2, 'edit', 'succeeded'), operation(3, 'edit', 'failed')])[0]).toBe('editError');
  });

  it('counts the tests before an operation, without the skipped ones', () => {
    const test = (status: 'passed' | 'failed' | 'skipped') => ({ name: status, status });
    const validationResults = {
      status: 'failed' as const,
      validationTests: [test('passed'), test('passed'), test('failed'), test('skipped')],
    };
    expect(timelineEvents([operation(1, 'create', 'running', { validationResults })])[0]?.tests).toBe(
      'Tests: 2 passed, 1 failed',
    );
  });

  it('has the last check for drift at its time', () => {
    const drift = {
      observedAt: '2026-03-01T18:00:00.000Z',
      status: 'drifted',
      findings: [{}],
    } as unknown as DriftReport;
    const events = timelineEvents([operation(1, 'create', 'succeeded'), operation(2, 'edit', 'succeeded')], drift);
    expect(events[2]).toEqual({
      at: drift.observedAt,
      text: 'Check for drift: 1 finding',
      status: 'drifted',
      sinceMs: 6 * 3_600_000 - 9000,
    });
  });

  it('has the time since the event before', () => {
    expect(timelineEvents([operation(1, 'create', 'succeeded')]).map(({ sinceMs }) => sinceMs)).toEqual([
      9000,
      undefined,
    ]);
  });
});

describe('a duration', () => {
  it.each([
    [340, '0.3 seconds'],
    [9000, '9.0 seconds'],
    [95_000, '95 seconds'],
    [600_000, '10 minutes'],
    [3 * 3_600_000, '3 hours'],
    [5 * 86_400_000, '5 days'],
  ])('of %i ms is %s', (milliseconds, text) => {
    expect(durationText(milliseconds)).toBe(text);
  });
});
