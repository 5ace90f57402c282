import type { Receiver } from '../receiver/start-receiver.ts';
import type { DemoTarget } from '../target/start-demo-target.ts';

/** A form of the console, and what to enter there. */
export interface ConsoleForm {
  /** The way to the form. */
  readonly way: string;
  /** The labels of the fields, each with its entry. */
  readonly entries: readonly (readonly [label: string, entry: string])[];
}

/** Returns the entries of the console's forms for the demo target and the receiver. */
export function consoleForms(target: DemoTarget, receiver: Receiver, database: string): readonly ConsoleForm[] {
  const { host, port, initialDatabase, administrator } = target;
  return [
    {
      way: 'Integrations, New integration, Redshift. To delete the integration, enter the same account again.',
      entries: [
        ['Host', host],
        ['Port', String(port)],
        ['Database', database],
        ['Initial database', initialDatabase],
        ['User name', administrator.username],
        ['Password', administrator.password],
      ],
    },
    {
      way: 'Webhooks, New webhook. Choose any kinds.',
      entries: [
        ['Name', 'Receiver'],
        ['Address', receiver.url],
        ['Secret', receiver.secret],
      ],
    },
  ];
}
