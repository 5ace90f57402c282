import { expect, it } from 'vitest';
import { readPages } from './read-pages.ts';

interface Page {
  readonly items: readonly number[];
  readonly next?: unknown;
}

/** A list with these pages, by their tokens. */
function list(pages: Readonly<Record<string, Page>>) {
  const read: string[] = [];
  const readPage = async (token: string): Promise<Page> => {
    read.push(token);
    const page = pages[token];
    if (!page) throw new Error(`There is no page "${token}".`);
    return page;
  };
  return { read, pages: () => readPages(readPage, ({ next }) => next) };
}

it('reads every page, also after an empty one', async () => {
  const { pages, read } = list({ '': { items: [1], next: 'b' }, b: { items: [], next: 'c' }, c: { items: [2] } });
  expect((await pages()).flatMap(({ items }) => items)).toEqual([1, 2]);
  expect(read).toEqual(['', 'b', 'c']);
});

it.each([undefined, null, '', 0, false])('ends at the token %j', async (next) => {
  expect(await list({ '': { items: [1], next } }).pages()).toHaveLength(1);
});

it('refuses a list without an end', async () => {
  const { pages, read } = list({
    '': { items: [], next: 'b' },
    b: { items: [], next: 'c' },
    c: { items: [], next: 'b' },
  });
  await expect(pages()).rejects.toMatchObject({ failureClass: 'network' });
  expect(read).toEqual(['', 'b', 'c']);
});

it('fails like the request for a page', async () => {
  await expect(list({ '': { items: [], next: 'x' } }).pages()).rejects.toThrow('There is no page "x".');
});
