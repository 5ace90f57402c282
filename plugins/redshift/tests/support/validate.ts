import {
  canonicalText,
  classifyFailure,
  type Dialect,
  failed,
  type TestOutcome,
  type ValidatedOperation,
} from '@portcullis/plugin-api';
import type { RedshiftConfig } from '../../src/config/config-schema.ts';
import type { RedshiftTest } from '../../src/validation/redshift-test.ts';
import { markOf, type TestEnvironment } from './test-environment.ts';

/** Runs one validation test like the core: a thrown error is classified and fails the test. */
export async function validate(
  set: TestEnvironment,
  id: string,
  operation: ValidatedOperation = 'create',
  previous?: RedshiftConfig,
): Promise<TestOutcome> {
  const test = (set.definition.tests as readonly RedshiftTest[]).find((each) => each.id === id);
  if (!test) throw new Error(`There is no test ${id}.`);
  try {
    const session = test.on ? await set.connect(test.on.stage as 'initial', test.on.actor) : undefined;
    try {
      return await test.run({
        config: set.config,
        ...(previous === undefined ? {} : { previous }),
        mode: set.mode,
        operation,
        facts: {},
        options: {},
        mark: (key) => markOf(key),
        session: session as never,
        host: { isDataSourceCredential: async () => undefined },
        others: { onTarget: async () => undefined, withSame: async () => undefined },
        signal: new AbortController().signal,
      });
    } finally {
      await session?.close();
    }
  } catch (error) {
    const failure = classifyFailure(error, set.definition.classifyError);
    const remediation = test.remedy?.(failure, { config: set.config, mode: set.mode, operation });
    return failed(failure.message, { failureClass: failure.class, ...(remediation ? { remediation } : {}) });
  }
}

/** Returns the statements of the remedy of a failed test, as responses show them. */
export function remedyOf({ definition }: TestEnvironment, outcome: TestOutcome): readonly string[] {
  const statements = outcome.status === 'failed' ? (outcome.remediation?.statements ?? []) : [];
  return statements.map((each) =>
    typeof each === 'string' ? each : canonicalText(each, definition.dialect as Dialect),
  );
}
