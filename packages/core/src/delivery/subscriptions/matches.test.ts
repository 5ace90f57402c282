import { describe, expect, it } from 'vitest';
import { matches } from './matches.ts';

const owner = 7;
const other = 8;
const members: Readonly<Record<string, readonly number[]>> = { stewards: [owner] };
const isMember = async (userId: number, group: string) => members[group]?.includes(userId) ?? false;

const involved = {
  'the owner did it': { actionBy: owner },
  'the owner did it to themselves': { actionBy: owner, targetUser: owner },
  'the owner did it and is to be told': { actionBy: owner, targetUser: other, notifyInitiator: true },
  'someone did it to the owner': { actionBy: other, targetUser: owner },
  'someone did it to the owner’s group': { actionBy: other, targetGroup: 'stewards' },
  'someone did it to another group': { actionBy: other, targetGroup: 'others' },
  'someone did it to another': { actionBy: other, targetUser: 9, targetGroup: null, notifyInitiator: true },
  'it happened by itself': {},
  'it happened to the owner by itself': { targetUser: owner },
};

/** The notifications that reach a webhook of the owner that is not global. */
const table: readonly [keyof typeof involved, { triggered: boolean; receive: boolean; either: boolean }][] = [
  ['the owner did it', { triggered: true, receive: false, either: true }],
  ['the owner did it to themselves', { triggered: true, receive: false, either: true }],
  ['the owner did it and is to be told', { triggered: true, receive: true, either: true }],
  ['someone did it to the owner', { triggered: false, receive: true, either: true }],
  ['someone did it to the owner’s group', { triggered: false, receive: true, either: true }],
  ['someone did it to another group', { triggered: false, receive: false, either: false }],
  ['someone did it to another', { triggered: false, receive: false, either: false }],
  ['it happened by itself', { triggered: false, receive: false, either: false }],
  ['it happened to the owner by itself', { triggered: false, receive: true, either: true }],
];

describe('a notification where', () => {
  it.each(table)('%s', async (circumstances, expected) => {
    const reaches = (actionType: string | null, global = false) =>
      matches({ global, actionType, createdBy: owner }, involved[circumstances], isMember);
    expect({
      triggered: await reaches('triggered'),
      receive: await reaches('receive'),
      either: await reaches(null),
    }).toEqual(expected);
    expect(await reaches('triggered', true)).toBe(true);
  });
});
