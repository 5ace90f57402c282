/**
 * The runner of a sweep. Each test runs without a fault first, and then with each fault that it reaches, one at a time,
 * until all are killed or none are left. After a detected fault it runs without a fault again, to prove that the fault
 * had no lasting effect.
 */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject, type RunnerTestCase, TestRunner, type TestRunnerConfig, type TestTryOptions } from 'vitest';
import type { SweptFaults } from './messages.ts';
import { NO_FAULT, tracker } from './tracker.ts';

declare module 'vitest' {
  interface TaskMeta {
    sweep?: SweptFaults;
  }
}

type Test = RunnerTestCase;

/** Maximum processor time of a test that runs with every fault. Slower tests wait until few faults are left. */
const MAX_TEST_MS = 1000;
/** The processor time of one worker for one fault. */
const MAX_FAULT_MS = 4000;
/** More repetitions than there are faults. Skipping ends a test. */
const ENOUGH = 100_000;

const spent = new Map<number, number>();

export default class SweepRunner extends TestRunner {
  readonly #folder = inject('sweepFolder');
  /** Faults with lasting effects, which run in separate workers. */
  readonly #avoided = this.#read('avoided');
  #waiting: number[] = [];
  #tried = NO_FAULT;
  #killed: number | undefined;
  #startedAt = 0;
  #isOver = false;
  #hasStrayError = false;

  constructor(config: TestRunnerConfig) {
    super(config);
    process.on('unhandledRejection', () => {
      this.#hasStrayError = true;
    });
  }

  override async onBeforeRunTask(test: Test): Promise<void> {
    await super.onBeforeRunTask(test);
    if (this.#isOver) test.mode = 'skip';
    else test.repeats = ENOUGH;
  }

  override onBeforeTryTask(test: Test, options: TestTryOptions): void {
    super.onBeforeTryTask(test, options);
    if (options.repeats === 0) {
      this.#begin();
    } else {
      const hasFailed = this.#hasStrayError || test.result?.attempts?.at(-1)?.state === 'fail';
      if (options.repeats === 1) this.#surveyed(test, hasFailed);
      else if (this.#tried === NO_FAULT) this.#checked(test, hasFailed);
      else this.#noteOutcome(test, hasFailed);
    }
    const next = options.repeats === 0 || this.#killed !== undefined ? NO_FAULT : this.#nextFault();
    if (next === undefined || this.#isOver) {
      tracker.active = NO_FAULT;
      tracker.end();
      test.context.skip();
      return;
    }
    this.#tried = next;
    this.#hasStrayError = false;
    this.#startedAt = process.cpuUsage().user;
    tracker.active = next;
    writeFileSync(join(this.#folder, `worker-${process.pid}`), JSON.stringify({ mutant: next, since: Date.now() }));
  }

  #begin(): void {
    this.#waiting = [];
    this.#tried = NO_FAULT;
    this.#killed = undefined;
    tracker.begin();
  }

  #surveyed(test: Test, hasFailed: boolean): void {
    const milliseconds = this.#elapsed();
    const [reached, atLoad] = [[...tracker.reached], [...tracker.atLoad]];
    test.meta.sweep = { reached, atLoad, passed: [], killed: [], milliseconds, isSound: !hasFailed };
    this.#waiting = hasFailed || milliseconds > MAX_TEST_MS ? [] : reached.filter((id) => !this.#avoided.has(id));
  }

  #checked(test: Test, hasFailed: boolean): void {
    const killed = this.#killed as number;
    this.#killed = undefined;
    // A lasting effect of the fault would fail every following test.
    if (hasFailed) {
      this.#isOver = true;
      appendFileSync(join(this.#folder, 'avoided'), `${killed}\n`);
    } else {
      test.meta.sweep?.killed.push(killed);
      appendFileSync(join(this.#folder, 'killed'), `${killed}\n`);
    }
  }

  #noteOutcome(test: Test, hasFailed: boolean): void {
    spent.set(this.#tried, (spent.get(this.#tried) ?? 0) + this.#elapsed());
    if (hasFailed) this.#killed = this.#tried;
    else test.meta.sweep?.passed.push(this.#tried);
  }

  #nextFault(): number | undefined {
    const killed = this.#read('killed');
    for (;;) {
      const next = this.#waiting.shift();
      if (next === undefined) return undefined;
      if (!killed.has(next) && (spent.get(next) ?? 0) < MAX_FAULT_MS) return next;
    }
  }

  #read(name: string): ReadonlySet<number> {
    return new Set(readFileSync(join(this.#folder, name), 'utf8').split('\n').filter(Boolean).map(Number));
  }

  #elapsed(): number {
    return (process.cpuUsage().user - this.#startedAt) / 1000;
  }
}
