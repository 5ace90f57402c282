import type { Config } from '../config/config-schema.ts';

/** The commands of every service account: with them it tells its own name, and proves its mark. See `observe`. */
const ALWAYS = ['+acl|whoami', '+publish'] as const;

const CATEGORIES = { read: ['+@read'], 'read-write': ['+@read', '+@write'] } as const;

/** The rules for commands of the service account. */
export function commandRules({ access }: Pick<Config, 'access'>): readonly string[] {
  return ['-@all', ...CATEGORIES[access], ...ALWAYS];
}

/** The pattern of the keys that the service reaches. */
export function keyRule({ prefix }: Pick<Config, 'prefix'>): string {
  return `~${prefix}:*`;
}

/**
 * Rules for commands in one order. The server returns them in its own: `-@all`, which comes first, decides nothing if it
 * is alone.
 */
export function normalizedRules(rules: readonly string[]): string {
  return ['-@all', ...rules.filter((rule) => rule !== '-@all').toSorted()].join(' ');
}
