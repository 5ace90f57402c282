import type { DeliveryStatistics } from '@portcullis/client';
import { attemptsOf } from './outcomes.ts';
import { stepTime } from './step-times.ts';

type Step = DeliveryStatistics['steps'][number];

interface StepTableProps {
  readonly statistics: DeliveryStatistics;
  readonly caption: string;
  readonly columns: readonly (readonly [name: string, value: (step: Step) => number | string])[];
}

const STEP_NAMES: Readonly<Record<DeliveryStatistics['range'], string>> = {
  hour: 'Minutes',
  day: 'Hours',
  week: 'Periods of six hours',
};

/** The numbers of each step with attempts. */
export function StepTable({ statistics: { range, steps }, caption, columns }: StepTableProps) {
  const shown = steps.filter((step) => attemptsOf(step) > 0);
  return (
    <>
      <table class="list">
        <caption class="for-readers">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">From</th>
            {columns.map(([name]) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((step) => (
            <tr key={step.startsAt}>
              <td data-label="From">
                <time dateTime={step.startsAt}>{stepTime(step.startsAt, range)}</time>
              </td>
              {columns.map(([name, value]) => (
                <td key={name} data-label={name} class="number">
                  {value(step)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="fine">{STEP_NAMES[range]} without attempts are left out.</p>
    </>
  );
}
