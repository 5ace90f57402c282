import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { answer, answers } from './behaviours.ts';
import { differenceOf } from './difference.ts';
import { delivered } from './ends.ts';
import { withFaultTables } from './fault-table.ts';
import type { ReceiverFault } from './receiver-fault.ts';
import { RECEIVER_FAULTS } from './receiver-faults.ts';
import { type ObservedEnd, runFault } from './run-fault.ts';

const MEGABYTE = 1_000_000;

const well: ReceiverFault = {
  name: 'loads what deliveries need',
  receive: answers(answer('200 OK')),
  end: delivered(),
};

describe.each(RECEIVER_FAULTS)('$title', ({ faults }) => {
  const ends = new Map<ReceiverFault, Promise<ObservedEnd>>();
  let grown = 0;

  // All at once: rows that end with the deadline have to wait for it.
  beforeAll(async () => {
    await runFault(well);
    const before = process.memoryUsage().rss;
    for (const fault of faults) ends.set(fault, runFault(fault));
    await Promise.allSettled(ends.values());
    grown = process.memoryUsage().rss - before;
  });

  it.each(faults)('$name', async (fault) => {
    const observed = await ends.get(fault);
    expect(observed && differenceOf(fault, observed)).toBeUndefined();
    expect(observed).toBeDefined();
  });

  it('costs little memory, whatever is sent', () => {
    expect(grown).toBeLessThan(256 * MEGABYTE);
  });
});

describe('the page', () => {
  it('has the tables that the rows make: run `pnpm docs:receiver-faults`', () => {
    const page = readFileSync(
      join(import.meta.dirname, '../../../../docs/operations/receiver-fault-matrix.md'),
      'utf8',
    );
    expect(page).toBe(withFaultTables(page, RECEIVER_FAULTS));
  });

  it('has no two rows of one name in a group', () => {
    for (const { title, faults } of RECEIVER_FAULTS) {
      expect([title, new Set(faults.map(({ name }) => name)).size]).toEqual([title, faults.length]);
    }
  });
});
