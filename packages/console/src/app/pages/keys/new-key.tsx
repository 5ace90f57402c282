import { type ApiKeyCreated, createApiKey } from '@portcullis/client';
import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Code } from '../../components/code.tsx';
import { Failure } from '../../components/failure.tsx';
import { announce } from '../../service/announce.ts';
import { access, client } from '../../service/session.ts';
import { useAction } from '../../service/use-action.ts';

const ADMIN = 'APPLICATION_ADMIN';

/** Creates a key, and shows it once. */
export function NewKey({ onCreated }: { readonly onCreated: () => void }) {
  const [name, setName] = useState('');
  const [expires, setExpires] = useState('');
  const [isAdmin, setAdmin] = useState(false);
  const [created, setCreated] = useState<ApiKeyCreated>();
  const creating = useAction(async () => {
    const key = await createApiKey({
      client,
      body: {
        name,
        permissions: isAdmin ? [ADMIN] : [],
        ...(expires ? { expiresAt: new Date(`${expires}T23:59:59`).toISOString() } : {}),
      },
    });
    setCreated(key);
    setName('');
    announce('The key was created');
    onCreated();
  });
  return (
    <>
      {created && (
        <section class="notice" aria-labelledby="new-key-heading">
          <h2 id="new-key-heading">The key “{created.name}”</h2>
          <p>Copy it now: it is not shown again.</p>
          <Code title="Key" text={created.key} />
          <div class="actions">
            <Button onClick={() => setCreated(undefined)}>I have it</Button>
          </div>
        </section>
      )}
      <details open={false}>
        <summary>New key</summary>
        <form
          aria-label="New key"
          onSubmit={(event) => {
            event.preventDefault();
            void creating.run();
          }}
        >
          <Failure error={creating.error} />
          <div class="field">
            <label for="key-name">Name</label>
            <input
              id="key-name"
              required
              value={name}
              onInput={(event) => setName(event.currentTarget.value)}
              autoComplete="off"
              aria-describedby="key-name-help"
            />
            <p class="help" id="key-name-help">
              The person or program that uses it.
            </p>
          </div>
          <div class="field">
            <label for="key-expires">
              Expires after<span class="fine"> optional</span>
            </label>
            <input
              id="key-expires"
              type="date"
              value={expires}
              onInput={(event) => setExpires(event.currentTarget.value)}
            />
          </div>
          {access.value === 'admin' && (
            <label class="check">
              <input type="checkbox" checked={isAdmin} onChange={(event) => setAdmin(event.currentTarget.checked)} />
              Application Admin: may configure integrations
            </label>
          )}
          <div class="actions">
            <Button kind="primary" type="submit" isBusy={creating.isRunning}>
              Create the key
            </Button>
          </div>
        </form>
      </details>
    </>
  );
}
