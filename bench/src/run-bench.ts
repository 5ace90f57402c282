import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Runs the program of the benchmarks to its end. */
export function bench(...parameters: string[]) {
  const program = ['--conditions=source', join(import.meta.dirname, 'main.ts'), ...parameters];
  return spawnSync(process.execPath, program, { encoding: 'utf8' });
}

/** Returns the first cells of the rows of the table below a heading. */
export function rowsBelow(output: string, heading: string): readonly string[] {
  const [, table = ''] = output.split(`### ${heading}\n\n`);
  const [, , ...rows] = table.split('\n\n')[0]?.trimEnd().split('\n') ?? [];
  return rows.map((row) => row.split('|')[1]?.trim() ?? '');
}
