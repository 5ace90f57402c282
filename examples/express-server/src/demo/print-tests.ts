import type { ValidationResults } from '@portcullis/core';

/** Prints the validation tests that ran, and the number of skipped ones. */
export function printTests({ validationTests }: ValidationResults, print: (line: string) => void): void {
  const ran = validationTests.filter(({ status }) => status !== 'skipped');
  for (const { name, status, message } of ran) {
    print(`${status.padEnd(8)}${name}${message === undefined ? '' : `: ${message}`}`);
  }
  print(`${validationTests.length - ran.length} tests are for other set-ups and were skipped`);
}
