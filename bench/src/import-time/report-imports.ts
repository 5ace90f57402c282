import { printTable } from '../report/print-table.ts';
import { type Spread, spreadOf } from '../report/spread.ts';
import type { ImportTiming } from './measure-import.ts';
import type { ImportSubject } from './subjects.ts';

/** All timings of one subject, in the order of the rounds. */
export interface ImportSeries {
  /** Undefined for the process that imports nothing. */
  readonly specifier: string | undefined;
  readonly goalMs?: number | undefined;
  readonly timings: readonly ImportTiming[];
}

/** Prints what imports cost. What is beyond a base is taken round by round, so that a slow moment weighs on both. */
export function reportImports(empty: ImportSeries, zod: ImportSeries, subjects: readonly ImportSeries[]): void {
  printTable({
    title: 'Import time, in milliseconds of a whole process',
    columns: [
      'import',
      'beyond zod',
      'goal',
      'beyond empty',
      'min',
      'median',
      'max',
      'import() alone',
      'CPU beyond zod',
    ],
    rows: [empty, zod, ...subjects].map((series) => {
      const whole = spreadOf(series.timings.map(({ processMs }) => processMs));
      const alone = spreadOf(series.timings.map(({ importMs }) => importMs));
      const extra = series === empty || series === zod ? undefined : beyond(series, zod, 'processMs');
      return [
        series.specifier ?? 'nothing',
        extra ? `**${inMs(extra.median)}**` : '',
        extra && series.goalMs ? `<= ${series.goalMs} ${extra.median <= series.goalMs ? 'met' : 'MISSED'}` : '',
        series === empty ? '' : inMs(beyond(series, empty, 'processMs').median),
        ...[whole.min, whole.median, whole.max, alone.median].map(inMs),
        extra ? inMs(beyond(series, zod, 'cpuMs').median) : '',
      ];
    }),
  });
}

/** Prints which packages of other people an import brings with it. */
export function reportLoaded(loaded: readonly { subject: ImportSubject; packages: readonly string[] }[]): void {
  printTable({
    title: 'Packages of others that an import loads',
    columns: ['import', 'loaded'],
    rows: loaded.map(({ subject, packages }) => [subject.specifier, packages.join(', ')]),
  });
}

function beyond(series: ImportSeries, base: ImportSeries, measure: keyof ImportTiming): Spread {
  return spreadOf(series.timings.map((timing, round) => timing[measure] - (base.timings[round]?.[measure] ?? 0)));
}

function inMs(value: number): string {
  return value.toFixed(1);
}
