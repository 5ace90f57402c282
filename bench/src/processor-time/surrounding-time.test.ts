import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readSurroundings, type SurroundingReading, timeBetween } from './surrounding-time.ts';

const BEFORE: SurroundingReading = { store: 100, flushThreads: new Map([[7, 1000]]), written: 50, writtenByAll: 500 };

describe('the processor time outside the process of a contender', () => {
  it('is the difference of the counters of its store', () => {
    expect(timeBetween(BEFORE, { ...BEFORE, store: 350 }).store).toBe(250);
  });

  it("includes the contender's share of the flush threads, by written bytes", () => {
    const after = { ...BEFORE, flushThreads: new Map([[7, 1600]]), written: 150, writtenByAll: 800 };
    expect(timeBetween(BEFORE, after).flush).toBe(200);
  });

  it('excludes flush threads without a first reading', () => {
    const after = { ...BEFORE, flushThreads: new Map([[8, 9000]]), written: 150, writtenByAll: 600 };
    expect(timeBetween(BEFORE, after).flush).toBe(0);
  });

  it('has no share of the flush threads if nothing is written', () => {
    expect(timeBetween(BEFORE, { ...BEFORE, flushThreads: new Map([[7, 1600]]) }).flush).toBe(0);
  });

  it.runIf(process.platform === 'linux')(
    'is read from the servers below this process, by the name of their program',
    async () => {
      const busy = spawn('dd', ['if=/dev/zero', 'of=/dev/null', 'bs=1M', 'count=20000', 'status=none']);
      onTestFinished(() => void busy.kill());
      await once(busy, 'spawn');
      const before = readSurroundings(process.pid, /^dd$/);
      // Other children of this process are not servers of the contender.
      const other = readSurroundings(process.pid, /^redis/);
      const cpuBefore = process.cpuUsage();
      while (readSurroundings(process.pid, /^dd$/).store <= before.store) {
        if (process.cpuUsage(cpuBefore).user > 30e6) throw new Error('No processor time of dd is seen.');
      }
      expect(other.store).toBe(0);
    },
  );
});
