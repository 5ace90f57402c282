/**
 * The form of a generated secret that the platform accepts.
 *
 * @example
 * ```ts
 * generatedSecrets: { servicePassword: { length: 32, classes: ['upper', 'lower', 'digit'] } }
 * ```
 */
export interface SecretPolicy {
  /**
   * `text`: random characters, according to the fields below. `rsa-private-key`: an RSA key of 2,048 bits as PKCS #8 in
   * PEM; the fields below do not apply, and a slot's `encode` converts it to the form for the platform, its public key.
   * @default text
   */
  readonly form?: 'text' | 'rsa-private-key';
  /** Characters to generate. @default 43 (256 bits of the 64-letter alphabet) */
  readonly length?: number;
  /** The classes that must each occur at least once. @default upper, lower, digit */
  readonly classes?: readonly ('upper' | 'lower' | 'digit' | 'symbol')[];
  /** The permitted symbols when `symbol` is among the classes. */
  readonly symbols?: string;
  /** Days after which the platform refuses it; the host is warned in advance. @default no expiry */
  readonly validDays?: number;
}

/**
 * The placeholder of a secret in a statement. Plan, script and journal show `{{name}}`; it is filled only at execution.
 * `encode` first converts the secret to the stored form (a verifier); the dialect then quotes it as a literal.
 */
export interface SecretSlot {
  readonly kind: 'secret';
  /** camelCase name, unique within the plugin, such as `servicePassword`. */
  readonly name: string;
  /**
   * The stored form of the secret on the platform: the slot is filled with `encode(secret)` instead of the secret itself.
   */
  readonly encode?: (secret: string, context: SlotContext) => string;
}

/** The input of an encoding. Everything here is deterministic, so that two runs write the same statement. */
export interface SlotContext {
  /** 16 bytes that derive from the instance key, the target and the slot. */
  readonly salt: Uint8Array;
}

/**
 * The placeholder of a fact that can be unknown when a script is written, such as the application id of a service
 * principal.
 */
export interface FactSlot {
  readonly kind: 'fact';
  readonly name: string;
  /** The kind of the fact, identifier or value, which decides its quoting. */
  readonly as: 'identifier' | 'literal';
}

/**
 * Returns a slot as plans, scripts and the journal show it: not valid SQL, so that a statement with an unfilled slot
 * fails.
 */
export function slotText(name: string): string {
  return `{{${name}}}`;
}

/** The form of a slot's name. */
export const SLOT_NAME = /^[a-z][A-Za-z0-9]{0,62}$/;

/** A slot's text inside other text. */
export const SLOT_TEXT = /\{\{[a-z][A-Za-z0-9]{0,62}\}\}/;
