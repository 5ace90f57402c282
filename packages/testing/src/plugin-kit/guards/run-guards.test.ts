import { describe, expect, it } from 'vitest';
import { runGuards } from './run-guards.ts';
import { scriptWords } from './script-words.ts';

const KNOWN = ['<exists>', '<ours>', '<make>', '<mark>'];

/** Runs a section with responses, and returns the statements that ran, and `stop` if it stopped. */
function run(text: string, responses: { readonly exists: boolean; readonly ours: boolean }): readonly string[] {
  const { ran, stopped } = runGuards(scriptWords(text, KNOWN, '--'), {
    respond: (known) => (known === 0 ? responses.exists : responses.ours),
    run: (known) => known > 1,
  });
  return [...ran.map((known) => KNOWN[known] ?? ''), ...(stopped ? ['stop'] : [])];
}

const ABSENT = { exists: false, ours: false };
const OURS = { exists: true, ours: true };
const FOREIGN = { exists: true, ours: false };

/** The same guard in all supported forms. */
const FORMS: Readonly<Record<string, string>> = {
  'IF and ELSIF of a block': `DO $guard$
    BEGIN
      IF NOT EXISTS (<exists>) THEN
        <make>;
      ELSIF NOT EXISTS (<ours>) THEN
        RAISE EXCEPTION 'foreign';
      END IF;
      <mark>;
    END
    $guard$;`,
  'batches with IF and BEGIN': `IF EXISTS (<exists>) AND NOT EXISTS (SELECT 1 FROM (<ours>) AS probe)
    BEGIN
      THROW 50000, 'foreign; really', 1;
    END;
    IF NOT EXISTS (<exists>)
    BEGIN
      <make>;
    END;
    IF EXISTS (<ours>) OR NOT EXISTS (<exists>) <mark>;
    GO`,
  'counts in a procedure': `CREATE PROCEDURE pg_temp.part(made varchar(99)) AS $guard$
    DECLARE
      found bigint;
      own bigint;
    BEGIN
      SELECT INTO found count(*) FROM (<exists>) AS probe;
      SELECT INTO own count(*) FROM (<ours>) AS probe;
      IF found = 0 THEN
        EXECUTE made;
      ELSE
        IF own = 0 THEN
          RAISE EXCEPTION 'foreign';
        END IF;
      END IF;
      <mark>;
    END;
    $guard$ LANGUAGE plpgsql;
    CALL pg_temp.part($guard$<make>$guard$);`,
  'loops over rows': `EXECUTE IMMEDIATE $$
    DECLARE
      state VARCHAR DEFAULT 'absent';
    BEGIN
      state := 'absent';
      seen := (<exists>);
      FOR item IN seen DO
        state := <ours>;
      END FOR;
      IF (state = 'absent') THEN
        <make>;
      ELSEIF (state <> TRUE_VALUE) THEN
        RAISE foreign_1;
      END IF;
      <mark>;
      RETURN 'done';
    END;
    $$;`,
  'variables of a shell': `found="$(<exists>)" || [ $? -eq 1 ] || {
      printf '%s\\n' 'no response' >&2
      exit 1
    }
    if [ -z "$found" ]; then
      <make>
    else
      owned="$(<ours>)" || [ $? -eq 1 ] || {
        exit 1
      }
      if [ -z "$owned" ]; then
        exit 1
      fi
    fi
    <mark>`,
  'a shell': `if ! <exists>; then
      <make>
    elif [ -z "$(<ours>)" ]; then
      echo 'The user "ada" is foreign.' >&2
      exit 1
    fi
    <mark>`,
};

describe('the guards of a script', () => {
  it.each(Object.entries(FORMS))(
    'create an absent object, pass our own and stop at a foreign one: %s',
    (_form, text) => {
      const read = text.replace('state <> TRUE_VALUE', 'NOT state');
      expect(run(read, ABSENT)).toEqual(['<make>', '<mark>']);
      expect(run(read, OURS)).toEqual(['<mark>']);
      expect(run(read, FOREIGN)).toEqual(['stop']);
    },
  );

  it('run a statement outside of every condition', () => {
    expect(run('<make>;\nIF NOT EXISTS (<exists>) THEN\n<mark>;\nEND IF;', OURS)).toEqual(['<make>']);
  });

  it('skip commented statements', () => {
    expect(run('-- <make>;\n<mark>;', ABSENT)).toEqual(['<mark>']);
  });

  it('roll back the changes of an atomic block that stops', () => {
    expect(run("DO $x$ BEGIN <make>; RAISE EXCEPTION 'no'; END $x$;", ABSENT)).toEqual(['stop']);
  });

  it('continue after a message', () => {
    expect(run("RAISE NOTICE 'so'; <make>;", ABSENT)).toEqual(['<make>']);
  });

  it('refuse a condition with another query', () => {
    expect(() => run('IF user_is_present THEN <make>; END IF;', ABSENT)).toThrow('"user_is_present" is not a query of');
  });
});
