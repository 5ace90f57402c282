import type { Actor, Session } from '@portcullis/plugin-api';
import type { Clock } from '../ports/clock.ts';
import { withDeadline } from './deadline.ts';
import { openSession, type PlatformAccess } from './platform-session.ts';

/** Milliseconds one connection may take. */
const CONNECT_DEADLINE_MS = 30_000;

/** Sessions of one run: opened when needed, used by one user at a time, closed together. */
export interface SessionPool {
  /** Uses a session of a stage and actor; a session that failed is not used again. */
  use<Result>(
    stage: string,
    actor: Actor,
    signal: AbortSignal,
    work: (session: Session) => Promise<Result>,
  ): Promise<Result>;
  /** Closes the idle sessions of a stage, for example before something of it is dropped. */
  closeStage(stage: string): Promise<void>;
  /** Closes everything. */
  close(): Promise<void>;
}

/** Makes a pool for one run with one set of credentials. */
export function createSessionPool(access: PlatformAccess, clock: Clock): SessionPool {
  const idle = new Map<string, Session[]>();
  const keyOf = (stage: string, actor: Actor): string => `${actor} ${stage}`;

  const take = async (stage: string, actor: Actor, signal: AbortSignal): Promise<Session> => {
    const waiting = idle.get(keyOf(stage, actor))?.pop();
    if (waiting) return waiting;
    return withDeadline(
      clock,
      CONNECT_DEADLINE_MS,
      'The connection',
      (inner) => openSession(access, stage, actor, inner, CONNECT_DEADLINE_MS),
      signal,
    );
  };
  const closeAll = async (keys: readonly string[]): Promise<void> => {
    const sessions = keys.flatMap((key) => idle.get(key)?.splice(0) ?? []);
    await Promise.allSettled(sessions.map((session) => session.close()));
  };

  return {
    async use(stage, actor, signal, work) {
      const session = await take(stage, actor, signal);
      try {
        const result = await work(session);
        const key = keyOf(stage, actor);
        idle.set(key, [...(idle.get(key) ?? []), session]);
        return result;
      } catch (error) {
        await session.close().catch(() => {});
        throw error;
      }
    },
    closeStage: (stage) => closeAll([keyOf(stage, 'setup'), keyOf(stage, 'service')]),
    close: () => closeAll([...idle.keys()]),
  };
}
