import { ChildProcess } from 'node:child_process';
import dgram from 'node:dgram';
import dns from 'node:dns';
import net from 'node:net';

/** The phase in which a process accessed the network. */
type Phase = 'import' | 'connection' | 'close' | 'afterwards';

/** One network access: a connection, a look-up, a datagram or another process. */
export interface Outbound {
  readonly phase: Phase;
  readonly kind: 'connect' | 'lookup' | 'datagram' | 'process';
  /** Host and port of a connection or a datagram, the name of a look-up, the program of a process. */
  readonly target: string;
}

/** A recorder of all network accesses of a process. */
export interface ConnectionRecorder {
  phase: Phase;
  readonly recorded: readonly Outbound[];
  /** Permits everything again, and records nothing. */
  stop(): void;
}

/**
 * Records every connection, look-up, datagram and child process of this process from now on, and permits only
 * connections to the targets and look-ups of `localhost`. All others fail like an address where nothing listens, so no
 * packet leaves. Every client of Node uses these few functions: `http`, `https`, `tls`, `http2` and `fetch` connect
 * through `net.Socket`.
 *
 * @param targets - host and port, such as `127.0.0.1:5432`.
 */
export function recordConnections(targets: readonly string[]): ConnectionRecorder {
  const recorded: Outbound[] = [];
  const undo: Undo[] = [];
  const stop = (): void => {
    for (const each of undo.splice(0).reverse()) each();
  };
  const recorder: ConnectionRecorder = { phase: 'import', recorded, stop };
  const note = (kind: Outbound['kind'], target: string): void => {
    recorded.push({ phase: recorder.phase, kind, target });
  };
  undo.push(recordSockets(note, targets), ...recordLookups(note));
  const datagrams = replace(dgram.Socket.prototype, ['send', 'connect', 'bind'], (name) => () => {
    note('datagram', name);
    throw refusal('datagram');
  });
  const processes = replace(ChildProcess.prototype as object as Record<string, Call>, ['spawn'], () => (options) => {
    note('process', String((options as { readonly file?: unknown }).file));
    throw refusal('process');
  });
  undo.push(datagrams, processes);
  return recorder;
}

// biome-ignore lint/suspicious/noExplicitAny: these stand in for functions of any shape.
type Call = (...parameters: any[]) => any;
type Note = (kind: Outbound['kind'], target: string) => void;
/** Puts the original functions back. */
type Undo = () => void;

function recordSockets(note: Note, targets: readonly string[]): Undo {
  const connect = net.Socket.prototype.connect as Call;
  net.Socket.prototype.connect = function (this: net.Socket, ...parameters: unknown[]) {
    const target = targetOf(parameters);
    note('connect', target);
    if (targets.includes(target)) return connect.apply(this, parameters);
    process.nextTick(() => this.destroy(refusal(target)));
    return this;
  } as typeof net.Socket.prototype.connect;
  return () => {
    net.Socket.prototype.connect = connect as typeof net.Socket.prototype.connect;
  };
}

/** The forms of `connect`: options, port and host, a path, and the list into which `net.connect` puts them. */
function targetOf(parameters: readonly unknown[]): string {
  const [first, second] = Array.isArray(parameters[0]) ? (parameters[0] as unknown[]) : parameters;
  if (typeof first === 'object' && first !== null) {
    // The agents of `http` write null for missing values.
    const { host, port, path } = first as { host?: string | null; port?: number; path?: string | null };
    return path ? path : `${host ?? 'localhost'}:${port}`;
  }
  return /^\d+$/.test(String(first)) ? `${typeof second === 'string' ? second : 'localhost'}:${first}` : String(first);
}

/** The resolvers of `node:dns`, with callbacks and with promises, each with all query types. */
function recordLookups(note: Note): readonly Undo[] {
  const places: readonly [object, boolean][] = [
    [dns, false],
    [dns.Resolver.prototype, false],
    [dns.promises, true],
    [dns.promises.Resolver.prototype, true],
  ];
  return places.map(([place, isPromised]) => {
    const names = Object.getOwnPropertyNames(place).filter((name) => /^(?:lookup|resolve|reverse)/.test(name));
    return replace(place as Record<string, Call>, names, (_name, original) => (host: string, ...rest: unknown[]) => {
      if (host === 'localhost' || net.isIP(host) !== 0) return original(host, ...rest);
      note('lookup', host);
      if (isPromised) return Promise.reject(refusal(host));
      const done = rest.at(-1);
      if (typeof done === 'function') process.nextTick(done as Call, refusal(host));
      return {};
    });
  });
}

function replace<Name extends string>(
  place: Record<Name, Call> | object,
  names: readonly Name[],
  replacementOf: (name: Name, original: Call) => Call,
): Undo {
  const functions = place as Record<Name, Call>;
  const originals: Partial<Record<Name, Call>> = {};
  for (const name of names) {
    const original = functions[name];
    if (typeof original !== 'function') continue;
    originals[name] = original;
    functions[name] = function (this: unknown, ...parameters: unknown[]) {
      return replacementOf(name, original.bind(this))(...parameters);
    } as Call;
  }
  return () => void Object.assign(functions, originals);
}

function refusal(target: string): Error {
  return Object.assign(new Error(`The recorder refused ${target}.`), { code: 'ECONNREFUSED' });
}
