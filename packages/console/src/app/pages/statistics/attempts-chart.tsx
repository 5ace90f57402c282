import type { DeliveryStatistics } from '@portcullis/client';
import { useId } from 'preact/hooks';
import { Chart } from '../../charts/chart.tsx';
import { Legend } from '../../charts/legend.tsx';
import { Plot } from '../../charts/plot.tsx';
import { scaleEnd } from '../../charts/scale.ts';
import { attemptsOf, failuresOf, OUTCOMES } from './outcomes.ts';
import { StepTable } from './step-table.tsx';
import { axisTicks, stepTime } from './step-times.ts';

/** The part of a step that its bar fills, in percent. */
const BAR = 76;

/** The attempts of each step: those that succeeded, those that failed, and deliveries that are not retried any more. */
export function AttemptsChart({ statistics }: { readonly statistics: DeliveryStatistics }) {
  const { range, steps, total } = statistics;
  const hatch = useId();
  const end = scaleEnd(Math.max(...steps.map(attemptsOf)));
  const width = 100 / steps.length;
  const shown = OUTCOMES.filter(([outcome]) => outcome === 'succeeded' || total.attempts[outcome] > 0);
  const label = `${attemptsOf(total)} attempts over time, ${failuresOf(total)} of them failed. The table has the numbers.`;
  return (
    <Chart
      title="Attempts"
      table={
        <StepTable
          statistics={statistics}
          caption="Attempts by time and outcome"
          columns={[
            ...shown.map(
              ([outcome, name]) => [name, (step: (typeof steps)[number]) => step.attempts[outcome]] as const,
            ),
            ['Exhausted', (step) => step.exhausted],
          ]}
        />
      }
    >
      <Plot label={label} end={end} format={String} ticks={axisTicks(statistics)}>
        {(y) => (
          <>
            <defs>
              <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                <rect width="6" height="6" class="failed-ground" />
                <rect width="2.5" height="6" class="failed-line" />
              </pattern>
            </defs>
            {steps.map((step, index) => {
              const { succeeded } = step.attempts;
              const all = attemptsOf(step);
              const x = `${index * width + (width * (100 - BAR)) / 200}%`;
              const bar = { x, width: `${(width * BAR) / 100}%` };
              return (
                <g key={step.startsAt}>
                  <title>{`${stepTime(step.startsAt, range)}: ${succeeded} succeeded, ${all - succeeded} failed, ${step.exhausted} exhausted`}</title>
                  <rect class="hover" x={`${index * width}%`} width={`${width}%`} y="0" height="100%" />
                  <rect class="succeeded" {...bar} y={y(succeeded)} height={y(0) - y(succeeded)} />
                  <rect fill={`url(#${hatch})`} {...bar} y={y(all)} height={y(succeeded) - y(all)} />
                  {step.exhausted > 0 && <rect class="exhausted" {...bar} y={y(all) - 5} height="3" />}
                </g>
              );
            })}
          </>
        )}
      </Plot>
      <Legend
        entries={[
          ['succeeded', 'Succeeded'],
          ['failed', 'Failed'],
          ['exhausted', 'With a delivery that is not retried any more'],
        ]}
      />
    </Chart>
  );
}
