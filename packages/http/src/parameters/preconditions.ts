import type { ChangeOptions } from '@portcullis/core';
import type { RequestHeaders } from '../exchange/incoming.ts';
import { invalidParameters } from './parameter-error.ts';

/** One entity tag of a list. Source: RFC 9110, section 8.8.3. */
const ENTITY_TAG = /(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/;
const LIST = new RegExp(`^[ \\t,]*(?:${ENTITY_TAG.source}[ \\t]*(?:,[ \\t,]*|$))+$`);

/** Returns the `ETag` of a stored version. */
export function entityTag(version: number): string {
  return `"${version}"`;
}

/**
 * Returns the preconditions in the headers of a change: `If-Match` with entity tags or `*`, `If-Plan` with the hash of
 * a plan. Weak tags, and tags other than versions, match nothing; with only such tags, the precondition fails. Source:
 * RFC 9110, sections 13.1.1 and 8.8.3.2 (strong comparison).
 *
 * @throws ServiceError `PARAMETER_INVALID`
 */
export function preconditionsOf(headers: RequestHeaders): Pick<ChangeOptions, 'ifMatch' | 'ifPlan'> {
  const ifMatch = headers.get('if-match')?.trim();
  const ifPlan = headers.get('if-plan')?.trim().replaceAll('"', '');
  return {
    ...(ifMatch === undefined || ifMatch === '*' ? {} : { ifMatch: versionsOf(ifMatch) }),
    ...(ifPlan === undefined ? {} : { ifPlan }),
  };
}

function versionsOf(list: string): readonly number[] {
  if (!LIST.test(list)) {
    throw invalidParameters([
      { path: 'If-Match', message: 'Must be * or entity tags in double quotes, as in ETag, separated by commas.' },
    ]);
  }
  const tags = [...list.matchAll(new RegExp(ENTITY_TAG, 'g'))];
  return tags.flatMap(([, weak, tag = '']) => (weak === undefined && /^\d{1,15}$/.test(tag) ? [Number(tag)] : []));
}
