/** The place of a stored secret. */
export interface SecretPlace {
  readonly tenant: string;
  readonly owner: string;
  readonly name: string;
}

/** Returns the binding of a ciphertext, so that it cannot be moved to another tenant, owner or name. */
export function secretBinding({ tenant, owner, name }: SecretPlace): string {
  return `${tenant}\n${owner}\n${name}`;
}
