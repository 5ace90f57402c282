import { printTable } from '../report/print-table.ts';
import { spreadOf } from '../report/spread.ts';
import type { PairSeries, RoundResult } from './measure-requests.ts';

/** Prints the cost of the library compared with a bare handler: ratios first, each the median over the rounds. */
export function reportRequests(series: readonly PairSeries[]): void {
  printTable({
    title: 'Requests: the library as a multiple of a bare handler',
    columns: ['request', 'time', 'least', 'most', 'goal', 'processor time'],
    rows: series.map(({ exchange, framework, bare, portcullis }) => {
      const times = spreadOf(
        bare.map((round, index) => round.requestsPerSecond / at(portcullis, index).requestsPerSecond),
      );
      const cpu = spreadOf(bare.map((round, index) => at(portcullis, index).cpuMicros / round.cpuMicros));
      const goal = framework === 'express' ? exchange.goal : undefined;
      return [
        `${exchange.name}, ${framework}`,
        `**${times.median.toFixed(2)} x**`,
        times.min.toFixed(2),
        times.max.toFixed(2),
        goal === undefined ? '' : `<= ${goal} ${times.median <= goal ? 'met' : 'MISSED'}`,
        `${cpu.median.toFixed(2)} x`,
      ];
    }),
  });
  printTable({
    title: 'Requests: medians of the rounds',
    columns: ['server', 'requests/s', 'p50 ms', 'p99 ms', 'processor us/request', 'server busy'],
    rows: series.flatMap(({ exchange, framework, bare, portcullis }) => [
      [`${exchange.name}, ${framework}, bare`, ...medians(bare)],
      [`${exchange.name}, ${framework}, Portcullis`, ...medians(portcullis)],
    ]),
  });
}

function medians(rounds: readonly RoundResult[]): readonly string[] {
  const median = (measure: keyof RoundResult) => spreadOf(rounds.map((round) => round[measure])).median;
  return [
    median('requestsPerSecond').toFixed(0),
    (median('p50Micros') / 1000).toFixed(2),
    (median('p99Micros') / 1000).toFixed(2),
    median('cpuMicros').toFixed(0),
    `${(median('busy') * 100).toFixed(0)} %`,
  ];
}

function at(rounds: readonly RoundResult[], index: number): RoundResult {
  const round = rounds[index];
  if (!round) throw new RangeError(`Round ${index} was measured on one server only.`);
  return round;
}
