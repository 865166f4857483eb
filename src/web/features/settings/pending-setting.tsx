// A change that waits for a second owner or for its date: what it is, who requested it, and what can be done about it.
import { useState } from 'react';
import type { Setting } from '#contract/settings/calls.ts';
import { call } from '../../lib/api/api.ts';
import { ApiError, errorMessage } from '../../lib/api/api-error.ts';
import { useMutation } from '../../lib/api/use-mutation.ts';
import { useFormat } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { useUser } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/surface.tsx';
import { CodeField, codeBody } from '../accounts/code-field.tsx';
import { useSettingsText } from './text.ts';

interface PendingSettingProps {
  settingKey: Setting['key'];
  pending: NonNullable<Setting['pending']>;
  mayChange: boolean;
}

export function PendingSetting({ settingKey: key, pending, mayChange }: PendingSettingProps) {
  const { settings: text } = useSettingsText();
  const format = useFormat();
  const me = useUser();
  const [code, setCode] = useState('');
  const isMine = pending.asked_by.id === me.id;
  const decide = useMutation({
    mutationFn: (step: 'approve' | 'close') =>
      step === 'approve'
        ? call('POST /account/settings/:key/pending/approve/', {
            params: { key },
            body: { pending: pending.id, ...codeBody(code) },
          })
        : call('DELETE /account/settings/:key/pending/', { params: { key } }),
    onSuccess(_, step) {
      notify.success(step === 'approve' ? text.pending.approved : text.pending.closed);
    },
  });
  const wrongCode = decide.error instanceof ApiError ? decide.error.fields.code : undefined;
  const shown = (value: unknown) =>
    typeof value === 'boolean' ? (value ? text.on : text.off) : format.digits(String(value));
  const names: Readonly<Record<string, string>> = text.fields;
  return (
    <Callout tone="warn" className="mt-4">
      <p className="font-medium">{text.waits}</p>
      <ul className="list-disc ps-5">
        {Object.keys(pending.after).map((name) => (
          <li key={name}>
            {names[name] ?? name}: {shown(pending.before[name])} → {shown(pending.after[name])}
          </li>
        ))}
      </ul>
      <p>{text.pending.asked(pending.asked_by.name, format.dateTime(pending.asked_at))}</p>
      <p>
        {pending.applies_at === null
          ? text.pending.second
          : text.pending.due(format.dateTime(pending.applies_at))}
      </p>
      {mayChange ? (
        <>
          {isMine ? null : <CodeField value={code} onChange={setCode} error={wrongCode} className="mt-2" />}
          {decide.isError && wrongCode === undefined ? (
            <p role="alert" className="mt-2 text-bad">
              {errorMessage(decide.error, text.pending.failed)}
            </p>
          ) : null}
          <div className="mt-2 flex flex-wrap gap-2">
            {isMine ? null : (
              <Button size="small" busy={decide.isPending} onClick={() => decide.mutate('approve')}>
                {text.pending.approve}
              </Button>
            )}
            <Button
              variant="quiet"
              size="small"
              disabled={decide.isPending}
              onClick={() => decide.mutate('close')}
            >
              {isMine ? text.pending.takeBack : text.pending.refuse}
            </Button>
          </div>
        </>
      ) : null}
    </Callout>
  );
}
