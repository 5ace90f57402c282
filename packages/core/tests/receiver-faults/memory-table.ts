import { markdownTable } from 'markdown-table';
import { peakOf } from './peak-of.ts';
import type { FaultGroup } from './receiver-fault.ts';

const HEAD = ['', 'buffers at most, in MB'];

/**
 * Returns the memory of each row, measured in sequence. The numbers differ between runs, and therefore appear on no
 * page.
 */
export async function memoryTable(groups: readonly FaultGroup[]): Promise<string> {
  const rows: string[][] = [];
  for (const { title, faults } of groups) {
    for (const fault of faults) rows.push([`${title} ${fault.name}`, ((await peakOf(fault)) / 1e6).toFixed(1)]);
  }
  return markdownTable([HEAD, ...rows]);
}
