import { type ChangeOptions, ServiceError } from '@portcullis/core';
import { invalidParameters } from './parameter-error.ts';

/** The `ETag` of a stored version. */
export function entityTag(version: number): string {
  return `"${version}"`;
}

/**
 * The preconditions in the headers of a change: `If-Match` with one entity tag or `*`, `If-Plan` with the hash of a plan.
 * Source: RFC 9110, section 13.1.1 (strong comparison: a weak tag never matches).
 *
 * @throws ServiceError `PARAMETER_INVALID`, `VERSION_MISMATCH`
 */
export function preconditionsOf(headers: Headers): Pick<ChangeOptions, 'ifMatch' | 'ifPlan'> {
  const ifMatch = headers.get('if-match')?.trim();
  const ifPlan = headers.get('if-plan')?.trim().replaceAll('"', '');
  return {
    ...(ifMatch === undefined || ifMatch === '*' ? {} : { ifMatch: versionOf(ifMatch) }),
    ...(ifPlan === undefined ? {} : { ifPlan }),
  };
}

function versionOf(tag: string): number {
  const [, weak, version] = /^(W\/)?"([^"]*)"$/.exec(tag) ?? [];
  if (version === undefined) {
    throw invalidParameters([
      { path: 'If-Match', message: 'Must be * or one entity tag in double quotes, as ETag has it.' },
    ]);
  }
  if (weak === undefined && /^\d{1,15}$/.test(version)) return Number(version);
  throw new ServiceError('VERSION_MISMATCH', `If-Match names ${tag}, which is no version of an integration.`);
}
