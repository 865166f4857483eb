// Who can see the customer's documents: every active link, and buttons to revoke any or all of them.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ShieldCheck, Unlink } from 'lucide-react';
import { useState } from 'react';
import { sharesQuery } from '../../features/files/queries.ts';
import { ShareList } from '../../features/files/share-list.tsx';
import { useFilesText } from '../../features/files/text.ts';
import { call } from '../../lib/api/api.ts';
import { retryableErrorMessage } from '../../lib/api/unknown-outcome.ts';
import { useMutation } from '../../lib/api/use-mutation.ts';
import { useFormat } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { Button, button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useTitle } from '../../ui/frame/title.ts';
import { List } from '../../ui/list/list.tsx';
import { Card, PageHeading } from '../../ui/surface.tsx';

const pageSize = 50;

export function SharingPage() {
  const { links: text } = useFilesText();
  const format = useFormat();
  const [page, setPage] = useState(1);
  const [isConfirming, setConfirming] = useState(false);
  useTitle(text.title);
  const query = useQuery(sharesQuery(page, pageSize));
  const revoke = useMutation({
    mutationFn: () => call('DELETE /account/shares/'),
    onSuccess: ({ revoked }) => notify.success(text.revokedAll(format.digits(revoked))),
    onError: (error) => notify.error(retryableErrorMessage(error, text.revokeFailed)),
    onSettled: () => setConfirming(false),
  });
  return (
    <>
      <PageHeading title={text.title} hint={text.hint}>
        {query.data && query.data.count > 0 ? (
          <Button variant="dangerQuiet" onClick={() => setConfirming(true)}>
            <Unlink className="size-5" aria-hidden="true" />
            {text.revokeAll}
          </Button>
        ) : null}
      </PageHeading>
      <Card>
        <List
          query={query}
          address={{ page, toPage: setPage }}
          pageSize={pageSize}
          failed={text.failed}
          empty={{
            title: text.empty,
            hint: text.emptyHint,
            icon: <ShieldCheck />,
            children: (
              <Link to="/app/my-files" className={button({ variant: 'quiet' })}>
                {text.toFiles}
              </Link>
            ),
          }}
          skeletonRows={4}
          rows={(shares) => <ShareList shares={shares} showFile />}
        />
      </Card>
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => revoke.mutate()}
        title={text.revokeAllTitle}
        description={text.revokeAllText}
        confirmLabel={text.revokeAll}
        danger
        busy={revoke.isPending}
      />
    </>
  );
}
