import { type AnyPluginDefinition, canonicalText, type Privilege } from '@portcullis/plugin-api';

/** The account that can grant if the plugin names none. */
export const ADMINISTRATOR = 'an administrator of the platform';

/**
 * Returns the canonical texts of the statements that grant a privilege to an account; none if the plugin does not declare them.
 */
export function renderGrants(
  { dialect }: AnyPluginDefinition,
  need: Privilege,
  grantee: string | undefined,
): readonly string[] {
  if (!dialect || !need.grant || grantee === undefined) return [];
  return [need.grant(grantee)].flat().map((statement) => canonicalText(statement, dialect));
}

/** Returns the text of a privilege for users. */
export function privilegeText({
  name,
  on,
  anyOf = [],
  withGrant = false,
}: Pick<Privilege, 'name' | 'on' | 'anyOf' | 'withGrant'>): string {
  const others = anyOf.map((other) => `or ${other}`);
  return [name, ...others, 'on', on, ...(withGrant ? ['with grant option'] : [])].join(' ');
}
