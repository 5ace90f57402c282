import { sameAnswers } from './same-answers.ts';
import { addUser, type RunningUnity } from './start-unity.ts';

/** A case: what it shows, and its work on a server that all cases share. */
interface Case {
  readonly name: string;
  run(unity: RunningUnity): Promise<void>;
}

export const CASES: readonly Case[] = [
  {
    name: 'the stand-in answers as the server does',
    async run(unity) {
      for (const user of ['bob@example.com', 'eve@example.com']) await addUser(unity, user);
      await sameAnswers(unity);
    },
  },
];
