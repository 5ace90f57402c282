import type { Operation, TimelineEntry } from '@portcullis/client';
import { describe, expect, it } from 'vitest';
import { durationText, timelineEvents } from './timeline-events.ts';

let lastId = 0;
const entry = (event: TimelineEntry['event'], more: Partial<TimelineEntry> = {}): TimelineEntry => {
  lastId += 1;
  return {
    id: lastId,
    at: `2026-03-01T12:00:${String(lastId % 60).padStart(2, '0')}.000Z`,
    event,
    status: 'enabled',
    ...more,
  };
};
const textsOf = (...entries: readonly TimelineEntry[]) => timelineEvents(entries, []).map(({ text }) => text);

describe('the timeline of an integration', () => {
  it('names the operation of an event', () => {
    const rotation = { id: 3, kind: 'rotate' };
    expect(
      textsOf(
        entry('edit-succeeded', { operation: rotation }),
        entry('edit', { operation: { id: 2, kind: 'edit' } }),
        entry('create-failed', { operation: { id: 1, kind: 'create' } }),
      ),
    ).toEqual(['Rotation of the secret succeeded', 'Edit started', 'Set-up failed']);
  });

  it('names recurring and requested validations', () => {
    expect(textsOf(entry('validation-passed', { requestedBy: 1 }), entry('validation-failed'))).toEqual([
      'Requested validation passed',
      'Recurring validation failed',
    ]);
  });

  it('has the status and its reason', () => {
    const [event] = timelineEvents([entry('edit-failed', { status: 'editError', reason: 'It was reverted.' })], []);
    expect(event).toMatchObject({ state: 'editError', status: 'editError', details: 'It was reverted.' });
  });

  it('has drift with its objects, without a change of the status', () => {
    const findings = [
      { state: 'missing' as const, kind: 'role', name: 'readers' },
      { state: 'changed' as const, kind: 'user', name: 'gov' },
    ];
    const [gone, appeared] = timelineEvents(
      [
        entry('drift-disappeared', { drift: { total: 0, findings: [] } }),
        entry('drift-appeared', { drift: { total: 22, findings } }),
      ],
      [],
    );
    expect(appeared).toMatchObject({
      text: 'Drift appeared',
      state: 'drifted',
      status: 'enabled',
      details: 'role readers (missing), user gov (changed), and 20 more',
    });
    expect(gone).toMatchObject({ text: 'Drift disappeared', state: 'clean' });
    expect(gone).not.toHaveProperty('details');
  });

  it('counts the tests where an operation started, without the skipped ones', () => {
    const test = (status: 'passed' | 'failed' | 'skipped') => ({ name: status, status });
    const validationTests = [test('passed'), test('passed'), test('failed'), test('skipped')];
    const operation = { id: 7, kind: 'edit', validationResults: { status: 'failed', validationTests } } as unknown;
    const entries = [
      entry('edit-succeeded', { operation: { id: 7, kind: 'edit' } }),
      entry('edit', { operation: { id: 7, kind: 'edit' } }),
    ];
    expect(timelineEvents(entries, [operation as Operation]).map(({ tests }) => tests)).toEqual([
      undefined,
      '2 passed, 1 failed',
    ]);
  });

  it('has the time since the event before', () => {
    const later = entry('edit', { at: '2026-03-01T18:00:09.000Z' });
    const earlier = entry('create-succeeded', { at: '2026-03-01T12:00:00.000Z' });
    expect(timelineEvents([later, earlier], []).map(({ sinceMs }) => sinceMs)).toEqual([
      6 * 3_600_000 + 9000,
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
