import { BODY_FAULTS } from './faults/body-faults.ts';
import { CONNECTION_FAULTS } from './faults/connection-faults.ts';
import { KEPT_CONNECTION_FAULTS } from './faults/kept-connection-faults.ts';
import { NAME_FAULTS } from './faults/name-faults.ts';
import { PROTOCOL_FAULTS } from './faults/protocol-faults.ts';
import { SILENCE_FAULTS } from './faults/silence-faults.ts';
import { STATUS_FAULTS } from './faults/status-faults.ts';
import { TLS_FAULTS } from './faults/tls-faults.ts';
import type { FaultGroup } from './receiver-fault.ts';

/** All rows, in the order of the phases of a delivery. */
export const RECEIVER_FAULTS: readonly FaultGroup[] = [
  NAME_FAULTS,
  CONNECTION_FAULTS,
  TLS_FAULTS,
  SILENCE_FAULTS,
  PROTOCOL_FAULTS,
  BODY_FAULTS,
  STATUS_FAULTS,
  KEPT_CONNECTION_FAULTS,
];
