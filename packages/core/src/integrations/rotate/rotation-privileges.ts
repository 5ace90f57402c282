import type { Actor, ManagedObject, Privilege, SecretRotation } from '@portcullis/plugin-api';
import { privilegesFor } from '../../changes/plan/change-set.ts';

/**
 * Returns the privileges for replacing the secret of an object. An account that may replace its own secret needs less than
 * a privileged one, which changes the object.
 */
export function rotationPrivileges(
  object: ManagedObject,
  rotation: SecretRotation,
  actor: Actor,
): readonly Privilege[] {
  return rotation.by === 'service' && actor === 'setup' ? privilegesFor(object, 'alter') : rotation.needs;
}
