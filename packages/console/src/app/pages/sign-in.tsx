import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { Failure } from '../components/failure.tsx';
import { signIn, signOut } from '../service/session.ts';
import { useAction } from '../service/use-action.ts';

/** Asks for the API key. */
export function SignIn({ isReauthentication }: { readonly isReauthentication: boolean }) {
  const [key, setKey] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const entering = useAction(async () => signIn(key.trim()));
  useEffect(() => {
    field.current?.focus();
    if (!isReauthentication) document.title = 'Sign in · Portcullis';
  }, []);
  return (
    <form
      class="card"
      aria-label="Sign in"
      onSubmit={(event) => {
        event.preventDefault();
        void entering.run();
      }}
    >
      {!isReauthentication && (
        <>
          <img class="mark" src={new URL('../mark.svg', import.meta.url).href} alt="" />
          <h1>Portcullis</h1>
        </>
      )}
      {isReauthentication && (
        <p>It has expired or was revoked. Nothing on this page is lost: sign in again to continue.</p>
      )}
      <Failure error={entering.error} />
      <div class="field">
        <label for="api-key">API key</label>
        <input
          id="api-key"
          ref={field}
          type="password"
          autoComplete="off"
          required
          value={key}
          onInput={(event) => setKey(event.currentTarget.value)}
          aria-describedby="api-key-help"
        />
        <p class="help" id="api-key-help">
          The key is kept in the memory of this page only. You enter it again after a reload.
        </p>
      </div>
      <div class="actions">
        <Button kind="primary" type="submit" isBusy={entering.isRunning}>
          Sign in
        </Button>
        {isReauthentication && (
          <Button kind="quiet" onClick={signOut}>
            Sign out and discard what is on this page
          </Button>
        )}
      </div>
    </form>
  );
}
