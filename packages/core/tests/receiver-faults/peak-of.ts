import type { ReceiverFault } from './receiver-fault.ts';
import { runFault } from './run-fault.ts';

/** Long enough that a flood exceeds the limit of the tests, if it were kept. */
const DEADLINE_MS = 400;
/** Milliseconds between two checks. */
const PERIOD_MS = 2;

/**
 * Returns the maximum bytes of buffers during a delivery to a receiver with this fault, in excess of those before it.
 */
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
