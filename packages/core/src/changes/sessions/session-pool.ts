import type { Actor, Session } from '@portcullis/plugin-api';
import { onAbort } from '../../kernel/lifetime/on-abort.ts';
import { withDeadline } from '../../kernel/time/deadline.ts';
import type { Clock } from '../../ports/clock.ts';
import { openSession, type PlatformAccess } from './platform-session.ts';

/** Maximum milliseconds to open a connection. */
const CONNECT_DEADLINE_MS = 30_000;
/** Maximum milliseconds to close a session, so that the pool does not wait for a driver that hangs. */
const CLOSE_DEADLINE_MS = 5_000;
/** Milliseconds in which a call must end after its abort. Then its session is closed, although it still uses it. */
const ABORT_DEADLINE_MS = 5_000;

/** The sessions of one run. They are opened when needed, used by one caller at a time, and closed together. */
export interface SessionPool {
  /**
   * Uses a session of a stage and actor. A session that failed, or whose caller was aborted, is not used again. If the work ignores
   * its signal, the call rejects five seconds after the abort, with the reason of the signal, and its session is closed.
   *
   * @param role - the role that the session acts as. Sessions never change their role. @default the initial role
   */
  use<Result>(
    stage: string,
    actor: Actor,
    signal: AbortSignal,
    work: (session: Session) => Promise<Result>,
    role?: string | null,
  ): Promise<Result>;
  /** Closes the idle sessions of a stage, for example before something of it is dropped. */
  closeStage(stage: string): Promise<void>;
  /** Closes all sessions; those in use or still opening as soon as they are free. */
  close(): Promise<void>;
}

/** Creates a pool for one run with one set of credentials. */
export function createSessionPool(access: PlatformAccess, clock: Clock): SessionPool {
  const idle = new Map<string, { readonly stage: string; readonly sessions: Session[] }>();
  let closed = false;

  const shelfOf = (stage: string, actor: Actor, role: string | null) => {
    const key = JSON.stringify([stage, actor, role]);
    const shelf = idle.get(key) ?? { stage, sessions: [] };
    idle.set(key, shelf);
    return shelf.sessions;
  };
  const discard = (session: Session): Promise<void> =>
    withDeadline(clock, CLOSE_DEADLINE_MS, 'Closing a connection', () => session.close()).catch(() => {});

  /** Returns the result of work, for which the pool does not wait long after an abort. */
  const endOf = async <Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> => {
    const { promise: abandoned, reject } = Promise.withResolvers<never>();
    abandoned.catch(() => {});
    let cancelDeadline = (): void => {};
    const startDeadline = (): void => {
      cancelDeadline = clock.after(ABORT_DEADLINE_MS, () => reject(signal.reason));
    };
    if (signal.aborted) startDeadline();
    const cancelListener = signal.aborted ? () => {} : onAbort(signal, startDeadline);
    try {
      return await Promise.race([work, abandoned]);
    } finally {
      cancelListener();
      cancelDeadline();
    }
  };

  /** Opens a session. A session that arrives after all callers have stopped waiting is closed. */
  const open = async (stage: string, actor: Actor, signal: AbortSignal): Promise<Session> => {
    let awaited = true;
    try {
      return await withDeadline(
        clock,
        CONNECT_DEADLINE_MS,
        'The connection',
        async (inner) => {
          const session = await openSession(access, stage, actor, inner, CONNECT_DEADLINE_MS);
          if (!awaited) await discard(session);
          return session;
        },
        signal,
      );
    } catch (error) {
      awaited = false;
      throw error;
    }
  };
  const closeShelves = async (isWanted: (stage: string) => boolean): Promise<void> => {
    const sessions = [...idle.values()].flatMap((shelf) => (isWanted(shelf.stage) ? shelf.sessions.splice(0) : []));
    await Promise.all(sessions.map(discard));
  };

  return {
    async use(stage, actor, signal, work, role = null) {
      const shelf = shelfOf(stage, actor, role);
      const session = shelf.pop() ?? (await open(stage, actor, signal));
      let isReusable = false;
      try {
        const result = await endOf(work(session), signal);
        isReusable = !closed && !signal.aborted;
        return result;
      } finally {
        if (isReusable) shelf.push(session);
        else await discard(session);
      }
    },
    closeStage: (wanted) => closeShelves((stage) => stage === wanted),
    close() {
      closed = true;
      return closeShelves(() => true);
    },
  };
}
