import type { ValidatedOperation } from '@portcullis/plugin-api';
import { expect, it } from 'vitest';
import { type DerivedTestRequest, derivedTests } from './derived-tests.ts';

/** A table that the set-up script makes, with a test that it is there. */
const listed = {
  declared: { needs: [], presentTest: { id: 'present', name: 'Validate Table: Present' } },
  object: { key: 'a', kind: 'table', name: 'a', by: 'setup', sharing: 'exclusive', desired: {}, drop: [] },
} as unknown as DerivedTestRequest['listed'][number];

/** Runs the test for an object that the credentials cannot see, in manual set-up. */
async function judgeUnseen(operation: ValidatedOperation) {
  const [placed] = derivedTests({
    definition: {} as DerivedTestRequest['definition'],
    config: {},
    mode: 'manual',
    operation,
    listed: [listed],
    disabled: [],
    hasScripts: true,
    ledger: [],
    observation: () => undefined,
  });
  return placed?.test.run(new AbortController().signal);
}

it.each(['create', 'edit'] as const)(
  'an object of the script that cannot be seen fails the operation %s',
  async (operation) => {
    expect(await judgeUnseen(operation)).toMatchObject({ status: 'failed', failureClass: 'missing-grant' });
  },
);

it('an object of the script that cannot be seen is a warning of the recurring validation', async () => {
  expect(await judgeUnseen('recurring')).toMatchObject({ status: 'warning', failureClass: 'missing-grant' });
});

it('an object that an administrator creates must exist, also before an automatic set-up', () => {
  const tests = derivedTests({
    definition: {} as DerivedTestRequest['definition'],
    config: {},
    mode: 'automatic',
    operation: 'create',
    listed: [
      {
        declared: { ...listed.declared, absentTest: { id: 'absent', name: 'Validate Table: Absent' } },
        object: { ...listed.object, by: 'administrator' },
      },
    ],
    disabled: [],
    hasScripts: true,
    ledger: [],
    observation: () => undefined,
  });
  expect(tests.map(({ test: { id, notApplicable } }) => [id, notApplicable])).toEqual([
    ['absent', 'An administrator creates the table.'],
    ['present', undefined],
  ]);
});
