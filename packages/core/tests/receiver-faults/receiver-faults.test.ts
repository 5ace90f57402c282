import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { differenceOf } from './difference.ts';
import { withFaultTables } from './fault-table.ts';
import { IS_SILENT_WHEN_FULL } from './full-queue.ts';
import type { ReceiverFault } from './receiver-fault.ts';
import { RECEIVER_FAULTS } from './receiver-faults.ts';
import { type ObservedEnd, runFault } from './run-fault.ts';
import { runStored, type StoredEnd } from './run-stored.ts';

/** The step between sampled rows that use a whole instance. */
const SHARE = process.env.PORTCULLIS_TESTS === 'sampled' ? 3 : 1;

/** If the system cannot produce the fault of a row, the name of the test states it. */
const titled = (fault: ReceiverFault) => ({
  fault,
  title: fault.port === 'full' && !IS_SILENT_WHEN_FULL ? `${fault.name}: an emulator, for want of Linux` : fault.name,
});

describe.each(RECEIVER_FAULTS)('$title', ({ faults }) => {
  const ends = new Map<ReceiverFault, Promise<ObservedEnd>>();
  const stored = new Map<ReceiverFault, Promise<StoredEnd>>();
  const recorded = faults.filter((_fault, index) => index % SHARE === 0);

  // Concurrent, because rows that end at the deadline have to wait for it.
  beforeAll(async () => {
    for (const fault of faults) ends.set(fault, runFault(fault));
    for (const fault of recorded) stored.set(fault, runStored(fault));
    await Promise.allSettled([...ends.values(), ...stored.values()]);
  });

  it.each(faults.map(titled))('$title', async ({ fault }) => {
    const observed = await ends.get(fault);
    expect(observed && differenceOf(fault, observed)).toBeUndefined();
    expect(observed).toBeDefined();
  });

  it.each(recorded.map(titled))('$title, as an instance records it', async ({ fault }) => {
    const { status, code, phase, next, breaker } = fault.end;
    const end = { status, ...(code && { code }), ...(phase && { phase }), next, breaker };
    expect(await stored.get(fault)).toEqual(end);
  });
});

describe('the page', () => {
  it('has the tables of the rows: run `pnpm docs:receiver-faults`', () => {
    const page = readFileSync(
      join(import.meta.dirname, '../../../../docs/operations/receiver-fault-matrix.md'),
      'utf8',
    );
    expect(page).toBe(withFaultTables(page, RECEIVER_FAULTS));
  });

  it('has no two rows with the same name in a group', () => {
    for (const { title, faults } of RECEIVER_FAULTS) {
      expect(new Set(faults.map(({ name }) => name)).size, title).toBe(faults.length);
    }
  });
});
