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
 *   credentialNames: ['password'],
 *   set: () => [{ text: sql`ALTER USER ${ident(user)} PASSWORD ${secretSlot('servicePassword')}` }],
 *   needs: [{ name: 'own password', on: `user ${user}` }],
 * }
 * ```
 * @example Two keys: both are valid until the new one has worked.
 * ```ts
 * rotate: {
 *   slot: 'serviceKey',
 *   credentialNames: ['KEY', 'KEY_2'],
 *   set: (credentialName) => [{ text: sql`ALTER USER ${ident(user)} SET ${property(credentialName)} = ${secretSlot('serviceKey')}` }],
 *   clear: (credentialName) => [{ text: sql`ALTER USER ${ident(user)} UNSET ${property(credentialName)}` }],
 *   needs: [{ name: 'OWNERSHIP', on: `user ${user}` }],
 * }
 *
 * const property = (credentialName: string) => (credentialName === 'KEY' ? sql`KEY` : sql`KEY_2`);
 * ```
 * @example A set of passwords: the platform removes a password by its value. The names have no meaning there.
 * ```ts
 * rotate: {
 *   slot: 'servicePassword',
 *   credentialNames: ['first', 'second'],
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
   * The names of the account's credentials on the platform, such as its password, or its first and second key.
   * `create` sets the first. One: the new secret replaces the old one immediately. Two: the rotations alternate.
   */
  readonly credentialNames: readonly [string] | readonly [string, string];
  /**
   * Sets a credential to the secret of the slot. Must return the same steps each time: it also restores the old secret.
   * Name the account in them: with `by: 'service'`, privileged credentials may run them too.
   */
  readonly set: (credentialName: string) => readonly Step[];
  /**
   * Removes the secret of a credential. Needed if there are two. The slot in its steps is filled with the secret to remove: the previous
   * one, or the new one if the rotation is reverted. A secret that could not be removed is kept, sealed, and the next
   * rotation removes it.
   */
  readonly clear?: (credentialName: string) => readonly Step[];
  /**
   * The privileges for the steps. If the account itself runs them, these are the privileges for its own secret;
   * privileged credentials then need the privileges for changing the object.
   */
  readonly needs: readonly Privilege[];
}
