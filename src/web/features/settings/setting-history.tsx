// The previous values of a settings group, who changed them and when.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SettingKey } from '#contract/settings/rules.ts';
import { useFormat } from '../../lib/format.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { List } from '../../ui/list/list.tsx';
import { settingHistoryQuery } from './queries.ts';
import { changedSettingFields } from './setting-fields.ts';
import { useSettingWords } from './setting-words.ts';
import { useSettingsText } from './text.ts';

const pageSize = 20;

export function SettingHistory({ group, onClose }: { group: SettingKey; onClose: () => void }) {
  const { settings: text } = useSettingsText();
  const format = useFormat();
  const [page, setPage] = useState(1);
  const query = useQuery(settingHistoryQuery(group, page));
  const show = useSettingWords();
  return (
    <Dialog open onClose={onClose} title={text.historyOf(text.groups[group].name)} size="wide">
      <List
        query={query}
        address={{ page, toPage: setPage }}
        pageSize={pageSize}
        failed={text.historyFailed}
        empty={{ title: text.historyEmpty }}
        skeletonRows={3}
        rows={(changes) => (
          <ol className="divide-y divide-line">
            {changes.map((change) => (
              <li key={change.id} className="py-3">
                <p className="text-sm text-muted">
                  {text.changed(change.changed_by.name, format.dateTime(change.changed_at))}
                </p>
                <dl>
                  {changedSettingFields(group, change.before, change.after).map((name) => (
                    <div key={name} className="mt-1">
                      <dt className="text-sm font-medium">{text.fields[name]}</dt>
                      <dd className="grid gap-x-4 break-words sm:grid-cols-2">
                        <span className="text-muted">
                          {text.before}: {show(name, change.before[name])}
                        </span>
                        <span>
                          {text.after}: {show(name, change.after[name])}
                        </span>
                      </dd>
                    </div>
                  ))}
                </dl>
              </li>
            ))}
          </ol>
        )}
      />
    </Dialog>
  );
}
