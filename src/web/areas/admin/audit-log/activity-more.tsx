// What an action changed, and the permalink of its entry.
import { EyeOff } from 'lucide-react';
import { useState } from 'react';
import { hasRight } from '#contract/access.ts';
import type { AuditEntry } from '#contract/accounts/security-calls.ts';
import { detailsInWords, fieldInWords, nameOfThing, thingInWords } from '#contract/audit-log/detail-words.ts';
import { ReasonDialog } from '../../../features/accounts/staff/reason-dialog.tsx';
import { useAuditLogStaffText } from '../../../features/audit-log/staff-text.ts';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/language.ts';
import { useUser } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';

export function ActivityMore({
  entry,
  name,
  isOpened,
  onOpened,
}: {
  entry: AuditEntry;
  /** Name of the line that it belongs to. */
  name: string;
  isOpened: boolean;
  onOpened: (entry: AuditEntry) => void;
}) {
  const { openLine, activity: text } = useAuditLogStaffText();
  const { roles } = useUser();
  const [isAsking, setAsking] = useState(false);
  const language = useLanguage();
  const format = useFormat();
  const thing = nameOfThing(entry.object, language);
  return (
    <>
      {thing === undefined ? null : (
        <p className="mt-1 text-sm">
          {thingInWords(entry.object.kind, language)}: {thing}
        </p>
      )}
      {detailsInWords(entry.kind, entry.details, language).map(({ label, before, value }) => (
        <div key={label} className="mt-1 text-sm break-words">
          {before === undefined ? (
            <p>
              {label}: {format.digits(value)}
            </p>
          ) : (
            <>
              {label === '' ? null : <p className="font-medium">{label}</p>}
              <p className="text-muted">
                {fieldInWords('before', language)}: {format.digits(before)}
              </p>
              <p>
                {fieldInWords('after', language)}: {format.digits(value)}
              </p>
            </>
          )}
        </div>
      ))}
      {isOpened ? <p className="mt-1 text-sm text-warn">{openLine.opened}</p> : null}
      <div className="mt-2 -ml-3.5 flex flex-wrap items-center gap-x-2 lg:absolute lg:top-3 lg:right-0 lg:mt-0 lg:flex-row-reverse">
        <CopyButton
          text={`${location.origin}/admin/users/activity?id=${entry.id}`}
          label={`${text.permalink}: ${name}`}
        />
        {entry.masked && hasRight(roles, 'trail.open') ? (
          <Button variant="bare" size="small" onClick={() => setAsking(true)}>
            <EyeOff className="size-4" aria-hidden="true" />
            {openLine.action}
            <span className="sr-only">: {name}</span>
          </Button>
        ) : null}
      </div>
      {isAsking ? (
        <ReasonDialog
          draftName="open-line"
          title={openLine.title}
          description={openLine.text}
          confirmLabel={openLine.start}
          failed={openLine.failed}
          onClose={() => setAsking(false)}
          onConfirm={async ({ reason }) => {
            onOpened(
              await call('POST /account/activity/:id/open/', { params: { id: entry.id }, body: { reason } }),
            );
            setAsking(false);
          }}
        />
      ) : null}
    </>
  );
}
