import { type AnyPluginDefinition, canonicalText, type Privilege } from '@portcullis/plugin-api';

/** The account that can grant where the plugin names none. */
export const ADMINISTRATOR = 'an administrator of the platform';

/** The canonical texts of the statements that give a privilege to an account; none where the plugin cannot say. */
export function renderGrants(
  { dialect }: AnyPluginDefinition,
  need: Privilege,
  grantee: string | undefined,
): readonly string[] {
  if (!dialect || !need.grant || grantee === undefined) return [];
  return [need.grant(grantee)].flat().map((statement) => canonicalText(statement, dialect));
}

/** A privilege as shown to users. */
export function privilegeText({
  name,
  on,
  anyOf = [],
  withGrant = false,
}: Pick<Privilege, 'name' | 'on' | 'anyOf' | 'withGrant'>): string {
  const others = anyOf.map((other) => `or ${other}`);
  return [name, ...others, 'on', on, ...(withGrant ? ['with grant option'] : [])].join(' ');
}
