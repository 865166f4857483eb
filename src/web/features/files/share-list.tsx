// Links with what they allow and how often they were opened; each can be revoked.
import { Link } from '@tanstack/react-router';
import { Unlink } from 'lucide-react';
import { useState } from 'react';
import type { Share, ShareState } from '#contract/files/share-calls.ts';
import { call } from '../../lib/api/api.ts';
import { retryableErrorMessage } from '../../lib/api/unknown-outcome.ts';
import { useMutation } from '../../lib/api/use-mutation.ts';
import { useFormat } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Badge, type Tone } from '../../ui/surface.tsx';
import { usePaperText } from './paper-text.ts';
import { useFilesText } from './text.ts';

const tones: Record<ShareState, Tone> = {
  live: 'good',
  revoked: 'bad',
  expired: 'neutral',
  used_up: 'neutral',
};

/** @param showFile also shows the name of the paper, for lists with links to several papers */
export function ShareList({ shares, showFile = false }: { shares: readonly Share[]; showFile?: boolean }) {
  const { links: text } = useFilesText();
  const [toRevoke, setToRevoke] = useState<Share>();
  const { mutate, isPending } = useMutation({
    mutationFn: (share: Share) =>
      call('DELETE /account/myfile/:id/shares/:shareId/', {
        params: { id: share.file.id, shareId: share.id },
      }),
    onSuccess: () => notify.success(text.revoked),
    onError: (error) => notify.error(retryableErrorMessage(error, text.revokeFailed)),
    onSettled: () => setToRevoke(undefined),
  });
  return (
    <>
      <ul className="divide-y divide-line">
        {shares.map((share) => (
          <ShareLine key={share.id} share={share} showFile={showFile} onRevoke={() => setToRevoke(share)} />
        ))}
      </ul>
      <ConfirmDialog
        open={toRevoke !== undefined}
        onClose={() => setToRevoke(undefined)}
        onConfirm={() => toRevoke && mutate(toRevoke)}
        title={text.revokeTitle}
        description={text.revokeText}
        confirmLabel={text.revoke}
        danger
        busy={isPending}
      />
    </>
  );
}

interface ShareLineProps {
  share: Share;
  showFile: boolean;
  onRevoke: () => void;
}

function ShareLine({ share, showFile, onRevoke }: ShareLineProps) {
  const { links: text } = useFilesText();
  const { fileTypes } = usePaperText();
  const format = useFormat();
  const opens = format.digits(share.opens);
  const facts = [
    share.view_only ? text.viewOnly : text.mayDownload,
    ...(share.has_pin ? [text.withPin] : []),
    ...(share.wrong_pins >= 10
      ? [text.lockedByPins]
      : share.wrong_pins > 0
        ? [text.wrongPins(format.digits(share.wrong_pins))]
        : []),
    text.until(format.dateTime(share.expires_at)),
  ];
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-4">
      <div className="min-w-0 grow basis-60">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="min-w-0 font-medium wrap-anywhere">{share.name || text.unnamed}</span>
          <Badge tone={tones[share.state]}>{text.states[share.state]}</Badge>
        </p>
        {showFile ? (
          <Link
            to="/app/my-files/$id"
            params={{ id: String(share.file.id) }}
            className="inline-flex min-h-11 max-w-full items-center wrap-anywhere text-accent-text underline underline-offset-4 lg:min-h-0"
          >
            {fileTypes[share.file.type]}: {share.file.full_name}
          </Link>
        ) : null}
        <p className="text-sm text-muted">{facts.join(' · ')}</p>
        <p className="text-sm text-muted">
          {share.max_opens === null
            ? text.opened(opens)
            : text.openedOf(opens, format.digits(share.max_opens))}
          {share.last_opened_at ? ` · ${text.lastOpened(format.dateTime(share.last_opened_at))}` : ''}
        </p>
      </div>
      {share.state === 'live' ? (
        <Button variant="dangerQuiet" size="small" onClick={onRevoke}>
          <Unlink className="size-4" aria-hidden="true" />
          {text.revoke}
          <span className="sr-only">: {share.name || text.unnamed}</span>
        </Button>
      ) : null}
    </li>
  );
}
