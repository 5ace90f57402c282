import type { Style } from '../render/style.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** The input of every command. */
export interface Context {
  readonly terminal: Terminal;
  readonly style: Style;
  /** True if the response is one JSON document, for another program. */
  readonly json: boolean;
}

/** Prints a response, as JSON or for users. */
export function respond({ terminal, json }: Context, value: unknown, renderText: () => string): void {
  terminal.out(json ? `${JSON.stringify(value, undefined, 2)}\n` : renderText());
}
