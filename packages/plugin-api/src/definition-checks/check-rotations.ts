import type { ManagedObject } from '../objects/managed-object.ts';
import type { SecretRotation } from '../objects/secret-rotation.ts';
import type { AnyPluginDefinition } from '../plugin-definition.ts';
import { checkOneOf, type Issues, issueIf } from './issues.ts';
import { secretsOf } from './step-secrets.ts';

/** Checks that at most one object of a list has a secret to rotate, and its declaration is consistent. */
export function checkRotations(
  { generatedSecrets = {}, stages }: AnyPluginDefinition,
  objects: readonly ManagedObject[],
  where: string,
): Issues {
  const rotating = objects.flatMap(({ key, rotate }) => (rotate ? [{ path: `${where} "${key}".rotate`, rotate }] : []));
  const slots = Object.keys(generatedSecrets);
  const ids = stages.map(({ id }) => id);
  return [
    ...issueIf(
      rotating.length > 1,
      where,
      'has several objects with rotate.',
      'The service signs in with one of them: leave the others out.',
    ),
    ...rotating.flatMap(({ path, rotate }) => [
      ...checkOneOf(`${path}.slot`, rotate.slot, slots, 'a slot of generatedSecrets'),
      ...(rotate.stage === undefined ? [] : checkOneOf(`${path}.stage`, rotate.stage, ids, 'a stage')),
      ...checkSteps(rotate, path),
    ]),
  ];
}

function checkSteps(rotate: SecretRotation, path: string): Issues {
  const [first, second] = rotate.credentialNames;
  const steps = rotate.credentialNames.flatMap((name) => [...rotate.set(name), ...(rotate.clear?.(name) ?? [])]);
  const foreign = secretsOf(steps).filter((slot) => slot !== rotate.slot);
  return [
    ...issueIf(
      first === second,
      `${path}.credentialNames`,
      'names one credential twice.',
      'Name two credentials, or one.',
    ),
    ...issueIf(
      second !== undefined && !rotate.clear,
      `${path}.clear`,
      'is missing, although there are two credentials.',
      'Say how the old secret is removed.',
    ),
    ...issueIf(
      secretsOf(rotate.set(first)).length === 0,
      `${path}.set`,
      'does not use the slot.',
      'Put the secret in with secretSlot().',
    ),
    ...issueIf(
      foreign.length > 0,
      path,
      'uses a secret that is not the one being rotated.',
      'Use only the slot of the rotation.',
    ),
  ];
}
