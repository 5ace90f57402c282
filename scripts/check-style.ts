/**
 * Checks the size of source files: the median must be 80 lines or less, and no file may exceed 400. Tests and generated
 * files do not count.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const medianLimit = 80;
const fileLimit = 400;
/** A hint, which does not fail the check. */
const large = 250;

export interface SourceFile {
  readonly path: string;
  readonly lines: number;
}

export interface SizeReport {
  readonly median: number;
  readonly longest: readonly SourceFile[];
  readonly problems: readonly string[];
}

/** Measures the files against the limits. */
export function reportSizes(files: readonly SourceFile[]): SizeReport {
  const sorted = files.toSorted((left, right) => right.lines - left.lines);
  const median = medianOf(sorted.map((file) => file.lines));
  const problems = sorted
    .filter((file) => file.lines > fileLimit)
    .map((file) => `${file.path} has ${file.lines} lines, more than ${fileLimit}: split it by concept.`);
  if (median > medianLimit) problems.push(`The median source file has ${median} lines, more than ${medianLimit}.`);
  return { median, longest: sorted.filter((file, index) => index < 3 || file.lines > large), problems };
}

function medianOf(descending: readonly number[]): number {
  const middle = Math.floor(descending.length / 2);
  const upper = descending[middle] ?? 0;
  return descending.length % 2 === 1 ? upper : (upper + (descending[middle - 1] ?? 0)) / 2;
}

function readSourceFiles(root: string): SourceFile[] {
  const paths = globSync(
    ['packages', 'plugins', 'examples'].map((parent) => `${parent}/*/src/**/*.ts`),
    { cwd: root },
  );
  return paths
    .filter((path) => !path.endsWith('.test.ts') && !path.includes('/generated/'))
    .map((path) => ({ path, lines: readFileSync(join(root, path), 'utf8').trimEnd().split('\n').length }));
}

if (import.meta.main) {
  const files = readSourceFiles(join(import.meta.dirname, '..'));
  const report = reportSizes(files);
  console.log(`${files.length} source files, median ${report.median} lines (limit ${medianLimit}). The longest:`);
  for (const file of report.longest) console.log(`  ${String(file.lines).padStart(4)}  ${file.path}`);
  for (const problem of report.problems) console.error(problem);
  if (report.problems.length > 0) process.exitCode = 1;
}
