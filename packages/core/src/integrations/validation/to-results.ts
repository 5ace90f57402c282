import { type AnyPluginDefinition, canonicalText, type Remediation, type TestOutcome } from '@portcullis/plugin-api';
import { causeOf } from '../../changes/sessions/failure-cause.ts';
import { withAdvice } from '../../changes/sessions/with-advice.ts';
import { redactValue } from '../../security/redaction/redact-value.ts';
import type { Redact } from '../../security/redaction/redactor.ts';
import type { ValidationResults, ValidationTestResult } from '../views/validation-results.ts';
import type { TimedOutcome } from './run-tests.ts';
import type { RunnableTest } from './runnable-test.ts';

/** Returns the overall status: failed if a mandatory test failed, otherwise warning if any warned or an optional one failed. */
export function overallStatus(
  tests: readonly RunnableTest[],
  results: readonly ValidationTestResult[],
): ValidationResults['status'] {
  const mandatory = new Set(tests.filter((test) => test.mandatory).map((test) => test.id));
  if (results.some((result) => result.status === 'failed' && mandatory.has(result.id ?? ''))) return 'failed';
  return results.some((result) => result.status === 'failed' || result.status === 'warning') ? 'warning' : 'passed';
}

/** The outcome in place of one that does not have the form of its type. */
const MALFORMED: TestOutcome = {
  status: 'failed',
  failureClass: 'internal',
  message: 'The test of the plugin returned a result that cannot be read.',
};

/**
 * Returns the view of one result. Texts of the plugin pass through the redactor. An outcome that a plugin in JavaScript has
 * malformed is a failure of the plugin.
 */
export function toTestResult(
  definition: AnyPluginDefinition,
  test: RunnableTest,
  timed: TimedOutcome,
  redact: Redact,
): ValidationTestResult {
  try {
    return viewOf(definition, test, timed, redact);
  } catch {
    return viewOf(definition, test, { ...timed, outcome: MALFORMED }, redact);
  }
}

function viewOf(
  definition: AnyPluginDefinition,
  test: RunnableTest,
  timed: TimedOutcome,
  redact: Redact,
): ValidationTestResult {
  const { outcome, skipReason, durationMs } = timed;
  const more = outcome.status === 'failed' || outcome.status === 'warning' ? outcome : undefined;
  const rows = 'result' in outcome ? outcome.result : undefined;
  const remediation = more?.remediation && renderRemediation(definition, more.remediation, redact);
  const message = more ? withAdvice(more.message, { ...more, remediation }) : 'message' in outcome && outcome.message;
  return {
    name: test.name,
    status: outcome.status,
    ...(Array.isArray(rows) ? { result: redactRows(rows, redact) } : {}),
    ...(message ? { message: redact(message) } : {}),
    id: test.id,
    phase: test.phase,
    ...(skipReason === undefined ? {} : { skipReason }),
    ...(more?.failureClass === undefined
      ? {}
      : { failureClass: more.failureClass, cause: causeOf(more.failureClass, more.code) }),
    ...(test.affects.length === 0 ? {} : { affects: test.affects }),
    ...(remediation === undefined ? {} : { remediation }),
    durationMs,
  };
}

function renderRemediation(
  definition: AnyPluginDefinition,
  remediation: Remediation,
  redact: Redact,
): { statements: readonly string[]; runAs: string } {
  const render = (statement: Remediation['statements'][number]): string => {
    if (typeof statement === 'string') return statement;
    if (!definition.dialect) return 'The plugin writes statements for a language that it does not declare.';
    return `${canonicalText(statement, definition.dialect)}${definition.dialect.separator}`;
  };
  return {
    statements: remediation.statements.map((statement) => redact(render(statement))),
    runAs: redact(remediation.runAs),
  };
}

function redactRows(rows: readonly unknown[], redact: Redact): readonly unknown[] {
  return rows.map((row) => redactValue(row, redact) ?? null);
}
