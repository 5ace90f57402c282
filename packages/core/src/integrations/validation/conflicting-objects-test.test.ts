import type { Observation, ValidatedOperation } from '@portcullis/plugin-api';
import { describe, expect, it } from 'vitest';
import { type ConflictingObjectsRequest, conflictingObjectsTest } from './conflicting-objects-test.ts';
import { notApplicableReason } from './not-applicable-reason.ts';

const volume = {
  declared: {},
  object: { key: 'volume', kind: 'volume', name: 'gov_volume', sharing: 'exclusive', by: 'setup' },
} as unknown as ConflictingObjectsRequest['listed'][number];

const testFor = (request: Partial<ConflictingObjectsRequest>) =>
  conflictingObjectsTest({
    listed: [volume],
    operation: 'create',
    mode: 'automatic',
    ledger: [],
    observation: () => ({ key: 'volume', state: 'foreign' }) as Observation,
    ...request,
  });
const run = (request: Partial<ConflictingObjectsRequest>) => testFor(request)?.run(new AbortController().signal);

describe('the test for conflicting objects', () => {
  it.each<ValidatedOperation>(['create', 'edit'])('runs in the operation %s', (operation) => {
    expect(testFor({ operation })?.notApplicable).toBeUndefined();
  });

  it.each<ValidatedOperation>(['delete', 'recurring'])('does not run in the operation %s', (operation) => {
    expect(testFor({ operation })?.notApplicable).toBe(notApplicableReason(['create', 'edit']));
  });

  it('warns of a foreign object with the name of one of ours', async () => {
    expect(await run({})).toMatchObject({ status: 'warning', failureClass: 'already-exists' });
  });

  it('passes if the object is ours in the ledger', async () => {
    expect(await run({ ledger: [{ key: 'volume' }] })).toMatchObject({ status: 'passed' });
  });

  it('passes if the object does not exist', async () => {
    expect(await run({ observation: () => ({ key: 'volume', state: 'absent' }) })).toMatchObject({ status: 'passed' });
  });

  it('is omitted if an administrator creates the objects by script', () => {
    expect(testFor({ mode: 'manual' })).toBeUndefined();
  });

  it('is omitted if the object has its own test for this', () => {
    const declared = { absentTest: { id: 'a', name: 'A' } };
    expect(testFor({ listed: [{ ...volume, declared } as never] })).toBeUndefined();
  });
});
