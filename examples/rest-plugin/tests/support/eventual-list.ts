/** An object of the emulator. */
export interface Item {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
}

/** The state before a change, and how often it is still seen. */
interface Former<Entry> {
  readonly items: readonly Entry[];
  reads: number;
  lookups: number;
}

/** A list with eventual consistency: after a change, the next reads and lookups still see the former items. */
export class EventualList<Entry extends Item> {
  readonly #initial: readonly Entry[];
  #items: readonly Entry[];
  #former: Former<Entry> | undefined;

  constructor(items: readonly Entry[] = []) {
    this.#initial = items;
    this.#items = items;
  }

  /** The items as the platform stores them. */
  get items(): readonly Entry[] {
    return this.#items;
  }

  /** Changes the items, visibly only after a while. */
  change(items: readonly Entry[]): void {
    const seen = this.#former && this.#former.reads > 0 ? this.#former.items : this.#items;
    this.#former = { items: seen, reads: 2, lookups: 1 };
    this.#items = items;
  }

  /** Reads the items for a page of a response. All pages of a list show one state. */
  read(isFirstPage: boolean): readonly Entry[] {
    const former = this.#former;
    if (!former || former.reads === 0) return this.#items;
    if (isFirstPage) former.reads -= 1;
    return former.items;
  }

  /** Returns whether a part of the platform that gets changes later knows an item. */
  knows(id: string): boolean {
    const former = this.#former;
    if (!former || former.lookups === 0) return this.#items.some((each) => each.id === id);
    former.lookups -= 1;
    return former.items.some((each) => each.id === id);
  }

  /** Changes the items for all readers at once. */
  set(items: readonly Entry[]): void {
    this.#items = items;
    this.#former = undefined;
  }

  /** Restores the initial items. */
  reset(): void {
    this.set(this.#initial);
  }
}
