import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { Refusal } from '../engine/refusal.ts';
import { type Login, readLogin } from './login.ts';
import { type Outcome, writeOutcomes } from './outcomes.ts';
import { createMessageReader, MESSAGE, type Message, packetsOf } from './packets.ts';
import { ENCRYPTION, readEncryption, writePrelogin } from './prelogin.ts';
import { type Request, readBatch } from './requests.ts';
import { createTlsTunnel } from './tls-tunnel.ts';
import { DONE_STATUS, done, environmentChanged, loginAcknowledged, messageToken } from './tokens.ts';

/** The session of a signed-in user. */
export interface Session {
  run(request: Request): readonly Outcome[];
  close(): void;
}

/** A fault of a statement: the connection is cut before or after it, no response ever comes, or it is refused. */
export type Fault = 'cut' | 'cut-after' | 'hang' | Refusal;

/** A hanging statement and its end: the client cancelled it or disconnected. */
export interface Pending {
  readonly ended: Promise<'attention' | 'gone'>;
}

/** The parts of its server that a connection uses. */
export interface ConnectionHost {
  readonly name: string;
  readonly secureContext: SecureContext;
  signIn(login: Login): Session;
  faultFor(request: Request): Fault | undefined;
  /** A statement hangs. */
  hung(pending: Pending): void;
}

/** Serves one connection. Source: [MS-TDS] 3.3, Server Details. `isSecured` is true if TLS came first, as in TDS 8. */
export function serveConnection(socket: Socket, host: ConnectionHost, isSecured: boolean): void {
  let session: Session | undefined;
  let packetSize = 4096;
  let write = (bytes: Buffer): void => void socket.write(bytes);
  let endHang: ((how: 'attention' | 'gone') => void) | undefined;

  const respond = (...tokens: readonly Buffer[]): void =>
    write(packetsOf({ kind: MESSAGE.response, content: Buffer.concat(tokens) }, packetSize));

  const login = (content: Buffer): void => {
    const asked = readLogin(content);
    try {
      session = host.signIn(asked);
      const size = Math.min(Math.max(asked.packetSize, 512), 32_767);
      respond(
        environmentChanged(1, asked.database, 'master'),
        loginAcknowledged(asked.version),
        environmentChanged(4, String(size), String(packetSize)),
        done(DONE_STATUS.final),
      );
      packetSize = size;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const errors = error.followedBy ? [error, error.followedBy] : [error];
      respond(...errors.map((each) => messageToken(each, host.name)), done(DONE_STATUS.error));
      socket.end();
    }
  };

  const run = (request: Request): void => {
    if (!session) return void socket.destroy();
    const fault = host.faultFor(request);
    if (fault === 'cut') return void socket.destroy();
    if (fault === 'hang') {
      const ended = new Promise<'attention' | 'gone'>((resolve) => {
        endHang = resolve;
      });
      host.hung({ ended });
      return;
    }
    const outcomes = fault instanceof Refusal ? [{ refusal: fault }] : session.run(request);
    if (fault === 'cut-after') return void socket.destroy();
    respond(...writeOutcomes(outcomes, host.name));
  };

  const receive = ({ kind, content }: Message): void => {
    if (kind === MESSAGE.prelogin) {
      const wanted = readEncryption(content);
      respond(writePrelogin(isSecured ? wanted : ENCRYPTION.required));
      if (isSecured) return;
      const tunnel = createTlsTunnel(host.secureContext, (bytes) => void socket.write(bytes));
      tunnel.secured.on('error', () => socket.destroy());
      tunnel.secured.on('data', read);
      write = (bytes) => void tunnel.secured.write(bytes);
      socket.off('data', read);
      socket.on('data', tunnel.receive);
    } else if (kind === MESSAGE.login) login(content);
    else if (kind === MESSAGE.batch) run(readBatch(content));
    else if (kind === MESSAGE.attention) {
      // The running statement ends with the rows so far, and a separate message acknowledges: [MS-TDS] 3.3.5.8,
      // Attention.
      if (endHang) respond(done(DONE_STATUS.error));
      respond(done(DONE_STATUS.attention));
      endHang?.('attention');
      endHang = undefined;
    } else socket.destroy();
  };
  const read = createMessageReader(receive);
  socket.on('data', read);
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    endHang?.('gone');
    session?.close();
  });
}
