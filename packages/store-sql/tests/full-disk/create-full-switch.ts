import type { Client } from 'pg';

/** A function that sets whether the disk of a server is full. */
export type FullSwitch = (isFull: boolean) => Promise<void>;

/** Tables that grow with every delivery. */
const GROWING = ['events', 'deliveries', 'attempts'];

/**
 * Creates a switch that makes writes to the tables of a store fail as on a server with a full disk: class 53 of the
 * error codes, in PostgreSQL's appendix A.
 */
export async function createFullSwitch(admin: Client): Promise<FullSwitch> {
  await admin.query(`
    create table disk as select false as is_full;
    create function take_space() returns trigger language plpgsql as $$
      begin
        if (select is_full from disk) then
          raise exception 'could not extend file: No space left on device' using errcode = 'disk_full';
        end if;
        return null;
      end $$`);
  for (const table of GROWING) {
    await admin.query(`
      create trigger take_space after insert or update on portcullis_${table}
        for each statement execute function take_space()`);
  }
  return async (isFull) => {
    await admin.query('update disk set is_full = $1', [isFull]);
  };
}
