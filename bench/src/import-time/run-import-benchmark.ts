import { loadedPackages } from './loaded-packages.ts';
import { type ImportTiming, measureImport } from './measure-import.ts';
import { missingBuilds } from './missing-builds.ts';
import { type ImportSeries, reportImports, reportLoaded } from './report-imports.ts';
import { IMPORT_SUBJECTS, ON_FIRST_USE } from './subjects.ts';

/** Options that set the thoroughness of the import benchmark. */
export interface ImportBenchmarkOptions {
  readonly rounds: number;
}

/**
 * Measures the cost of importing the built packages, and checks the loaded modules.
 *
 * @returns the problems: packages that are not built, or older than their sources, and forbidden modules. It does not
 * judge times.
 */
export function runImportBenchmark({ rounds }: ImportBenchmarkOptions): readonly string[] {
  const missing = missingBuilds();
  if (missing.length > 0) {
    return [`Nothing to import: ${missing.join(', ')} not built, or changed since. Run \`npx pnpm run build\` first.`];
  }
  const loaded = IMPORT_SUBJECTS.map((subject) => ({
    subject,
    packages: loadedPackages(subject.specifiers, 'default'),
  }));
  reportImports(measureInTurn(rounds));
  reportLoaded(loaded);
  return loaded.flatMap(({ subject, packages }) =>
    packages
      .filter((name) => ON_FIRST_USE.includes(name) || !(subject.mayLoad ?? packages).includes(name))
      .map((name) => `Importing ${subject.name} loads ${name}.`),
  );
}

/**
 * Imports each subject once in a round. Each round begins with a different subject, so that no subject always follows
 * the same one.
 */
function measureInTurn(rounds: number): readonly ImportSeries[] {
  const series = IMPORT_SUBJECTS.map((subject) => ({ subject, timings: [] as ImportTiming[] }));
  // The first import of each fills the file cache of the machine.
  for (const { subject } of series) measureImport(subject);
  for (let round = 0; round < rounds; round += 1) {
    const first = round % series.length;
    for (const { subject, timings } of [...series.slice(first), ...series.slice(0, first)]) {
      timings.push(measureImport(subject));
    }
  }
  return series;
}
