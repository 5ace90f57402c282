import type { Privilege } from './privilege.ts';
import type { Step } from './step.ts';

/**
 * The replacement of an object's secret while the service uses it. The core sets the new secret, signs in with it,
 * stores it, and only then clears the old one; if the sign-in fails, it restores the old one.
 *
 * @example One password: the new one replaces the old one.
 * ```ts
 * rotate: {
 *   slot: 'servicePassword',
 *   by: 'service',
 *   places: ['password'],
 *   set: () => [{ text: sql`ALTER USER ${ident(user)} PASSWORD ${secretSlot('servicePassword')}` }],
 *   needs: [{ name: 'own password', on: `user ${user}` }],
 * }
 * ```
 * @example Two keys: both are valid until the new one has worked.
 * ```ts
 * rotate: {
 *   slot: 'serviceKey',
 *   places: ['KEY', 'KEY_2'],
 *   set: (place) => [{ text: sql`ALTER USER ${ident(user)} SET ${property(place)} = ${secretSlot('serviceKey')}` }],
 *   clear: (place) => [{ text: sql`ALTER USER ${ident(user)} UNSET ${property(place)}` }],
 *   needs: [{ name: 'OWNERSHIP', on: `user ${user}` }],
 * }
 *
 * const property = (place: string) => (place === 'KEY' ? sql`KEY` : sql`KEY_2`);
 * ```
 * @example A set of passwords: the platform removes a password by its value. The names of the places have no meaning.
 * ```ts
 * rotate: {
 *   slot: 'servicePassword',
 *   places: ['one', 'other'],
 *   set: () => [{ text: sql`ALTER USER ${ident(user)} ADD PASSWORD ${secretSlot('servicePassword')}` }],
 *   clear: () => [{ text: sql`ALTER USER ${ident(user)} DROP PASSWORD ${secretSlot('servicePassword')}` }],
 *   needs: [{ name: 'ALTER USER', on: 'server' }],
 * }
 * ```
 */
export interface SecretRotation {
  /** The slot of `generatedSecrets` whose secret is replaced. */
  readonly slot: string;
  /**
   * The account that runs the steps. `service`: the account may change its own secret; privileged credentials may be given
   * and are not needed.
   * @default setup
   */
  readonly by?: 'setup' | 'service';
  /** The stage on which the service account runs the steps. @default the stage of the object */
  readonly stage?: string;
  /**
   * The places of secrets of the object on the platform; `create` fills the first. One: the new secret replaces the
   * old one immediately. Two: each rotation uses the other one.
   */
  readonly places: readonly [string] | readonly [string, string];
  /**
   * Writes the secret of the slot to a place. Must return the same steps each time: it also restores the old secret.
   * Name the account in them: with `by: 'service'`, privileged credentials may run them too.
   */
  readonly set: (place: string) => readonly Step[];
  /**
   * Clears a place. Needed if there are two. The slot in its steps is filled with the secret to remove: the previous
   * one, or the new one if the rotation is reverted. A secret that could not be removed is kept, sealed, and the next
   * rotation removes it.
   */
  readonly clear?: (place: string) => readonly Step[];
  /**
   * The privileges for the steps. If the account itself runs them, these are the privileges for its own secret;
   * privileged credentials then need the privileges for changing the object.
   */
  readonly needs: readonly Privilege[];
}
