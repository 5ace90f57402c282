import { Dialog } from './components/dialog.tsx';
import { Shell } from './pages/shell.tsx';
import { SignIn } from './pages/sign-in.tsx';
import { access, keyRefused } from './service/session.ts';

/** The console: the sign-in and the pages. When a key expires, the current page stays unchanged below the sign-in. */
export function App() {
  if (access.value === undefined) {
    return (
      <main class="sign-in">
        <SignIn isReauthentication={false} />
      </main>
    );
  }
  return (
    <>
      <Shell />
      {keyRefused.value && (
        <Dialog title="Your key is no longer accepted">
          <SignIn isReauthentication={true} />
        </Dialog>
      )}
    </>
  );
}
