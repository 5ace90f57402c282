import { spawnSync } from 'node:child_process';
import { BENCH_FOLDER } from './loaded-packages.ts';
import type { ImportSubject } from './subjects.ts';

/** The duration of one import, in milliseconds. */
export interface ImportTiming {
  /** The whole process, from its start to its end. */
  readonly processMs: number;
  /** The time of the import, measured in the process. */
  readonly importMs: number;
  /** Processor time of the process, on all its threads. Other work on the machine disturbs it less. */
  readonly cpuMs: number;
}

/**
 * Imports modules in a separate process, like a host with built packages: without the source condition, and without a
 * cache of compiled code.
 */
export function measureImport({ name, specifiers, afterwards = '' }: ImportSubject): ImportTiming {
  const program = `
    const start = performance.now();
    const modules = [${specifiers.map((specifier) => `await import(${JSON.stringify(specifier)})`).join(', ')}];
    ${afterwards}
    const importMs = performance.now() - start;
    const { user, system } = process.cpuUsage();
    process.stdout.write(JSON.stringify({ importMs, cpuMs: (user + system) / 1000 }), () => process.exit());
  `;
  const { NODE_OPTIONS: _, ...variables } = process.env;
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: BENCH_FOLDER,
    encoding: 'utf8',
    env: { ...variables, NODE_DISABLE_COMPILE_CACHE: '1' },
  });
  const processMs = performance.now() - start;
  if (status !== 0) throw new Error(`Importing ${name} failed: ${stderr}`);
  return { processMs, ...(JSON.parse(stdout) as Omit<ImportTiming, 'processMs'>) };
}
