import type { ReceiverFault } from './receiver-fault.ts';
import { runFault } from './run-fault.ts';

/** Long enough for a flood to bring more than the tests let pass, if it were kept. */
const DEADLINE_MS = 400;
/** Milliseconds between two looks. */
const PERIOD_MS = 2;

/** The most bytes of buffers at any time of a delivery to a receiver with this fault, more than before it. */
export async function peakOf(fault: ReceiverFault): Promise<number> {
  const before = buffers();
  let peak = before;
  const sample = () => {
    peak = Math.max(peak, buffers());
  };
  const timer = setInterval(sample, PERIOD_MS);
  try {
    await runFault(fault, DEADLINE_MS);
  } finally {
    clearInterval(timer);
  }
  sample();
  return peak - before;
}

function buffers(): number {
  return process.memoryUsage().arrayBuffers;
}
