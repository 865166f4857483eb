// The shop's settings: one card per group, each saved separately and effective at once.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hasRight } from '#contract/access.ts';
import type { SettingKey } from '#contract/settings/rules.ts';
import { LogoCard } from '../../features/settings/logo-card.tsx';
import { settingsQuery } from '../../features/settings/queries.ts';
import { SettingCard } from '../../features/settings/setting-card.tsx';
import { SettingHistory } from '../../features/settings/setting-history.tsx';
import { useSettingsText } from '../../features/settings/text.ts';
import { useUser } from '../../lib/session.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { useTitle } from '../../ui/frame/title.ts';
import { SkeletonRows } from '../../ui/states.tsx';
import { Callout, PageHeading } from '../../ui/surface.tsx';

export function SettingsPage() {
  const { settings: text } = useSettingsText();
  const { roles } = useUser();
  const mayChange = hasRight(roles, 'settings.manage');
  const [opened, setOpened] = useState<SettingKey>();
  useTitle(text.title);
  const { data, isPending, isError, refetch } = useQuery(settingsQuery());
  return (
    <>
      <PageHeading title={text.title} hint={text.hint} />
      {mayChange ? null : (
        <Callout tone="accent" className="mb-4">
          {text.readOnly}
        </Callout>
      )}
      {isError && !data ? (
        <ErrorState title={text.failed} onRetry={() => void refetch()} />
      ) : isPending ? (
        <SkeletonRows rows={6} />
      ) : (
        <div className="grid items-start gap-4 xl:grid-cols-2">
          {data?.results.map((setting) => (
            <SettingCard
              key={setting.key}
              setting={setting}
              mayChange={mayChange}
              onHistory={() => setOpened(setting.key)}
            />
          ))}
          <LogoCard mayChange={mayChange} />
        </div>
      )}
      {opened ? <SettingHistory group={opened} onClose={() => setOpened(undefined)} /> : null}
    </>
  );
}
