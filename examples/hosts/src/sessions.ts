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
      // A browser also sends the cookie with requests from other sites. This header tells them apart.
      const isOwnPage = ['same-origin', 'none'].includes(headers.get('sec-fetch-site') ?? 'none');
      if (!isOwnPage && method !== 'GET' && method !== 'HEAD') return undefined;
      const [, cookie = ''] = headers.get('cookie')?.match(/(?:^|; *)(session=[^;]+)/) ?? [];
      return users.get(cookie);
    },
  };
}
