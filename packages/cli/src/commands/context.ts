import type { Paint } from '../render/paint.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** The input of every command. */
export interface Context {
  readonly terminal: Terminal;
  readonly paint: Paint;
  /** True if the response is one JSON document, for another program. */
  readonly json: boolean;
}

/** Prints a response, as JSON or for users. */
export function respond({ terminal, json }: Context, value: unknown, forPeople: () => string): void {
  terminal.out(json ? `${JSON.stringify(value, undefined, 2)}\n` : forPeople());
}
