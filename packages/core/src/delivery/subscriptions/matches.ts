/** The fields of a webhook that determine whether a notification is for it. */
export interface Subscription {
  readonly global: boolean;
  readonly actionType: string | null;
  /** The owner. */
  readonly createdBy: number;
}

/** The users that are involved in a notification. */
export interface InvolvedUsers {
  /** The initiator. */
  readonly actionBy?: number | undefined;
  /** The user that the notification is about. */
  readonly targetUser?: number | undefined;
  /** The group whose members it is about. */
  readonly targetGroup?: string | null | undefined;
  /** True when the initiator is a recipient too. */
  readonly notifyInitiator?: boolean | undefined;
}

/** Returns whether a user belongs to a group. */
export type IsMember = (userId: number, group: string) => Promise<boolean>;

/**
 * Returns whether a notification of a subscribed kind matches a webhook: a global webhook matches all; others match those
 * that their owner caused (`triggered`), those that their owner receives (`receive`), or both (null).
 */
export async function matches(
  { global, actionType, createdBy }: Subscription,
  involved: InvolvedUsers,
  isMember: IsMember,
): Promise<boolean> {
  if (global) return true;
  const caused = involved.actionBy === createdBy;
  if (actionType !== 'receive' && caused) return true;
  return actionType !== 'triggered' && (await receives(createdBy, caused, involved, isMember));
}

async function receives(owner: number, caused: boolean, involved: InvolvedUsers, isMember: IsMember): Promise<boolean> {
  const { targetUser, targetGroup, notifyInitiator = false } = involved;
  if (caused) return notifyInitiator;
  if (targetUser === owner) return true;
  return targetGroup !== undefined && targetGroup !== null && isMember(owner, targetGroup);
}
