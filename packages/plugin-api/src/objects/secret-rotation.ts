import type { Privilege } from './privilege.ts';
import type { Step } from './step.ts';

/**
 * The replacement of an object's secret while the service uses it. The core sets the new secret, signs
 * in with it, stores it, and only then clears the old one; where signing in fails, it puts the old one back.
 *
 * @example One password: the new one takes the place of the old one.
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
  /** The stage on which the service account runs the steps. @default the object's */
  readonly stage?: string;
  /**
   * Where the platform keeps secrets of the object; the first is the one that `create` fills. One: the new secret replaces the
   * old one at once. Two: each rotation uses the other one.
   */
  readonly places: readonly [string] | readonly [string, string];
  /** Puts the secret of the slot into a place. Must say the same each time it runs: it also puts the old secret back. */
  readonly set: (place: string) => readonly Step[];
  /** Empties a place. Needed where there are two. */
  readonly clear?: (place: string) => readonly Step[];
  /**
   * The privileges that the steps take. Where the account itself runs them, the privileges for its own secret: privileged
   * credentials then need those for changing the object.
   */
  readonly needs: readonly Privilege[];
}
