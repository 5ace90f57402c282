import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRedis } from '@portcullis/testing/redis';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { processesBelow, type RunningProcess, runningProcesses } from './testing/process-table.ts';
import { findNginx } from './webhooks/receivers/nginx-receiver.ts';

const TIMEOUT = { timeout: 300_000 };
const POLL = { timeout: 120_000, interval: 100 };
const CONTENDER = /contender-process/;
/** The processes that these scenarios start, depending on the programs of this machine. */
const SURROUNDINGS = [
  /postgres-supervisor/,
  /postgres -D/,
  findNginx() ? /nginx: worker process/ : /node-receiver-process/,
  ...(findRedis() ? [/redis-server|valkey-server/] : []),
  CONTENDER,
];

let temporary: string;
let running: ChildProcess | undefined;
beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), 'interrupted-run-'));
});
afterEach(() => {
  running?.kill('SIGTERM');
  rmSync(temporary, { recursive: true, force: true });
});

/** Starts a run without end, and waits until all processes that it needs are running. */
async function startRun() {
  const parameters = ['webhooks', '--tiny', '--scenario=hanging', '--scenario=nodes', '--rounds=100000', '--progress'];
  const program = ['--conditions=source', join(import.meta.dirname, 'main.ts'), ...parameters];
  const bench = spawn(process.execPath, program, {
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  running = bench;
  let printed = '';
  bench.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const exited = once(bench, 'exit').then(([code, signal]) => code ?? signal);
  const started = await vi.waitFor(() => {
    const below = processesBelow(bench.pid ?? 0);
    const missing = SURROUNDINGS.filter((pattern) => !below.some(({ command }) => pattern.test(command)));
    expect({ missing, exit: bench.exitCode, printed: missing.length > 0 ? printed : '' }).toEqual({
      missing: [],
      exit: null,
      printed: '',
    });
    return below;
  }, POLL);
  return { bench, exited, started, printed: () => printed };
}

async function expectGone(started: readonly RunningProcess[]): Promise<void> {
  await vi.waitFor(() => {
    const alive = new Set(runningProcesses().map(({ pid }) => pid));
    expect(started.filter(({ pid }) => alive.has(pid))).toEqual([]);
  }, POLL);
  expect(readdirSync(temporary)).toEqual([]);
}

describe('an interrupted run of the webhook benchmark', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('by %s leaves no server, no process and no file behind', TIMEOUT, async (signal, code) => {
    const { bench, exited, started } = await startRun();
    bench.kill(signal);
    expect(await exited).toBe(code);
    await expectGone(started);
  });

  it('fails after the death of a contender, and leaves no process or file behind', TIMEOUT, async () => {
    const { bench, exited, started, printed } = await startRun();
    // The process that was seen first may already have ended normally.
    const killing = setInterval(() => {
      for (const { pid, command } of processesBelow(bench.pid ?? 0))
        if (CONTENDER.test(command)) process.kill(pid, 'SIGKILL');
    }, 100);
    try {
      expect(await exited).toBe(1);
    } finally {
      clearInterval(killing);
    }
    expect(printed()).toContain('has ended.');
    await expectGone(started);
  });
});
