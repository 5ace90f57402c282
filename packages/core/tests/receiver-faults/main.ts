/**
 * `pnpm docs:receiver-faults`: delivers to each receiver of the matrix, prints the tables and the memory of each row,
 * and writes the tables into docs/operations/receiver-fault-matrix.md if each row has its documented end. `--check`
 * writes nothing.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { differenceOf } from './difference.ts';
import { faultTables, withFaultTables } from './fault-table.ts';
import { memoryTable } from './memory-table.ts';
import { RECEIVER_FAULTS } from './receiver-faults.ts';
import { runFault } from './run-fault.ts';

const page = join(import.meta.dirname, '../../../../docs/operations/receiver-fault-matrix.md');
let failed = 0;
let maxBytes = 0;

for (const { title, faults } of RECEIVER_FAULTS) {
  const ends = await Promise.all(faults.map(async (fault) => ({ fault, observed: await runFault(fault) })));
  for (const { fault, observed } of ends) {
    maxBytes = Math.max(maxBytes, observed.readBytes);
    const difference = differenceOf(fault, observed);
    if (difference === undefined) continue;
    failed += 1;
    console.error(`${title} ${fault.name}: ${difference}`);
  }
}

const rows = RECEIVER_FAULTS.reduce((sum, { faults }) => sum + faults.length, 0);
console.log(faultTables(RECEIVER_FAULTS));
console.log(`\n${await memoryTable(RECEIVER_FAULTS)}\n\nMost bytes read for one delivery: ${maxBytes}.`);
console.log(`${rows - failed} passed, ${failed} failed`);
if (failed > 0) process.exitCode = 1;
else if (!process.argv.includes('--check')) {
  writeFileSync(page, withFaultTables(readFileSync(page, 'utf8'), RECEIVER_FAULTS));
}
