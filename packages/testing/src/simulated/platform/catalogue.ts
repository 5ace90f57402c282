import type { ObjectScope, Scalar } from '@portcullis/plugin-api';

/** An object that exists on a simulated platform. */
export interface CatalogueObject {
  /** The platform's own id, never reused. */
  readonly id: number;
  readonly server: string;
  /** The database of the object, or an empty text for an object of the server. */
  readonly place: string;
  readonly kind: string;
  readonly name: string;
  readonly scope: ObjectScope;
  /** The mark of the object, or null for a foreign one. */
  readonly mark: string | null;
  readonly shared: boolean;
  /** True after every statement of its creation has run. */
  readonly complete: boolean;
  readonly values: Readonly<Record<string, Scalar>>;
  readonly revision: string | null;
  /** The address of its container. */
  readonly container: string | null;
  /** Addresses of objects that cannot be dropped while it exists. */
  readonly blocks: readonly string[];
  /** The stage of its statements: sessions there block the drop of its container. */
  readonly stage: string;
  /** The family of a runtime object, or null. */
  readonly family: string | null;
  /** The values of its secret slots, by slot. */
  readonly secrets: Readonly<Record<string, FilledSlot>>;
}

/** The value of a secret slot. */
export interface FilledSlot {
  /** The sent text: the quoted value in a statement, the value itself in a call. */
  readonly text: string;
  /** True when the text is a literal of the plugin's dialect. */
  readonly quoted: boolean;
  /** True when the plugin encodes the secret: then the text does not reveal it. */
  readonly encoded: boolean;
}

/** The objects of every server of a simulated platform. */
export interface Catalogue {
  get(address: string): CatalogueObject | undefined;
  add(object: Omit<CatalogueObject, 'id'>): CatalogueObject;
  /** Replaces an object with a changed one; a new name is a new address. */
  change(object: CatalogueObject, changes: Partial<Omit<CatalogueObject, 'id'>>): CatalogueObject;
  /** Removes an object with all its contents. */
  remove(address: string): void;
  all(): readonly CatalogueObject[];
  /** Returns the objects that block the drop of an object. */
  blockersOf(address: string): readonly CatalogueObject[];
}

/** Returns the address of an object. */
export function addressOf(object: Pick<CatalogueObject, 'server' | 'place' | 'kind' | 'name'>): string {
  return JSON.stringify([object.server, object.place, object.kind, object.name]);
}

/** Creates an empty catalogue. */
export function createCatalogue(): Catalogue {
  const objects = new Map<string, CatalogueObject>();
  let lastId = 0;

  const contentsOf = (address: string): string[] =>
    [...objects].flatMap(([each, { container }]) => (container === address ? [each, ...contentsOf(each)] : []));

  /** References to a renamed object follow it. */
  const follow = (before: string, after: string): void => {
    const moved = (address: string): string => (address === before ? after : address);
    for (const [address, object] of objects) {
      const { container, blocks } = object;
      if (container !== before && !blocks.includes(before)) continue;
      objects.set(address, { ...object, container: container && moved(container), blocks: blocks.map(moved) });
    }
  };

  return {
    get: (address) => objects.get(address),
    add(object) {
      lastId += 1;
      const added = { ...object, id: lastId };
      objects.set(addressOf(added), added);
      return added;
    },
    change(object, changes) {
      const changed = { ...object, ...changes };
      const [before, after] = [addressOf(object), addressOf(changed)];
      objects.delete(before);
      objects.set(after, changed);
      if (before !== after) follow(before, after);
      return changed;
    },
    remove(address) {
      for (const each of [address, ...contentsOf(address)]) objects.delete(each);
    },
    all: () => [...objects.values()],
    blockersOf(address) {
      const inside = new Set(contentsOf(address));
      return [...objects]
        .filter(([each, { blocks }]) => blocks.includes(address) && !inside.has(each))
        .map(([, it]) => it);
    },
  };
}
