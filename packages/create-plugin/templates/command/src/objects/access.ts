import type { Config } from '../config/config-schema.ts';

/** The commands of every service account, which return its own name and prove its mark. See `observe`. */
const ALWAYS = ['+acl|whoami', '+publish'] as const;

const CATEGORIES = { read: ['+@read'], 'read-write': ['+@read', '+@write'] } as const;

/** Returns the rules for commands of the service account. */
export function commandRules({ access }: Pick<Config, 'access'>): readonly string[] {
  return ['-@all', ...CATEGORIES[access], ...ALWAYS];
}

/** Returns the pattern of the keys that the service can access. */
export function keyRule({ prefix }: Pick<Config, 'prefix'>): string {
  return `~${prefix}:*`;
}

/**
 * Returns rules for commands in a fixed order, because the server returns them in another one. It omits `-@all`, the
 * initial rule.
 */
export function normalizedRules(rules: readonly string[]): string {
  return ['-@all', ...rules.filter((rule) => rule !== '-@all').toSorted()].join(' ');
}
