import { type InputIssue, ServiceError } from '../errors/service-error.ts';

/** A reader of the parameters of a query, which collects those that are not valid. */
export interface QueryReader<Name extends string> {
  /** Returns the value of a parameter; undefined if it is absent or not one of the values. */
  oneOf<Value extends string>(name: Name, values: readonly Value[]): Value | undefined;
  /** Returns the whole number of a parameter; undefined if it is absent or not from 1 to `most`. */
  integer(name: Name, most: number): number | undefined;
  /** @throws ServiceError `PARAMETER_INVALID` with all parameters that were not valid. */
  refuseInvalid(): void;
}

/** Creates the reader of a query with values as they were sent. */
export function createQueryReader<Name extends string>(
  query: Readonly<Partial<Record<Name, string | number>>>,
): QueryReader<Name> {
  const issues: InputIssue[] = [];
  return {
    oneOf<Value extends string>(name: Name, values: readonly Value[]) {
      const given = query[name];
      const value = values.find((each) => each === given);
      if (given !== undefined && value === undefined)
        issues.push({ path: name, message: `Must be one of ${values.join(', ')}.` });
      return value;
    },
    integer(name, most) {
      if (query[name] === undefined) return undefined;
      const value = /^\d{1,16}$/.test(String(query[name])) ? Number(query[name]) : 0;
      if (value >= 1 && value <= most) return value;
      issues.push({ path: name, message: `Must be a whole number from 1 to ${most}.` });
      return undefined;
    },
    refuseInvalid() {
      if (issues.length === 0) return;
      const text = issues.map(({ path, message }) => `${path}: ${message}`).join(' ');
      throw new ServiceError('PARAMETER_INVALID', `The query is not valid. ${text}`, { details: issues });
    },
  };
}
