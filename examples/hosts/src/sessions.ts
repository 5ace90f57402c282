import { randomUUID } from 'node:crypto';
import type { Principal } from '@portcullis/core';
import type { Authenticate } from '@portcullis/http';

/** The signed-in users of a host. A real one has a session store: keep that, and write only `authenticate`. */
export interface Sessions {
  /** Returns the cookie of a new session. */
  signIn(user: Principal): string;
  signOut(cookie: string): void;
  /** Runs for each request, and every three seconds while a stream is open, so a sign-out ends the stream. */
  readonly authenticate: Authenticate;
}

/** Sessions in memory, in the cookie `session`. */
export function createSessions(): Sessions {
  const users = new Map<string, Principal>();
  return {
    signIn(user) {
      const cookie = `session=${randomUUID()}`;
      users.set(cookie, user);
      return cookie;
    },
    signOut: (cookie) => void users.delete(cookie),
    async authenticate({ method, headers }) {
      if (method !== 'GET' && method !== 'HEAD' && isFromOtherSite(headers)) return undefined;
      const [, cookie = ''] = headers.get('cookie')?.match(/(?:^|; *)(session=[^;]+)/) ?? [];
      return users.get(cookie);
    },
  };
}

/**
 * Returns whether a page of another site sent a request, to which a browser adds the cookie, too. Browsers send Sec-Fetch-Site only
 * over https and to the same machine, and Origin always; other clients send neither. If a proxy changes Host, compare Origin with your
 * public address.
 */
function isFromOtherSite(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  const origin = headers.get('origin');
  return origin !== null && (!URL.canParse(origin) || new URL(origin).host !== headers.get('host'));
}
