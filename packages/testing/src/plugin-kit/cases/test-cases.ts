import assert from 'node:assert/strict';
import { type DryRunResponse, ServiceError, type ValidationTestResult } from '@portcullis/core';
import { type AnyPluginDefinition, failed } from '@portcullis/plugin-api';
import { ADMIN, withKitRun } from '../kit-run/create-kit-run.ts';
import { bodyOf, prepareSetUp } from '../kit-run/set-up.ts';
import { type PluginCase, pluginCase } from '../plugin-case.ts';
import type { PluginSubject, ResolvedSample } from '../plugin-subject.ts';

/** The dependencies between the validation tests of a plugin. */
export const TEST_CASES: readonly PluginCase[] = [
  pluginCase(
    'stops-at-gates',
    async (subject) => {
      for (const sample of subject.samples) {
        const gates = gatesOf(subject.definition, sample);
        assert.notDeepEqual(gates, [], `No gate test checks whether "${sample.name}" can connect.`);
        for (const gate of gates) await failGate(subject, sample, gate);
      }
    },
    ({ definition }) => (definition.connect ? true : 'The plugin does not connect.'),
  ),
];

type Gate = AnyPluginDefinition['tests'][number];

/** Returns the gates of a POST of a sample. */
function gatesOf({ tests }: AnyPluginDefinition, { mode, parsed }: ResolvedSample): readonly Gate[] {
  return tests.filter(
    ({ phase, modes, operations, when }) =>
      phase === 'gate' &&
      modes.includes(mode) &&
      operations.includes('create') &&
      (parsed === undefined || (when?.(parsed) ?? true) === true),
  );
}

async function failGate(subject: PluginSubject, sample: ResolvedSample, gate: Gate): Promise<void> {
  const outcomes = { [gate.id]: failed('The kit makes this gate fail.', { failureClass: 'network' }) };
  await withKitRun(
    subject,
    async (kitRun) => {
      await prepareSetUp(kitRun, sample);
      const begun = kitRun.platform.statements.length;
      const body = bodyOf(subject, sample);
      const { validationResults } = (await kitRun.integrations.create(ADMIN, body, { dryRun: true })) as DryRunResponse;
      assert.equal(validationResults.status, 'failed', `A failed gate "${gate.id}" does not fail the validation.`);
      assertGateStops(subject, sample, validationResults.validationTests, gate);
      await assert.rejects(
        kitRun.integrations.create(ADMIN, body),
        (error) => ServiceError.isInstance(error) && error.code === 'VALIDATION_FAILED',
        `The integration is set up although the gate "${gate.id}" failed.`,
      );
      assert.equal(kitRun.platform.statements.length, begun, `Statements run after the failed gate "${gate.id}".`);
    },
    { outcomes },
  );
}

/**
 * Asserts that every declared test has one result, in declared order, and that tests after the gate are skipped with a
 * reason.
 */
function assertGateStops(
  { definition }: PluginSubject,
  { name }: ResolvedSample,
  results: readonly ValidationTestResult[],
  gate: Gate,
): void {
  const declared = definition.tests.map(({ id }) => id);
  const shown = results.map(({ id }) => id ?? '').filter((id) => declared.includes(id));
  assert.deepEqual(shown, declared, `The results of "${name}" are not the declared tests in declared order.`);
  const earlierGates = definition.tests
    .slice(0, declared.indexOf(gate.id))
    .filter(({ phase }) => phase === 'gate')
    .map(({ id }) => id);
  const running = results.filter(
    ({ id = '', status }) => status !== 'skipped' && id !== gate.id && !earlierGates.includes(id),
  );
  assert.deepEqual(
    running.map(({ id }) => id),
    [],
    `Tests of "${name}" run although the gate "${gate.id}" failed.`,
  );
  const silent = results.filter(({ status, message, skipReason }) => status === 'skipped' && !(message ?? skipReason));
  assert.deepEqual(silent, [], `Tests of "${name}" are skipped without a reason.`);
}
