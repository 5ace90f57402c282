import { currentRoute } from '../routing/current-route.ts';
import { toHash } from '../routing/route.ts';
import { announcement } from '../service/announce.ts';
import { access, signOut } from '../service/session.ts';
import { type Theme, theme } from '../service/theme.ts';
import { CurrentPage } from './current-page.tsx';

const SECTIONS = [
  { id: 'integrations', name: 'Integrations', for: 'admin' },
  { id: 'webhooks', name: 'Webhooks', for: 'user' },
  { id: 'history', name: 'Deliveries', for: 'user' },
  { id: 'keys', name: 'API keys', for: 'user' },
  { id: 'settings', name: 'Settings', for: 'admin' },
] as const;

/** The frame around every page. */
export function Shell() {
  const [section = access.value === 'admin' ? 'integrations' : 'webhooks'] = currentRoute.value.path;
  return (
    <div class="shell">
      <button type="button" class="skip" onClick={() => document.querySelector<HTMLElement>('main h1')?.focus()}>
        Skip to main content
      </button>
      <header class="bar">
        <a class="brand" href={toHash([])}>
          <img src={new URL('../mark.svg', import.meta.url).href} alt="" />
          Portcullis
        </a>
        <nav aria-label="Sections">
          {SECTIONS.filter((each) => each.for === 'user' || access.value === 'admin').map(({ id, name }) => (
            <a key={id} href={toHash([id])} aria-current={section === id ? 'page' : undefined}>
              {name}
            </a>
          ))}
        </nav>
        <div class="bar-end">
          <label class="theme">
            <span>Theme</span>
            <select
              value={theme.value}
              onChange={(event) => {
                theme.value = event.currentTarget.value as Theme;
              }}
            >
              <option value="system">System</option>
              <option value="light">Light</option>
              <option value="dark">Dark</option>
            </select>
          </label>
          <button type="button" class="quiet" onClick={signOut}>
            Sign out
          </button>
        </div>
      </header>
      <main id="main">
        <CurrentPage />
      </main>
      <p class="for-readers" role="status" aria-live="polite">
        {announcement.value}
      </p>
    </div>
  );
}
