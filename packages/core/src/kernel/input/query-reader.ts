import { type InputIssue, ServiceError } from '../errors/service-error.ts';
import { issueText } from './issue-text.ts';

/** A reader of the parameters of a query, which collects those that are not valid. */
export interface QueryReader<Name extends string> {
  /** Returns the value of a parameter; undefined if it is absent or not one of the values. */
  oneOf<Value extends string>(name: Name, values: readonly Value[]): Value | undefined;
  /** Returns the whole number of a parameter; undefined if it is absent or not in the range. @param min - @default 1 */
  integer(name: Name, max: number, min?: number): number | undefined;
  /** Adds an issue about a parameter. */
  addIssue(name: Name, message: string): void;
  /** @throws ServiceError `PARAMETER_INVALID` with all parameters that were not valid. */
  refuseInvalid(): void;
}

/** Creates the reader of a query with values as they were sent. */
export function createQueryReader<Name extends string>(
  query: Readonly<Partial<Record<Name, string | number | boolean>>>,
): QueryReader<Name> {
  const issues: InputIssue[] = [];
  return {
    oneOf<Value extends string>(name: Name, values: readonly Value[]) {
      const given = query[name];
      const value = values.find((each) => each === String(given));
      if (given !== undefined && value === undefined)
        issues.push({ path: name, message: `Must be one of ${values.join(', ')}.` });
      return value;
    },
    integer(name, max, min = 1) {
      if (query[name] === undefined) return undefined;
      const value = /^\d{1,16}$/.test(String(query[name])) ? Number(query[name]) : Number.NaN;
      if (value >= min && value <= max) return value;
      issues.push({ path: name, message: `Must be a whole number from ${min} to ${max}.` });
      return undefined;
    },
    addIssue(name, message) {
      issues.push({ path: name, message });
    },
    refuseInvalid() {
      if (issues.length === 0) return;
      throw new ServiceError('PARAMETER_INVALID', `The query is not valid. ${issueText(issues)}`, { details: issues });
    },
  };
}
