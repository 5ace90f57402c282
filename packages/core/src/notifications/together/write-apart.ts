import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '../../ports/clock.ts';
import { type Failure, isLockTimeout, type Member, takeFirst, type Writing, writeMembers } from './members.ts';
import { createSlots, type Slots } from './slots.ts';

/** Writes what cannot go with all the rest. */
export interface Apart<Item, Result> {
  /** Has a member wait with those that wait for a key of it, if there are any. */
  joins(member: Member<Item, Result>): boolean;
  /** Has members wait for a key that somebody holds. */
  waitFor(key: number, members: readonly Member<Item, Result>[]): void;
  /** Writes members in a transaction of their own. */
  write(members: readonly Member<Item, Result>[]): void;
}

interface Group<Item, Result> {
  /** The row that all of them wait for. */
  readonly key?: number;
  readonly waiting: Member<Item, Result>[];
  /** Whether another transaction for it did not even begin in time. */
  readonly isSecondTry?: boolean;
}

/** Groups whose turns follow each other. */
interface Line<Item, Result> {
  readonly queue: Group<Item, Result>[];
  readonly slots: Slots;
}

/** Items in one transaction at most. More than elsewhere: it may be long until the row is free once more. */
const MOST_TOGETHER = 256;
/** Transactions at once in each line, on a store that takes several: what waits for others must leave connections to the rest. */
const MOST_UNDER_WAY = 2;
/** How long one of them waits for a row before it lets another group try. */
const LOCK_TIMEOUT_MS = 1000;
const OVERDUE_MS = 3 * LOCK_TIMEOUT_MS;

/**
 * Writes groups of items in turn, a few at once. Those that wait for one row are one group, as they would be written one after the other
 * anyhow: however many they are, they take one connection.
 */
export function createApart<Item, Result>(
  writing: Writing<Item, Result>,
  clock: Pick<Clock, 'after'>,
): Apart<Item, Result> {
  const detached = AsyncLocalStorage.snapshot();
  const byKey = new Map<number, Group<Item, Result>>();
  const count = writing.store.shared ? MOST_UNDER_WAY : Number.POSITIVE_INFINITY;

  const beginNext = (line: Line<Item, Result>): void => {
    while (line.slots.isFree()) {
      const group = line.queue.shift();
      if (!group) return;
      detached(() => void run(group, line));
    }
  };

  const createLine = (): Line<Item, Result> => {
    const slots = createSlots({ clock, count, overdueMs: OVERDUE_MS, onFree: () => beginNext(line) });
    const line: Line<Item, Result> = { queue: [], slots };
    return line;
  };
  /** Who waits for a row is in one line, who only has to be written alone in the other, which is not held up. */
  const lines = { held: createLine(), others: createLine() };
  const lineOf = ({ key }: Group<Item, Result>): Line<Item, Result> => (key === undefined ? lines.others : lines.held);

  const add = (group: Group<Item, Result>): void => {
    const line = lineOf(group);
    line.queue.push(group);
    beginNext(line);
  };

  const run = async (group: Group<Item, Result>, { queue, slots }: Line<Item, Result>): Promise<void> => {
    const { waiting } = group;
    let hasBegun = false;
    const release = slots.take(() => {
      // Those who come later need not wait for it. Where two cannot even begin, none could.
      if (hasBegun || !group.isSecondTry) abandon(group, !hasBegun);
    });
    const take = () => {
      hasBegun = true;
      return takeFirst(waiting, MOST_TOGETHER);
    };
    const failure = await writeMembers(writing, { take, lockTimeoutMs: LOCK_TIMEOUT_MS });
    if (failure) putBack(group, failure);
    // Where a row is free once more, all who wait for it have their turn at once.
    if (waiting.length === 0) forget(group);
    else if (failure) queue.push(group);
    else queue.unshift(group);
    release();
    beginNext(lineOf(group));
  };

  const putBack = ({ waiting }: Group<Item, Result>, { members, error, isAnswer }: Failure<Item, Result>): void => {
    if (isAnswer || !members) for (const { reject } of members ?? waiting.splice(0)) reject(error);
    else if (isLockTimeout(error)) waiting.unshift(...members);
    else for (const member of members) add({ waiting: [member] });
  };

  const forget = (group: Group<Item, Result>): void => {
    if (group.key !== undefined && byKey.get(group.key) === group) byKey.delete(group.key);
  };

  const abandon = (group: Group<Item, Result>, isSecondTry: boolean): void => {
    forget(group);
    const rest = group.waiting.splice(0);
    if (rest.length === 0) return;
    if (group.key === undefined) add({ waiting: rest, isSecondTry });
    else waitFor(group.key, rest, isSecondTry);
  };

  const waitFor = (key: number, members: readonly Member<Item, Result>[], isSecondTry = false): void => {
    const known = byKey.get(key);
    if (known) {
      for (const member of members) known.waiting.push(member);
      return;
    }
    const group = { key, waiting: [...members], isSecondTry };
    byKey.set(key, group);
    add(group);
  };

  return {
    joins(member) {
      const key = byKey.size > 0 ? member.keys.find((each) => byKey.has(each)) : undefined;
      if (key !== undefined) waitFor(key, [member]);
      return key !== undefined;
    },
    waitFor: (key, members) => waitFor(key, members),
    write: (members) => add({ waiting: [...members] }),
  };
}
