import { type IntegrationType, listIntegrationTypes } from '@portcullis/client';
import { useRef, useState } from 'preact/hooks';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { Status } from '../../components/status.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { toHash } from '../../routing/route.ts';
import { client } from '../../service/session.ts';
import { useLoad } from '../../service/use-load.ts';
import { FormWordsOf } from '../../words/form-words-context.tsx';
import { targetText } from '../filter-integrations.ts';
import { Activity } from './activity.tsx';
import { ClientSetupPage } from './client-setup-page.tsx';
import { DeleteIntegration } from './delete-integration.tsx';
import { DriftPage } from './drift-page.tsx';
import { EditIntegration } from './edit-integration.tsx';
import { Removed } from './force-disable.tsx';
import type { IntegrationProps } from './integration-props.ts';
import { LiveStatus } from './live-status.tsx';
import { Maintenance } from './maintenance.tsx';
import { Overview } from './overview.tsx';
import { readIntegration } from './read-integration.ts';
import type { Removal } from './removal.ts';

/** One integration, and its actions. */
export function IntegrationPage({ id, part }: { readonly id: number; readonly part: string }) {
  // Each part reads the integration again, so that its changes start from the newest version.
  const loaded = useLoad(async () => {
    const [stored, types] = await Promise.all([readIntegration(id), listIntegrationTypes({ client })]);
    return { ...stored, type: types.find(({ type }) => type === stored.integration.type) };
  }, `integration ${id} ${part}`);
  const [removal, setRemoval] = useState<Removal>();
  const latest = useRef(loaded.value);
  latest.current = loaded.value ?? latest.current;
  const value = latest.current;
  // The view that follows an operation must stay when the integration is gone, so the activity does not depend on the
  // integration.
  if (part === 'activity')
    return (
      <FormWordsOf type={value?.type}>
        <Activity id={id} type={value?.integration.type} />
      </FormWordsOf>
    );
  if (removal && value) {
    return (
      <Page title={`${value.integration.type} ${id}`} part="removed" aside={<Status state="disabled" />}>
        <p class="subtitle">{targetText(value.integration)}</p>
        <FormWordsOf type={value.type}>
          <Removed removal={removal} />
        </FormWordsOf>
      </Page>
    );
  }
  return (
    <Page
      title={value ? `${value.integration.type} ${id}` : `Integration ${id}`}
      part={part}
      aside={value && <LiveStatus id={id} integration={value.integration} />}
    >
      {value && (
        <>
          {value.type?.bootstrap !== 'none' && <p class="subtitle">{targetText(value.integration)}</p>}
          <IntegrationTabs id={id} current={part} type={value.type} />
        </>
      )}
      <Loading of={loaded}>
        {(stored) => (
          <FormWordsOf type={stored.type}>
            <Part part={part} id={id} {...stored} reload={loaded.reload} onRemoved={setRemoval} />
          </FormWordsOf>
        )}
      </Loading>
    </Page>
  );
}

function Part({ part, ...props }: IntegrationProps & { readonly part: string }) {
  if (part === 'edit') return <EditIntegration {...props} />;
  if (part === 'drift') return <DriftPage {...props} />;
  if (part === 'setup') return <ClientSetupPage {...props} />;
  if (part === 'maintenance') return <Maintenance {...props} />;
  if (part === 'delete') return <DeleteIntegration {...props} />;
  return <Overview {...props} />;
}

/** The parts that a type has. */
function IntegrationTabs({
  id,
  current,
  type,
}: {
  readonly id: number;
  readonly current: string;
  readonly type: IntegrationType | undefined;
}) {
  const isClientSide = type?.bootstrap === 'none';
  const tabs = [
    { id: '', name: 'Overview' },
    ...(isClientSide ? [{ id: 'setup', name: 'Key and files' }] : []),
    ...(type?.editable ? [{ id: 'edit', name: 'Edit' }] : []),
    ...(isClientSide ? [] : [{ id: 'drift', name: 'Drift' }]),
    { id: 'activity', name: 'Activity' },
    ...(isClientSide ? [] : [{ id: 'maintenance', name: 'Maintenance' }]),
    { id: 'delete', name: 'Delete' },
  ];
  return (
    <Tabs
      label="Parts of the integration"
      current={current}
      tabs={tabs.map((tab) => ({ ...tab, href: toHash(tab.id ? ['integrations', id, tab.id] : ['integrations', id]) }))}
    />
  );
}
