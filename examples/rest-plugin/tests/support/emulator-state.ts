import { EventualList, type Item } from './eventual-list.ts';

/** A service account, which is also a client of the token endpoint. */
interface ServiceAccount extends Item {
  readonly clientSecret: string;
  readonly permissions: readonly string[];
  readonly roleId?: string;
}

/** A privilege of a role on a catalog. */
interface Grant extends Item {
  readonly roleId: string;
  readonly catalogId: string;
  readonly privilege: string;
}

/** A change that the platform carries out later. */
export interface Operation {
  /** The reads until it has ended. */
  reads: number;
  readonly finish: () => void;
}

const SECRET = 'Correct4Horse9Battery';
const PREPARED = ['catalogs:read', 'roles:read', 'roles:write'];

/** Creates the state of a platform with some catalogs and roles, an administrator and an account for the manual mode. */
export function createState() {
  let last = 0;
  const newId = (kind: string): string => {
    last += 1;
    return `${kind}-${last}`;
  };
  const item = (kind: string) => (name: string) => ({ id: newId(kind), name });
  const account = (name: string, permissions: readonly string[]): ServiceAccount => ({
    ...item('account')(name),
    clientSecret: SECRET,
    permissions,
  });
  return {
    newId,
    catalogs: new EventualList<Item>(['finance', 'hr', 'sales', 'weather'].map(item('catalog'))),
    roles: new EventualList<Item>(['admin', 'analyst', 'auditor'].map(item('role'))),
    accounts: new EventualList<ServiceAccount>([
      account('administrator', [...PREPARED, 'accounts:read', 'accounts:write']),
      account('prepared', PREPARED),
    ]),
    grants: new EventualList<Grant>(),
    operations: new Map<string, Operation>(),
    /** The clients of the issued access tokens. */
    tokens: new Map<string, string>(),
    /** The requests, such as `GET /v1/roles?pageToken=2`. */
    requests: [] as string[],
  };
}

/** The state of an emulator. */
export type EmulatorState = ReturnType<typeof createState>;
