import type { CommandClient, CommandClientOptions, LoadClient } from '../../src/connection/client.ts';

/** A client without a connection, which records commands and returns the replies of a test. */
export interface ScriptedClient {
  readonly load: LoadClient;
  /** The options of each connection. */
  readonly connections: CommandClientOptions[];
  /** The sent commands. */
  readonly commands: (readonly string[])[];
}

/**
 * @param reply - the reply to a command, or the error of the server.
 */
export function scriptedClient(reply: (...command: readonly string[]) => unknown = () => null): ScriptedClient {
  const connections: CommandClientOptions[] = [];
  const commands: (readonly string[])[] = [];
  const client: CommandClient = {
    async connect() {},
    destroy() {},
    on() {},
    async sendCommand(command) {
      commands.push(command);
      const said = reply(...command);
      if (said instanceof Error) throw said;
      return said;
    },
  };
  const load: LoadClient = async () => (options) => {
    connections.push(options);
    return client;
  };
  return { load, connections, commands };
}
