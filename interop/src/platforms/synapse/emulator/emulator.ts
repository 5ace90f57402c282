import { createFaultQueue } from '../../../shared/emulator/fault-queue.ts';
import { type Certificate, createCertificateAuthority } from '../../../shared/network/certificates.ts';
import { fingerprint } from './engine/describe-server.ts';
import { signIn } from './engine/server-session.ts';
import { createServerState, type ServerLogin, type ServerState } from './engine/state.ts';
import type { Fault, Pending } from './tds/connection.ts';
import type { Login } from './tds/login.ts';
import type { Outcome } from './tds/outcomes.ts';
import { startTdsServer } from './tds/server.ts';

/** A received statement and its outcome: `done`, or the number of the refusal. */
interface ReceivedRequests {
  readonly database: string;
  readonly login: string;
  readonly text: string;
  readonly outcome: string;
}

/** A running emulator of one server with one dedicated pool. */
export interface Emulator {
  readonly port: number;
  /** The certificate to trust, in PEM. */
  readonly ca: string;
  readonly server: ServerState;
  readonly statements: readonly ReceivedRequests[];
  readonly logins: readonly Login[];
  /** Injects a fault into the next statement that contains this text. */
  failNext(part: string, fault: Fault): void;
  /** Resolves when a statement hangs. */
  hung(): Promise<Pending>;
  /** The whole server as text. */
  fingerprint(): string;
  stop(): Promise<void>;
}

/** Options of the emulator. The certificate can be an untrusted one or one for another name. */
interface EmulatorOptions {
  readonly certificate?: Certificate;
  readonly pool?: string;
}

/** The names in the certificate. */
const NAMES = ['localhost', 'emulator.sql.azuresynapse.net'];

/** The login that created the server. */
export const ADMINISTRATOR = { userName: 'sqladmin', password: 'Canary7Password' } as const;

/**
 * An emulator of an Azure Synapse workspace on this machine: TDS as in [MS-TDS], over a server in memory that
 * enforces permissions and has the refusals of a dedicated SQL pool. An unsupported statement is a syntax error, an
 * unknown object or an unknown function.
 */
export async function startEmulator({ certificate, pool = 'governance' }: EmulatorOptions = {}): Promise<Emulator> {
  const authority = createCertificateAuthority();
  const server = createServerState(ADMINISTRATOR.userName, ADMINISTRATOR.password, pool);
  const statements: ReceivedRequests[] = [];
  const logins: Login[] = [];
  const faults = createFaultQueue<Fault, Pending>((text, part) => text.includes(part));
  const connected = new Map<ServerLogin, number>();
  const listening = await startTdsServer(
    {
      name: server.name,
      faultFor: ({ text }) => faults.take(text),
      hung: faults.onHang,
      signIn(login) {
        logins.push(login);
        const session = signIn(server, login, connected);
        return {
          close: session.close,
          run(request) {
            const outcomes = session.run(request);
            statements.push({
              database: login.database,
              login: login.userName,
              text: request.text,
              outcome: endOf(outcomes),
            });
            return outcomes;
          },
        };
      },
    },
    certificate ?? authority.issue(NAMES),
  );
  return {
    port: listening.port,
    ca: authority.cert,
    server,
    statements,
    logins,
    failNext: faults.failNext,
    hung: faults.hung,
    fingerprint: () => fingerprint(server),
    stop: listening.stop,
  };
}

function endOf(outcomes: readonly Outcome[]): string {
  const refused = outcomes.find((outcome) => 'refusal' in outcome && outcome.refusal.severity > 10);
  return refused && 'refusal' in refused ? String(refused.refusal.number) : 'done';
}
