import type { Actor, ManagedObject, SecretRotation } from '@portcullis/plugin-api';
import { privilegeTexts } from '../../bootstrap/work.ts';
import { privilegeText } from '../../privileges/render-grants.ts';

/**
 * What replacing the secret of an object takes, as people read it. An account that may replace its own secret needs less than a
 * privileged one that does it in its place: that one changes the object.
 */
export function rotationPrivileges(object: ManagedObject, rotation: SecretRotation, actor: Actor): readonly string[] {
  if (rotation.by === 'service' && actor === 'setup') return privilegeTexts(object, 'alter');
  return rotation.needs.map(privilegeText);
}
