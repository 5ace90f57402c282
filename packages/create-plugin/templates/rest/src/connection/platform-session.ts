import type { Session } from '@portcullis/plugin-api';

/** A space, as far as this plugin looks at it. */
export interface Space {
  readonly id: string;
  readonly name: string;
  readonly retentionDays: number;
  /** The maker: see `mark` in the objects. */
  readonly mark: string | undefined;
}

/** Something in a space, as far as this plugin looks at it. */
interface SpaceObject {
  readonly kind: string;
  readonly name: string;
  /** The name of the account that made it. */
  readonly owner: string;
}

/** The account that is signed in. */
interface Account {
  readonly name: string;
  readonly permissions: readonly string[];
}

/** The calls of the platform that this plugin makes. What does not exist is `undefined`; what is refused throws. */
export interface PlatformCalls {
  account(signal: AbortSignal): Promise<Account>;
  hasGroup(name: string, signal: AbortSignal): Promise<boolean>;
  space(name: string, signal: AbortSignal): Promise<Space | undefined>;
  spaces(signal: AbortSignal): Promise<readonly Space[]>;
  objectsIn(space: string, signal: AbortSignal): Promise<readonly SpaceObject[]>;
  /** Fails where one of the name exists. Gives its id. */
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
