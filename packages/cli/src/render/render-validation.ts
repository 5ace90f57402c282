import type { ValidationResults } from '@portcullis/client';
import type { Style } from './style.ts';

const MARKS = {
  passed: ['✓', 'success'],
  failed: ['✗', 'error'],
  warning: ['!', 'warning'],
  skipped: ['·', 'muted'],
} as const satisfies Record<
  ValidationResults['validationTests'][number]['status'],
  readonly [string, Parameters<Style>[0]]
>;

/** Returns the tests as text for users, each with its problem and the statements of its remedy. */
export function renderValidation({ validationTests }: ValidationResults, style: Style): string {
  const lines = validationTests.flatMap(({ name, status, message, remediation }) => {
    const [mark, meaning] = MARKS[status];
    const first = `${style(meaning, `${mark} ${name}`)}${status === 'skipped' ? style('muted', ' (skipped)') : ''}`;
    if (status === 'passed' || status === 'skipped') return [first];
    return [
      first,
      ...(message === undefined ? [] : [`    ${message}`]),
      ...(remediation === undefined
        ? []
        : [`    As ${remediation.runAs}:`, ...remediation.statements.map((statement) => `      ${statement}`)]),
    ];
  });
  return `${lines.join('\n')}\n`;
}

/** Returns the failed tests, which would stop a set-up, for the end of a plan; empty if all passed. */
export function renderRefusal({ status, validationTests }: ValidationResults, style: Style): string {
  if (status !== 'failed') return '';
  const failures = validationTests.filter((test) => test.status === 'failed');
  const title = style(
    'error',
    'The validation failed. A set-up would be refused, and the plan may be incomplete if a test could not run:',
  );
  return `\n${title}\n${renderValidation({ status, validationTests: failures }, style)}`;
}
