import type { ValidationResults } from '@portcullis/client';
import type { Paint } from './paint.ts';

const MARKS = {
  passed: ['✓', 'good'],
  failed: ['✗', 'bad'],
  warning: ['!', 'doubtful'],
  skipped: ['·', 'quiet'],
} as const satisfies Record<
  ValidationResults['validationTests'][number]['status'],
  readonly [string, Parameters<Paint>[0]]
>;

/** The tests for users: each with what is wrong, and with the statements that fix it. */
export function renderValidation({ validationTests }: ValidationResults, paint: Paint): string {
  const lines = validationTests.flatMap(({ name, status, message, remediation }) => {
    const [mark, meaning] = MARKS[status];
    const first = `${paint(meaning, `${mark} ${name}`)}${status === 'skipped' ? paint('quiet', ' (skipped)') : ''}`;
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

/** Returns the failed tests, below a plan: a set-up would stop there. Empty when all passed. */
export function renderRefusal({ status, validationTests }: ValidationResults, paint: Paint): string {
  if (status !== 'failed') return '';
  const failures = validationTests.filter((test) => test.status === 'failed');
  const title = paint(
    'bad',
    'The validation failed. A set-up would be refused, and the plan may be incomplete where a test could not run:',
  );
  return `\n${title}\n${renderValidation({ status, validationTests: failures }, paint)}`;
}
