import { type NeededAction, type PolicyScope, type ResourceKind, resourceArn } from './needed-actions.ts';

/** A statement of a policy. Source: IAM user guide, "IAM JSON policy element reference". */
export interface PolicyStatement {
  readonly Sid?: string;
  readonly Effect: 'Allow';
  readonly Principal?: Readonly<Record<string, string>>;
  readonly Action: readonly string[];
  readonly Resource?: readonly string[];
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** A policy of IAM. */
export interface Policy {
  readonly Version: '2012-10-17';
  readonly Statement: readonly PolicyStatement[];
}

const SIDS: Readonly<Record<ResourceKind, string>> = {
  instance: 'AccessGrantsInstance',
  locations: 'AccessGrantsLocations',
  grants: 'AccessGrants',
  role: 'LocationRole',
  bucket: 'Bucket',
};

/** Returns a policy with statements. */
export function policyOf(statements: readonly PolicyStatement[]): Policy {
  return { Version: '2012-10-17', Statement: statements };
}

/** Returns the statements that allow actions, one for each kind of resource. */
export function statementsFor(
  actions: readonly Pick<NeededAction, 'action' | 'on'>[],
  config: PolicyScope,
): readonly PolicyStatement[] {
  const kinds = [...new Set(actions.map(({ on }) => on))];
  return kinds.map((kind) => ({
    Sid: SIDS[kind],
    Effect: 'Allow' as const,
    Action: [...new Set(actions.filter(({ on }) => on === kind).map(({ action }) => action))],
    // The path of a role can contain asterisks.
    Resource: [kind === 'role' ? literalInPolicy(config.awsLocationRole) : resourceArn(kind, config)],
  }));
}

/** Escapes a text, so that IAM treats it literally. Source: IAM user guide, "Policy variables, special characters". */
export function literalInPolicy(text: string): string {
  return text.replace(/[$*?]/g, (special) => `\${${special}}`);
}
