import type { DeliveryStatistics } from '@portcullis/client';
import { Chart } from '../../charts/chart.tsx';
import { Legend } from '../../charts/legend.tsx';
import { Plot } from '../../charts/plot.tsx';
import { scaleEnd } from '../../charts/scale.ts';
import { latencyText } from './outcomes.ts';
import { StepTable } from './step-table.tsx';
import { axisTicks, stepTime } from './step-times.ts';

type Step = DeliveryStatistics['steps'][number];

const QUANTILES = [
  ['p50Ms', 'p50', 'line-p50'],
  ['p95Ms', 'p95', 'line-p95'],
] as const;

/** The latency of the attempts with a response in each step: a half, and 95 % of them, are below the lines. */
export function LatencyChart({ statistics }: { readonly statistics: DeliveryStatistics }) {
  const { range, steps, total } = statistics;
  if (!total.latency) return null;
  const end = scaleEnd(Math.max(...steps.map(({ latency }) => latency?.p95Ms ?? 0)));
  const x = (index: number): number => ((index + 0.5) * 100) / steps.length;
  const { p50Ms, p95Ms } = total.latency;
  const label = `Latency over time: p50 ${latencyText(p50Ms)}, p95 ${latencyText(p95Ms)}. The table has the numbers.`;
  return (
    <Chart
      title="Latency"
      table={
        <StepTable
          statistics={statistics}
          caption="Latency by time"
          columns={QUANTILES.map(([field, name]) => [
            name,
            ({ latency }: Step) => (latency ? latencyText(latency[field]) : '–'),
          ])}
        />
      }
    >
      <Plot label={label} end={end} format={latencyText} ticks={axisTicks(statistics)}>
        {(y) =>
          QUANTILES.map(([field, name, lineStyle]) => (
            <g key={field} class={lineStyle}>
              {/* Lines need numbers, so they have a scale of 100 in width, which is stretched; points are not distorted. */}
              <svg aria-hidden="true" viewBox={`0 0 100 ${y(0)}`} preserveAspectRatio="none" width="100%" height={y(0)}>
                <path d={pathOf(steps, field, x, y)} vector-effect="non-scaling-stroke" />
              </svg>
              {steps.map(
                ({ startsAt, latency }, index) =>
                  latency && (
                    <circle key={startsAt} cx={`${x(index)}%`} cy={y(latency[field])} r="2.5">
                      <title>{`${stepTime(startsAt, range)}: ${name} ${latencyText(latency[field])}`}</title>
                    </circle>
                  ),
              )}
            </g>
          ))
        }
      </Plot>
      <Legend
        entries={[
          ['line-p50', `p50, ${latencyText(p50Ms)} in all`],
          ['line-p95', `p95, ${latencyText(p95Ms)} in all`],
        ]}
      />
      <p class="fine">Only attempts with a response. Estimated: wrong by a factor of 1.6 at most.</p>
    </Chart>
  );
}

/** Returns the path through the steps with a latency; it is interrupted where there is none. */
function pathOf(
  steps: readonly Step[],
  field: 'p50Ms' | 'p95Ms',
  x: (index: number) => number,
  y: (value: number) => number,
): string {
  return steps
    .map(({ latency }, index) =>
      latency ? `${steps[index - 1]?.latency ? 'L' : 'M'}${x(index)} ${y(latency[field])}` : '',
    )
    .join('');
}
