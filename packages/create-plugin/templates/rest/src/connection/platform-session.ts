import type { Session } from '@portcullis/plugin-api';

/** The part of a space that this plugin reads. */
export interface Space {
  readonly id: string;
  readonly name: string;
  readonly retentionDays: number;
  /** The mark of the creator, see `mark` in the objects. */
  readonly mark: string | undefined;
}

/** The part of an object in a space that this plugin reads. */
interface SpaceObject {
  readonly kind: string;
  readonly name: string;
  /** The name of the account that created it. */
  readonly owner: string;
}

/** The account that is signed in. */
interface Account {
  readonly name: string;
  readonly permissions: readonly string[];
}

/** The calls of this plugin to the platform. A missing object is `undefined`; a refused call throws. */
export interface PlatformCalls {
  account(signal: AbortSignal): Promise<Account>;
  hasGroup(name: string, signal: AbortSignal): Promise<boolean>;
  space(name: string, signal: AbortSignal): Promise<Space | undefined>;
  spaces(signal: AbortSignal): Promise<readonly Space[]>;
  objectsIn(space: string, signal: AbortSignal): Promise<readonly SpaceObject[]>;
  /** Creates a space and returns its id. Fails if a space with this name exists. */
  createSpace(space: Omit<Space, 'id'>, signal: AbortSignal): Promise<string>;
  updateSpace(space: Pick<Space, 'name' | 'retentionDays'>, signal: AbortSignal): Promise<void>;
  deleteSpace(name: string, signal: AbortSignal): Promise<void>;
  isReader(space: string, group: string, signal: AbortSignal): Promise<boolean>;
  addReader(space: string, group: string, signal: AbortSignal): Promise<void>;
  removeReader(space: string, group: string, signal: AbortSignal): Promise<void>;
}

/** A connection: one account on one platform. */
export interface PlatformSession extends Session {
  readonly calls: PlatformCalls;
}
