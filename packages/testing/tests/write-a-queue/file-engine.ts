import { DatabaseSync } from 'node:sqlite';
import { createEngineQueue, type JobQueue, type WakeupEngine } from '@portcullis/core/ports';

function createFileEngine(file: string): WakeupEngine {
  const database = new DatabaseSync(file, { timeout: 2000 });
  database.exec('create table if not exists wakeup (name text, key text, at integer, primary key (name, key))');
  const put = database.prepare(
    'insert into wakeup values (?, ?, ?) on conflict do update set at = min(at, excluded.at)',
  );
  const take = database.prepare('delete from wakeup where name = ? and at <= ? returning key');
  return {
    async send({ name, key, at }) {
      put.run(name, key, at);
    },
    async subscribe(name, receive) {
      const poll = () => {
        for (const { key } of take.all(name, Date.now())) receive(String(key));
      };
      const timer = setInterval(poll, 50);
      return async () => clearInterval(timer);
    },
    async close() {
      database.close();
    },
  };
}

/** Creates a queue for processes on one machine that share a file. */
export function createFileQueue(file: string): JobQueue {
  return createEngineQueue({ engine: createFileEngine(file) });
}
