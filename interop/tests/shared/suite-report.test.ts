import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSuiteReport } from '../../src/shared/suite-report.ts';

describe('the report of a suite', () => {
  const lines: string[] = [];
  const exitCode = process.exitCode;
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line));
  afterEach(() => {
    lines.length = 0;
    process.exitCode = exitCode;
  });

  it('counts results in its last line, and sets the exit code after a failure', async () => {
    const report = createSuiteReport();
    expect(await report.run('one', async () => '3 ms')).toBe(true);
    expect(await report.run('two', () => Promise.reject(new Error('no')))).toBe(false);
    report.record('three', ['a row is missing']);
    report.skip('there is no Java', 2);
    report.end();
    expect(lines).toEqual([
      '  passed: one: 3 ms',
      '  FAILED: two\n',
      '  FAILED: three',
      '    a row is missing',
      '  skipped: there is no Java',
      '1 passed, 2 failed, 2 skipped',
    ]);
    expect(process.exitCode).toBe(1);
  });

  it('leaves the exit code without a failure', () => {
    const report = createSuiteReport();
    report.record('one', []);
    report.end();
    expect(lines.at(-1)).toBe('1 passed, 0 failed, 0 skipped');
    expect(process.exitCode).toBe(exitCode);
  });
});
