import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const library = join(import.meta.dirname, '../.ci/suites.sh');
let logs: string;

beforeEach(() => {
  logs = mkdtempSync(join(tmpdir(), 'portcullis-suites-'));
});
afterEach(() => rmSync(logs, { recursive: true, force: true }));

const script = (lines: readonly string[]) => ['-uc', `source '${library}'\n${lines.join('\n')}\nall_ended\nsum_up 0`];
const env = (more: NodeJS.ProcessEnv = {}) => ({ ...process.env, PORTCULLIS_CI_LOGS: logs, ...more });

/** Runs a list of suites to its end. */
function run(lines: readonly string[], more: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync('bash', script(lines), { encoding: 'utf8', env: env(more) });
  const printed = stdout.trimEnd().split('\n');
  return { status, stdout, stderr, last: printed.at(-1), row: (name: string) => rowOf(printed, name) };
}

/** Returns the passed, failed and skipped tests in a suite's row of the table. */
function rowOf(lines: readonly string[], name: string): readonly string[] | undefined {
  return lines
    .findLast((line) => line.startsWith(`${name}  `))
    ?.trim()
    .split(/\s{2,}|\s(?=\d)/)
    .slice(-3);
}

/** A zombie process does not count as running. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

const waitForExit = (pid: number) => vi.waitFor(() => expect(isRunning(pid)).toBe(false), 60_000);

describe.skipIf(process.platform === 'win32')('the suites of .ci/run', () => {
  it('are counted together, and succeed if nothing failed', () => {
    const { status, last, row } = run([
      'suite check 60 lint true',
      `suite counted 60 'a matrix' echo '5 passed, 0 failed, 2 skipped'`,
    ]);
    expect(status).toBe(0);
    expect(last).toBe('6 passed, 0 failed, 2 skipped');
    expect(row('lint')).toEqual(['1', '0', '0']);
    expect(row('a matrix')).toEqual(['5', '0', '2']);
  });

  it('fail by an exit code, by a count, and without output', () => {
    const { status, last, row, stdout } = run([
      'suite check 60 lint false',
      `suite counted 60 'no exit code' echo '5 passed, 1 failed'`,
      `suite counted 60 'no failure counted' bash -c 'echo "5 passed, 0 failed"; exit 3'`,
      `suite counted 60 'no count' echo done`,
    ]);
    expect(status).toBe(1);
    expect(last).toBe('10 passed, 4 failed, 0 skipped');
    expect(row('no failure counted')).toEqual(['5', '1', '0']);
    expect(stdout).toContain('=== no failure counted: FAILED (exit code 3)');
  });

  it('list failures right above the table, with the first line of each error', () => {
    const fails = (lines: readonly string[]) => {
      const log = join(logs, 'given');
      writeFileSync(log, lines.join('\n'));
      return `suite check 60 given bash -c 'cat "${log}"; exit 1'`;
    };
    const reported = (lines: readonly string[]) => {
      const { stdout } = run([fails(lines), 'suite check 60 lint true']);
      return stdout.slice(stdout.indexOf('=== given: 1 failed'), stdout.indexOf('\nsuite ')).trimEnd();
    };
    const test = '\u001b[41m\u001b[1m FAIL \u001b[22m\u001b[49m a.test.ts > a thing > works';
    const error = '\u001b[1mAssertionError\u001b[22m: expected 1 to be 2';
    expect(reported(['much before', test, error, '', '- Expected', 'much behind'])).toBe(
      '=== given: 1 failed\n FAIL  a.test.ts > a thing > works\nAssertionError: expected 1 to be 2',
    );
    expect(reported(['  FAILED: a journey', 'Error: refused', '1 passed, 1 failed'])).toBe(
      '=== given: 1 failed\n  FAILED: a journey\nError: refused',
    );
    const numbers = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`);
    expect(reported(numbers)).toBe(['=== given: 1 failed', ...numbers.slice(10)].join('\n'));
    expect(reported(Array.from({ length: 100 }, () => test)).split('\n')).toHaveLength(31);
  });

  it('count the test report, and an error outside of any test', () => {
    const report = (exit: number) =>
      `suite tests 60 tests bash -c 'echo "{\\"numPassedTests\\":3,\\"numFailedTests\\":0,\\"numPendingTests\\":1,\\"numTodoTests\\":0}" >"$1"; exit ${exit}' - "$report"`;
    expect(run([report(0)]).last).toBe('3 passed, 0 failed, 1 skipped');
    expect(run([report(1)]).last).toBe('3 passed, 1 failed, 1 skipped');
    expect(run(['suite tests 60 tests true']).last).toBe('0 passed, 1 failed, 0 skipped');
  });

  it('run in parallel up to the limit, each with its own log', () => {
    // Each waits for the other. In sequence, neither would end.
    const meet = (own: string, other: string) =>
      `suite check 30 ${own} bash -c 'touch "$1/${own}"; until [ -e "$1/${other}" ]; do sleep 0.05; done; echo "${own} met"' - "$scratch"`;
    const { status, stdout } = run([meet('first', 'second'), meet('second', 'first'), 'suite check 60 third true'], {
      PORTCULLIS_CI_AT_ONCE: '2',
    });
    expect(status).toBe(0);
    expect(stdout).toContain('second met');
    expect(readdirSync(logs).toSorted()).toEqual(['01-first.log', '02-second.log', '03-third.log']);
    expect(readFileSync(join(logs, '01-first.log'), 'utf8')).toBe('first met\n');
  });

  it('are stopped at their time limit, with their child processes', async () => {
    const { status, last, stdout } = run([`suite check 1 stuck bash -c 'sleep 300 & echo $!; wait'`]);
    expect(status).toBe(1);
    expect(last).toBe('0 passed, 1 failed, 0 skipped');
    expect(stdout).toContain('=== stuck: FAILED (stopped at its time limit)');
    const [pid] = readFileSync(join(logs, '01-stuck.log'), 'utf8').split('\n');
    expect(Number(pid)).toBeGreaterThan(0);
    await waitForExit(Number(pid));
  });

  it('are all stopped at the total time limit', () => {
    const lines = ['suite check 60 stuck sleep 300', 'suite check 60 late true'];
    const { last, stdout } = run(lines, { PORTCULLIS_CI_AT_ONCE: '1', PORTCULLIS_CI_END_AFTER: '2' });
    expect(last).toBe('0 passed, 2 failed, 0 skipped');
    expect(stdout).toContain('Not started: the time limit of all suites was reached.');
  });

  it.each([
    ['', []],
    [', also before the suite is in the list of those that run', ['echo() { sleep 1; builtin echo "$@"; }']],
  ])('end when the run is stopped%s', async (_when, before) => {
    const stuck = `suite check 600 stuck bash -c 'sleep 300 & echo $! >"$1"; wait' - "${logs}/pid"`;
    const child = spawn('bash', script([...before, stuck]), { env: env(), stdio: 'ignore' });
    const ended = once(child, 'exit');
    let pid = 0;
    while (pid === 0) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      pid = Number(readdirSync(logs).includes('pid') ? readFileSync(join(logs, 'pid'), 'utf8') : 0);
    }
    child.kill('SIGTERM');
    expect(await ended).toEqual([143, null]);
    await waitForExit(pid);
  });
});
