import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '../../../ports/clock.ts';
import { type Failure, isLockTimeout, type Member, takeFirst, type Writing, writeMembers } from './members.ts';
import { createSlots } from './slots.ts';

/** Writes what cannot go with the rest. */
export interface Alone<Item, Result> {
  /** Has a member wait with one that is the same, if that one is held up. */
  joins(member: Member<Item, Result>): boolean;
  /** Writes members in a transaction of their own. */
  write(members: readonly Member<Item, Result>[]): void;
}

interface Group<Item, Result> {
  /** What its members are the same by, once one of them was held up. */
  identity?: string;
  readonly waiting: Member<Item, Result>[];
  /** Whether another transaction for it did not even begin in time. */
  readonly isSecondTry?: boolean;
}

/** Items in one transaction at most. */
const MOST_TOGETHER = 64;
/** Transactions at once on a store that takes several: they must leave connections to the rest. */
const MOST_UNDER_WAY = 2;
/** How long one of them waits for somebody else before it lets another try. */
const LOCK_TIMEOUT_MS = 1000;
const OVERDUE_MS = 3 * LOCK_TIMEOUT_MS;

/** Writes groups of items in turn, a few at once, each in a transaction of its own. */
export function createAlone<Item, Result>(
  writing: Writing<Item, Result>,
  clock: Pick<Clock, 'after'>,
): Alone<Item, Result> {
  const detached = AsyncLocalStorage.snapshot();
  const queue: Group<Item, Result>[] = [];
  const heldUp = new Map<string, Group<Item, Result>>();

  const beginNext = (): void => {
    while (slots.isFree()) {
      const group = queue.shift();
      if (!group) return;
      if (!isAddedToSame(group)) detached(() => void run(group));
    }
  };
  const slots = createSlots({
    clock,
    count: writing.store.shared ? MOST_UNDER_WAY : Number.POSITIVE_INFINITY,
    overdueMs: OVERDUE_MS,
    onFree: beginNext,
  });

  const add = (group: Group<Item, Result>): void => {
    queue.push(group);
    beginNext();
  };

  /** Where one that is the same is held up, to be held up as well would only take another connection. */
  const isAddedToSame = (group: Group<Item, Result>): boolean => {
    const [first] = group.waiting;
    const same = heldUp.get(first?.identity ?? '');
    if (!same || same === group || !areSame(group.waiting)) return false;
    same.waiting.push(...group.waiting.splice(0));
    return true;
  };

  const run = async (group: Group<Item, Result>): Promise<void> => {
    const { waiting } = group;
    let hasBegun = false;
    const release = slots.take(() => {
      // Those who come later need not wait for it. Where two cannot even begin, none could.
      if (hasBegun || !group.isSecondTry) abandon(group, !hasBegun);
    });
    const take = () => {
      hasBegun = true;
      return takeFirst([waiting], MOST_TOGETHER);
    };
    const failure = await writeMembers(writing, { take, lockTimeoutMs: LOCK_TIMEOUT_MS });
    if (failure) putBack(group, failure);
    if (waiting.length > 0) queue.push(group);
    else forget(group);
    release();
  };

  const putBack = (group: Group<Item, Result>, { members, error, isAnswer }: Failure<Item, Result>): void => {
    if (isAnswer || !members) {
      for (const { reject } of members ?? group.waiting.splice(0)) reject(error);
    } else if (isLockTimeout(error) && areSame(members)) {
      group.waiting.unshift(...members);
      remember(group, members[0]?.identity);
    } else {
      for (const member of members) add({ waiting: [member] });
    }
  };

  const remember = (group: Group<Item, Result>, identity: string | undefined): void => {
    if (identity === undefined || heldUp.has(identity)) return;
    group.identity = identity;
    heldUp.set(identity, group);
  };

  const forget = ({ identity }: Group<Item, Result>): void => {
    if (identity !== undefined) heldUp.delete(identity);
  };

  const abandon = (group: Group<Item, Result>, isSecondTry: boolean): void => {
    forget(group);
    const rest = group.waiting.splice(0);
    if (rest.length > 0) add({ waiting: rest, isSecondTry });
  };

  return {
    joins(member) {
      const group = member.identity === undefined ? undefined : heldUp.get(member.identity);
      group?.waiting.push(member);
      return group !== undefined;
    },
    write: (members) => add({ waiting: [...members] }),
  };
}

/** Whether one of them is held up by what holds up all. */
function areSame<Item, Result>([first, ...others]: readonly Member<Item, Result>[]): boolean {
  return others.every(({ identity }) => identity !== undefined && identity === first?.identity);
}
