import { beforeAll, describe, expect, it } from 'vitest';
import { response, sends } from './behaviours.ts';
import { delivered } from './ends.ts';
import { peakOf } from './peak-of.ts';
import { RECEIVER_FAULTS } from './receiver-faults.ts';
import { runFault } from './run-fault.ts';

const MEGABYTE = 1_000_000;
/**
 * The maximum bytes that the receiver, which is in this process, and the dispatcher may buffer for one delivery. The
 * largest request has 4 MB.
 */
const MOST = 24 * MEGABYTE;
/** The step between sampled rows. */
const SHARE = process.env.PORTCULLIS_TESTS === 'sampled' ? 3 : 1;

describe.each(RECEIVER_FAULTS)('$title', ({ faults }) => {
  beforeAll(async () => {
    await runFault({ name: 'loads what deliveries need', receive: sends(response('200 OK')), end: delivered() });
  });

  it.each(faults.filter((_fault, index) => index % SHARE === 0))('$name: costs little memory', async (fault) => {
    expect(await peakOf(fault)).toBeLessThan(MOST);
  });
});
