import { ServiceError } from '../../kernel/errors/service-error.ts';
import type { StatisticsQuery, StatisticsRange } from '../views/delivery-statistics-view.ts';

const RANGES: readonly StatisticsRange[] = ['hour', 'day', 'week'];

/**
 * Returns the range of a query.
 *
 * @throws ServiceError `PARAMETER_INVALID`
 */
export function statisticsRangeOf({ range = 'day' }: StatisticsQuery): StatisticsRange {
  const known = RANGES.find((each) => each === range);
  if (known) return known;
  const problem = `must be one of ${RANGES.join(', ')}`;
  throw new ServiceError('PARAMETER_INVALID', `The query is not valid: range ${problem}.`, {
    details: [{ path: 'range', message: problem }],
  });
}
