import type { HostCallbacks } from '@portcullis/core';

/** The callbacks of a host, with the responses that a test sets and a record of the calls. */
export interface FakeHost
  extends Required<Pick<HostCallbacks, 'isDataSourceCredential' | 'isMemberOfGroup' | 'permissionsOf'>> {
  /** The calls so far: the callback and its arguments. */
  readonly questions: readonly (readonly [callback: string, ...about: (string | number)[]])[];
  /** Accounts that data sources use as their credential. */
  readonly dataSourceCredentials: Set<string>;
  /** Groups by user id. */
  readonly groups: Map<number, readonly string[]>;
  /** Permissions by user id; other users are unknown. */
  readonly permissions: Map<number, readonly string[]>;
}

/** Creates a fake host. By default, no user is known, no user belongs to a group, and no account is in use. */
export function createFakeHost(): FakeHost {
  const questions: (readonly [string, ...(string | number)[]])[] = [];
  const dataSourceCredentials = new Set<string>();
  const groups = new Map<number, readonly string[]>();
  const permissions = new Map<number, readonly string[]>();
  return {
    questions,
    dataSourceCredentials,
    groups,
    permissions,
    async isDataSourceCredential(account) {
      questions.push(['isDataSourceCredential', account]);
      return dataSourceCredentials.has(account);
    },
    async isMemberOfGroup(userId, group) {
      questions.push(['isMemberOfGroup', userId, group]);
      return groups.get(userId)?.includes(group) ?? false;
    },
    async permissionsOf(userId) {
      questions.push(['permissionsOf', userId]);
      return permissions.get(userId);
    },
  };
}
