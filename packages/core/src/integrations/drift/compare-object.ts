import type { Observation } from '@portcullis/plugin-api';
import type { ObjectFacts } from '../../changes/plan/change-set.ts';
import type { DriftDifference, DriftFinding, DriftState } from './drift-report.ts';

/** A finding before its repair is known. */
export type Deviation = Omit<DriftFinding, 'repair'> & {
  readonly key: string;
  /** True when statements can repair it: foreign objects and objects that cannot be observed stay unchanged. */
  readonly isRepairable: boolean;
  /** True when the object must be dropped before it is created again, because its removal was interrupted. */
  readonly isRemnant?: boolean;
};

/**
 * Compares an object with its observation. Only values that are desired and observed count; values that a platform does not show
 * are no difference.
 *
 * @param reason - the reason why it could not be observed, if known.
 * @returns undefined if the object is unchanged.
 */
export function compareObject(object: ObjectFacts, seen: Observation, reason?: string): Deviation | undefined {
  const { kind, name, key, sharing } = object;
  const named = `The ${kind} ${name}`;
  const deviation = (
    state: DriftState,
    message: string,
    difference: readonly DriftDifference[] = [],
    isRepairable = false,
  ): Deviation => ({ key, state, object: { key, kind, name }, message, difference, isRepairable });

  if (seen.state === 'unknown') {
    return deviation('unknown', `${named} cannot be seen${reason ? `: ${reason}` : ' with these credentials.'}`);
  }
  if (seen.state === 'absent') {
    const desired = Object.entries(object.desired).map(([field, value]) => ({ field, desired: value, observed: null }));
    return sharing === 'required'
      ? deviation('missing', `${named} does not exist. It existed before the integration: make it again.`, desired)
      : deviation('missing', `${named} no longer exists.`, desired, true);
  }
  // A required object was created elsewhere, and only its existence is expected.
  if (sharing === 'required') return undefined;
  if (seen.state === 'foreign') {
    return deviation(
      'changed',
      `${named} exists but does not carry our mark: it was replaced, or its mark or owner was changed. It is left alone. Restore it by hand, or remove it and check again.`,
      [{ field: 'mark', desired: object.mark, observed: null }],
    );
  }
  if (seen.isRemnant) {
    const message = `The removal of ${kind} ${name} was interrupted: remove the rest of it, then make it again.`;
    return { ...deviation('changed', message, [], true), isRemnant: true };
  }
  const difference = differencesOf(object, seen);
  const fields = difference.map(({ field }) => field).join(', ');
  return difference.length === 0
    ? undefined
    : deviation('changed', `${named} differs from what was made: ${fields}.`, difference, true);
}

function differencesOf({ desired }: ObjectFacts, { values = {} }: Observation): readonly DriftDifference[] {
  return Object.entries(desired).flatMap(([field, value]) => {
    const observed = values[field];
    return observed === undefined || observed === value ? [] : [{ field, desired: value, observed }];
  });
}
