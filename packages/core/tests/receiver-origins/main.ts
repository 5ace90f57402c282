/**
 * Ten thousand faults at a thousand receivers with one origin each: `pnpm --filter @portcullis/core run
 * receiver-origins`. Prints the deviations from the documentation, and the growth of the memory after the first tenth.
 */
import { findFaults } from './find-faults.ts';
import { runOrigins } from './run-origins.ts';

const MB = 1_048_576;
const alive = setInterval(() => {}, 1000);
const first = await runOrigins(100);
const whole = await runOrigins(1000);
clearInterval(alive);
const faults = [...findFaults(first), ...findFaults(whole)];
for (const line of faults.slice(0, 20)) console.error(line);
const records = whole.attempts.reduce((sum, { made }) => sum + made.length, 0);
console.log(`${records} attempts, ${faults.length} faults, ${whole.openSockets} connections left`);
console.log(
  `memory: ${(first.grownBytes / MB).toFixed(1)} MB after 1,000 and ${(whole.grownBytes / MB).toFixed(1)} MB after 10,000 records in memory`,
);
process.exit(faults.length > 0 ? 1 : 0);
