import { beforeAll, describe, expect, it } from 'vitest';
import { answer, answers } from './behaviours.ts';
import { delivered } from './ends.ts';
import { RECEIVER_FAULTS } from './receiver-faults.ts';
import { runFault } from './run-fault.ts';

const MEGABYTE = 1_000_000;
/** What the receiver, which is in this process, and the dispatcher may have in buffers for one delivery. The largest request has 4 MB. */
const MOST = 24 * MEGABYTE;
/** Long enough for a flood to bring more than that, if it were kept. */
const DEADLINE_MS = 400;

/** The most bytes of buffers at any time while something runs, more than before. */
async function peakOf(run: () => Promise<unknown>): Promise<number> {
  const buffers = () => process.memoryUsage().arrayBuffers;
  const before = buffers();
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, buffers());
  }, 2);
  await run();
  clearInterval(timer);
  return Math.max(peak, buffers()) - before;
}

describe.each(RECEIVER_FAULTS)('$title', ({ faults }) => {
  beforeAll(async () => {
    await runFault({ name: 'loads what deliveries need', receive: answers(answer('200 OK')), end: delivered() });
  });

  it.each(faults)('$name: costs little memory', async (fault) => {
    expect(await peakOf(() => runFault(fault, DEADLINE_MS))).toBeLessThan(MOST);
  });
});
