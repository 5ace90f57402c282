import type { Observation } from '@portcullis/plugin-api';
import { describe, expect, it } from 'vitest';
import type { ObjectFacts } from '../../changes/plan/change-set.ts';
import { type ManualSetupRequest, manualSetupTest } from './manual-setup-test.ts';

const managed = (key: string, fields: object = {}) =>
  ({
    key,
    kind: 'table',
    name: key,
    by: 'setup',
    sharing: 'exclusive',
    desired: {},
    drop: [],
    ...fields,
  }) as unknown as ObjectFacts;
const listed = (key: string, fields: object = {}) =>
  ({ declared: { create: [] }, object: managed(key, fields) }) as unknown as ManualSetupRequest['listed'][number];

type Seen = Record<string, Omit<Observation, 'key'>>;

function testFor(seen: Seen, request: Partial<ManualSetupRequest> = {}) {
  return manualSetupTest({
    definition: {} as ManualSetupRequest['definition'],
    config: {},
    mode: 'manual',
    operation: 'edit',
    listed: [],
    gone: [],
    ledger: [],
    observation: (key) => (seen[key] ? ({ key, ...seen[key] } as Observation) : undefined),
    ...request,
  });
}
const run = (...input: Parameters<typeof testFor>) => testFor(...input)?.run(new AbortController().signal);

describe('the test that the script was run', () => {
  it('passes if all objects exist, and removed ones are absent', async () => {
    const seen: Seen = { a: { state: 'ours' }, b: { state: 'absent' } };
    expect(await run(seen, { listed: [listed('a')], gone: [managed('b')] })).toMatchObject({ status: 'passed' });
  });

  it('names one object that is missing', async () => {
    expect(await run({ a: { state: 'absent' } }, { listed: [listed('a')] })).toMatchObject({
      failureClass: 'not-found',
      message: 'Missing: table a.',
    });
  });

  it('names one object that still exists', async () => {
    expect(await run({ b: { state: 'ours' } }, { gone: [managed('b')] })).toMatchObject({
      failureClass: 'already-exists',
      message: 'Still there: table b.',
    });
  });

  it('names one object that is unchanged', async () => {
    const desired = { days: 7 };
    const before = { key: 'a', desired: { days: 30 } };
    const seen: Seen = { a: { state: 'ours', values: { days: 30 } } };
    expect(await run(seen, { listed: [listed('a', { desired })], ledger: [before] })).toMatchObject({
      failureClass: 'invalid-input',
      message: 'Still as before: table a.',
    });
  });

  it('names all of them in one message', async () => {
    const seen: Seen = { a: { state: 'absent' }, b: { state: 'ours' }, c: { state: 'ours', values: { days: 30 } } };
    const before = { key: 'c', desired: { days: 30 } };
    const request = {
      listed: [listed('a'), listed('c', { desired: { days: 7 } })],
      gone: [managed('b')],
      ledger: [before],
    };
    expect(await run(seen, request)).toMatchObject({
      message: 'Missing: table a. Still as before: table c. Still there: table b.',
    });
  });

  it('does not mistake drift for a script that was not run', async () => {
    const desired = { days: 30 };
    const seen: Seen = { a: { state: 'ours', values: { days: 7 } } };
    expect(await run(seen, { listed: [listed('a', { desired })], ledger: [{ key: 'a', desired }] })).toMatchObject({
      status: 'passed',
    });
  });

  it('does not require a value that the platform does not show', async () => {
    const seen: Seen = { a: { state: 'ours', values: {} } };
    const before = { key: 'a', desired: { days: 30 } };
    expect(await run(seen, { listed: [listed('a', { desired: { days: 7 } })], ledger: [before] })).toMatchObject({
      status: 'passed',
    });
  });

  it('fails if an object cannot be seen', async () => {
    expect(await run({}, { listed: [listed('a')] })).toMatchObject({
      failureClass: 'missing-grant',
      message: expect.stringContaining('these objects cannot be seen with the credentials of the config: table a.'),
    });
  });

  it.each([
    ['edit', 'Run the edit script, then try again.'],
    ['create', 'Run the create script, then try again.'],
  ] as const)('has the message in the operation %s: %s', async (operation, help) => {
    expect(await run({ a: { state: 'absent' } }, { operation, listed: [listed('a')] })).toMatchObject({ help });
  });

  it('is omitted if no script creates or removes an object', () => {
    expect(testFor({}, { listed: [listed('a', { by: 'service' })] })).toBeUndefined();
  });

  it('does not run in an automatic set-up', () => {
    expect(testFor({}, { mode: 'automatic', listed: [listed('a')] })?.notApplicable).toBe(
      'This is checked for manual set-up only.',
    );
  });
});
