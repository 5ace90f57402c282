import type { ManagedObject, ObjectGuard, Privilege, Scalar, Sql } from '@portcullis/plugin-api';
import { ACCOUNT_STAGE } from '../stages.ts';

/** The common parts of this plugin's grants. Grants can be repeated, and are dropped with their objects. */
export interface GrantPlan {
  readonly key: string;
  /** The grant in words: unique, and the same for the same grant. */
  readonly name: string;
  readonly role: string;
  readonly grant: readonly Sql[];
  readonly revoke: readonly Sql[];
  /** Returns the steps that change an earlier grant into this one. @default everything is revoked and granted again */
  readonly change?: (from: Readonly<Record<string, Scalar>>) => readonly Sql[];
  /** Returns the steps that restore observed values. @default manual changes cannot be restored */
  readonly restore?: (former: Readonly<Record<string, Scalar>>) => readonly Sql[] | undefined;
  /** The key of the object with which it is dropped. */
  readonly within: string;
  /** The values that distinguish this grant from others of its kind: an earlier one is found by them. */
  readonly desired: Readonly<Record<string, Scalar>>;
  readonly feature?: string;
  readonly needs: readonly Privilege[];
  readonly why: string;
  readonly guard: ObjectGuard;
}

/** Creates the managed object of a grant. */
export function grantObject({ grant, revoke, change, restore, ...plan }: GrantPlan): ManagedObject {
  return {
    ...plan,
    kind: 'grant',
    scope: 'account',
    by: 'setup',
    stage: ACCOUNT_STAGE,
    create: grant.map((text) => ({ text })),
    ...(change ? { alter: (from) => change(from).map((text) => ({ text })) } : {}),
    ...(restore ? { restore: (former) => restore(former)?.map((text) => ({ text })) } : {}),
    drop: revoke.map((text) => ({ text, succeedOn: ['not-found'] })),
  };
}
