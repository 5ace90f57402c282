import type { ConnectionRequest, Dialect, FactValues, Session } from '@portcullis/plugin-api';
import { executeStatement, untilAborted } from './execute-statement.ts';
import type { OpenSession, PlatformState } from './platform-state.ts';
import { SimulatedFailure } from './simulated-failure.ts';

/** A session on a simulated platform. */
export interface SimulatedSession extends Session {
  readonly server: string;
  readonly identity: string;
  readonly stage: string;
  /** The database of the session. */
  readonly place: string;
  /** Queries the platform: returns the response set with `platform.answer`, or undefined. */
  ask(question: string): Promise<unknown>;
}

/** The target of a session. */
export interface Destination {
  readonly server: string;
  readonly identity: string;
  readonly place: string;
  readonly dialect: Dialect | undefined;
}

type Request = ConnectionRequest<object, FactValues>;

/** Connects to a simulated platform, or fails on demand. */
export async function openSimulatedSession(
  state: PlatformState,
  request: Request,
  destination: Destination,
): Promise<SimulatedSession> {
  const { stage, actor, signal } = request;
  signal.throwIfAborted();
  await refuseInjected(state, request);
  refuseMissingDatabase(state, destination, stage);
  refuseUnknownAccount(state, request, destination);
  const open: OpenSession = { server: destination.server, identity: destination.identity, stage, actor };
  state.sessions.add(open);
  state.opened += 1;
  let role: string | null = null;

  return {
    ...open,
    place: destination.place,
    async run(operation, options) {
      refuseClosed(state, open);
      options.signal.throwIfAborted();
      const switched = state.roles.get(operation.text);
      if (switched !== undefined) {
        role = switched;
        return {};
      }
      const revealed = operation.kind === 'statement' ? operation.reveal() : JSON.stringify(operation.reveal());
      const { text } = operation;
      const { signal, change } = options;
      return executeStatement(state, { ...open, ...destination, role, text, revealed, signal, change });
    },
    async ask(question) {
      refuseClosed(state, open);
      const response = state.responses.get(question);
      return typeof response === 'function' ? response() : response;
    },
    async close() {
      state.sessions.delete(open);
    },
  };
}

async function refuseInjected({ refusals }: PlatformState, { actor, stage, signal }: Request): Promise<void> {
  const refusal = [...refusals].find(
    (each) => (each.actor ?? actor) === actor && (each.stage === undefined || each.stage === stage),
  );
  if (!refusal) return;
  refusal.left -= 1;
  if (refusal.left === 0) refusals.delete(refusal);
  const { with: failure = 'network', message = 'The connection was refused.' } = refusal;
  if (failure === 'hang') await untilAborted(signal);
  else throw new SimulatedFailure(failure, message);
}

/** A connection needs an existing database. */
function refuseMissingDatabase(
  { vocabulary, catalogue }: PlatformState,
  { identity }: Destination,
  stage: string,
): void {
  const missing = vocabulary.containersOf(identity, stage).every((address) => !catalogue.get(address));
  if (vocabulary.containersOf(identity, stage).length > 0 && missing) {
    throw new SimulatedFailure('not-found', 'The database of this connection does not exist.');
  }
}

/** The service account can sign in only after an object was created with its secret. */
function refuseUnknownAccount(
  { catalogue, statements }: PlatformState,
  request: Request,
  { server, dialect }: Destination,
): void {
  const { actor, secrets } = request;
  if (actor !== 'service') return;
  for (const [slot, secret] of Object.entries(secrets)) {
    const known = catalogue
      .all()
      .filter((object) => object.server === server)
      // The name of a secret of a second credential is slot@credential.
      .flatMap(({ secrets: filled }) => Object.entries(filled).filter(([name]) => name.split('@')[0] === slot));
    const literal = dialect?.quoteLiteral(secret) ?? secret;
    const knows = known.some(([, { text, quoted, encoded }]) => encoded || text === (quoted ? literal : secret));
    if (knows) continue;
    const isDropped = statements.some(
      ({ text }) => text.includes(`{{${slot}}}`) || text.includes(`"$secret":"${slot}"`),
    );
    throw new SimulatedFailure('credentials', problemWith(slot, { isKnown: known.length > 0, isDropped }));
  }
}

function problemWith(slot: string, account: { readonly isKnown: boolean; readonly isDropped: boolean }): string {
  if (account.isKnown) return `No account has the secret ${slot} of this sign-in.`;
  if (account.isDropped) {
    return `The account with the secret ${slot} is already dropped. If the service has to drop an object of its own, name the container of that object in "within", or the account in its "blocks".`;
  }
  return `No object was made with the secret ${slot}: use its slot in the steps of the account, or remove it from generatedSecrets and manualSecrets if the service signs in without it.`;
}

function refuseClosed({ sessions }: PlatformState, open: OpenSession): void {
  if (!sessions.has(open)) throw new SimulatedFailure('network', 'This session was closed.', 'ECONNRESET');
}
