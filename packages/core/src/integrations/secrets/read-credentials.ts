import type { AnyPluginDefinition } from '@portcullis/plugin-api';
import type { z } from 'zod';
import { ServiceError } from '../../kernel/errors/service-error.ts';
import { invalidInput, parseInput } from '../../kernel/input/parse-input.ts';
import { isPlainObject } from '../../kernel/input/plain-object.ts';
import { markedPaths } from '../config/redacted-values.ts';
import type { IntegrationRecord } from '../state/integration-record.ts';

/**
 * Parses the privileged credentials of a DELETE body. An empty object counts as no body.
 *
 * @throws ServiceError `CREDENTIALS_REFUSED`, `CREDENTIALS_MISSING`, `REDACTED_VALUE`, `BODY_INVALID`
 */
export function readCredentials(
  definition: AnyPluginDefinition,
  record: IntegrationRecord,
  body: unknown,
): Readonly<Record<string, unknown>> {
  const schema = definition.credentials as z.ZodType<object> | undefined;
  const needed = schema !== undefined && record.autoBootstrap && !definition.ownCredential;
  if (!needed) {
    const isNeverNeeded = schema === undefined || definition.ownCredential;
    const why = isNeverNeeded
      ? `an integration of type ${record.type} needs none`
      : 'this integration was set up manually';
    refuseCredentials(record, body, why);
    return {};
  }
  if (hasNoCredentials(body)) {
    throw new ServiceError(
      'CREDENTIALS_MISSING',
      `Integration ${record.id} was configured automatically, and privileged credentials are not kept. Send them in the body.`,
    );
  }
  // A union of sign-in methods would ask for the method instead.
  if (!isPlainObject(body)) throw invalidInput([{ path: '', message: 'This must be an object.' }]);
  const marked = markedPaths(body);
  if (marked.length > 0) {
    throw new ServiceError(
      'REDACTED_VALUE',
      `Privileged credentials are not stored: send the real values of ${marked.join(', ')}.`,
      {
        details: marked.map((path) => ({ path, message: 'The marker stands for a value that is not stored.' })),
      },
    );
  }
  return parseInput(schema, body) as Readonly<Record<string, unknown>>;
}

/**
 * Refuses credentials that an operation does not take.
 *
 * @param why - the reason, in the message.
 * @throws ServiceError `CREDENTIALS_REFUSED`
 */
export function refuseCredentials({ id }: Pick<IntegrationRecord, 'id'>, body: unknown, why: string): void {
  if (hasNoCredentials(body)) return;
  throw new ServiceError(
    'CREDENTIALS_REFUSED',
    `Credentials were sent for integration ${id}, but ${why}. Send the request without a body.`,
  );
}

/** Returns whether a request body contains no credentials: it is absent, null or an empty object. */
export function hasNoCredentials(body: unknown): boolean {
  return body === undefined || body === null || (isPlainObject(body) && Object.keys(body).length === 0);
}
