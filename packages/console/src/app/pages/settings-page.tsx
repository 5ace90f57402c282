import {
  changeSettings,
  getSecretKeys,
  getSettings,
  resealSecrets,
  type SecretKeys,
  type Settings,
} from '@portcullis/client';
import { useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { describedField } from '../components/described-field.ts';
import { Failure } from '../components/failure.tsx';
import { Issue } from '../components/issue.tsx';
import { Loading } from '../components/loading.tsx';
import { Page } from '../components/page.tsx';
import { announce } from '../service/announce.ts';
import { explainError } from '../service/explain-error.ts';
import { client } from '../service/session.ts';
import { useAction } from '../service/use-action.ts';
import { useLoad } from '../service/use-load.ts';
import { changeOf, entriesOf, RETENTION, SETTING_FIELDS, type SettingEntries, settingIssue } from './settings-form.ts';

/** The settings of the application, in force on every node at once. */
export function SettingsPage() {
  const loaded = useLoad(() => getSettings({ client }), 'settings');
  const keys = useLoad(() => getSecretKeys({ client }), 'secret keys');
  return (
    <Page title="Settings">
      <Loading of={loaded}>
        {(settings) => <SettingsForm key={JSON.stringify(settings)} settings={settings} reload={loaded.reload} />}
      </Loading>
      <section aria-labelledby="seal-heading">
        <h2 id="seal-heading">Sealed secrets</h2>
        <Loading of={keys}>{(value) => <SecretKeyUse keys={value} reload={keys.reload} />}</Loading>
      </section>
    </Page>
  );
}

function SettingsForm({ settings, reload }: { readonly settings: Settings; readonly reload: () => Promise<void> }) {
  const stored = entriesOf(settings);
  const [entries, setEntries] = useState<SettingEntries>(stored);
  const change = changeOf(stored, entries);
  const saving = useAction(async () => {
    await changeSettings({ client, body: change });
    announce('Saved. The settings are in effect.');
    await reload();
  });
  const issues = new Map(explainError(saving.error).issues.map(({ path, message }) => [path, message]));
  const field = (name: string, title: string, help: string, kind: string) => {
    const issue = issues.get(name) ?? [...issues].find(([path]) => path.startsWith(`${name}.`))?.[1];
    const set = (value: string) => setEntries({ ...entries, [name]: value });
    const isSwitch = kind === 'switch';
    const label = <label for={name}>{title}</label>;
    const text = issue && settingIssue(name, issue);
    const described = describedField(name, text, `${name}-help`);
    return (
      <div key={name} class={`field ${issue ? 'invalid' : ''} ${isSwitch ? 'switch' : ''}`}>
        {!isSwitch && label}
        {isSwitch ? (
          <input
            id={name}
            type="checkbox"
            checked={entries[name] === 'true'}
            onChange={(event) => set(String(event.currentTarget.checked))}
            {...described}
          />
        ) : (
          <input
            id={name}
            inputMode={kind === 'number' ? 'decimal' : 'text'}
            value={entries[name]}
            onInput={(event) => set(event.currentTarget.value)}
            {...described}
          />
        )}
        {isSwitch && label}
        <Issue field={name} text={text} />
        <p class="help" id={`${name}-help`}>
          {help}
        </p>
      </div>
    );
  };
  return (
    <form
      aria-label="Settings"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void saving.run();
      }}
    >
      <Failure error={saving.error} issues={[]} />
      {SETTING_FIELDS.map(({ name, title, help, kind }) => field(name, title, help, kind))}
      {RETENTION.map(({ name, title }) => field(`webhookRetentionDays.${name}`, title, '', 'number'))}
      <div class="actions">
        <Button kind="primary" type="submit" isBusy={saving.isRunning} disabled={Object.keys(change).length === 0}>
          Save
        </Button>
        <span class="fine">Changes take effect at once, on every node.</span>
      </div>
    </form>
  );
}

function SecretKeyUse({ keys, reload }: { readonly keys: SecretKeys; readonly reload: () => Promise<void> }) {
  const resealing = useAction(async () => {
    const { resealed } = await resealSecrets({ client });
    announce(resealed === 1 ? '1 secret was resealed' : `${resealed} secrets were resealed`);
    await reload();
  });
  return (
    <>
      <p>
        The key <code>{keys.currentKeyId}</code> seals {keys.count} stored {keys.count === 1 ? 'secret' : 'secrets'}.
      </p>
      <Failure error={resealing.error} />
      {keys.old.length === 0 ? (
        <p class="fine">All secrets are sealed with the current key: older keys may be deleted.</p>
      ) : (
        <>
          <ul>
            {keys.old.map(({ keyId, count, problem }) => (
              <li key={keyId}>
                <code>{keyId}</code> still seals {count}
                {problem && `: ${problem.message}`}
              </li>
            ))}
          </ul>
          <div class="actions">
            <Button isBusy={resealing.isRunning} onClick={() => void resealing.run()}>
              Reseal them with the current key
            </Button>
          </div>
        </>
      )}
    </>
  );
}
