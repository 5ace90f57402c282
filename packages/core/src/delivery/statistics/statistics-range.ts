import { createQueryReader } from '../../kernel/input/query-reader.ts';
import type { StatisticsQuery, StatisticsRange } from '../views/delivery-statistics-view.ts';

const RANGES: readonly StatisticsRange[] = ['hour', 'day', 'week'];

/**
 * Returns the range of a query.
 *
 * @throws ServiceError `PARAMETER_INVALID`
 */
export function statisticsRangeOf({ range }: StatisticsQuery): StatisticsRange {
  const parameters = createQueryReader({ range });
  const known = parameters.oneOf('range', RANGES) ?? 'day';
  parameters.refuseInvalid();
  return known;
}
