import { printTable } from '../report/print-table.ts';
import { spreadOf } from '../report/spread.ts';
import type { ImportTiming } from './measure-import.ts';
import type { ImportSubject } from './subjects.ts';

/** All timings of one subject, in order of the rounds. */
export interface ImportSeries {
  readonly subject: ImportSubject;
  readonly timings: readonly ImportTiming[];
}

/**
 * Prints the cost of imports. The difference from a base is computed for each round, so that a slow moment affects
 * both.
 */
export function reportImports(all: readonly ImportSeries[]): void {
  printTable({
    title: 'Import time, in milliseconds of a whole process',
    columns: [
      'import',
      'baseline',
      'ms',
      'goal',
      'of the fastest',
      'of CPU time',
      'min',
      'median',
      'max',
      'import() alone',
    ],
    rows: all.map((series) => {
      const base = all.find(({ subject }) => subject.name === series.subject.baseline);
      const whole = spreadOf(series.timings.map(({ processMs }) => processMs));
      const alone = spreadOf(series.timings.map(({ importMs }) => importMs));
      return [
        series.subject.name,
        ...(base ? comparisonOf(series, base) : ['', '', '', '', '']),
        ...[whole.min, whole.median, whole.max, alone.median].map(inMs),
      ];
    }),
  });
}

function comparisonOf(series: ImportSeries, base: ImportSeries): readonly string[] {
  const { goalMs } = series.subject;
  const differenceOf = (measure: keyof ImportTiming) =>
    spreadOf(series.timings.map((timing, round) => timing[measure] - (base.timings[round]?.[measure] ?? 0))).median;
  const fastest = ({ timings }: ImportSeries) => spreadOf(timings.map(({ processMs }) => processMs)).min;
  const median = differenceOf('processMs');
  return [
    base.subject.name,
    `**${inMs(median)}**`,
    goalMs === undefined ? '' : `<= ${goalMs} ${median <= goalMs ? 'met' : 'MISSED'}`,
    inMs(fastest(series) - fastest(base)),
    inMs(differenceOf('cpuMs')),
  ];
}

/** Prints the third-party packages that an import loads. */
export function reportLoaded(loaded: readonly { subject: ImportSubject; packages: readonly string[] }[]): void {
  printTable({
    title: 'Packages of others that an import loads',
    columns: ['import', 'loaded'],
    rows: loaded.map(({ subject, packages }) => [subject.name, packages.join(', ')]),
  });
}

function inMs(value: number): string {
  return value.toFixed(1);
}
