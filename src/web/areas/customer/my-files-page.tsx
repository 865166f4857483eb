// The documents that a customer has created.
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { Files } from 'lucide-react';
import { useState } from 'react';
import type { File as PortalFile } from '#contract/files/calls.ts';
import { useFileRows } from '../../features/files/file-rows.tsx';
import { filesQuery } from '../../features/files/queries.ts';
import { ShareDialog } from '../../features/files/share-dialog.tsx';
import { useFilesText } from '../../features/files/text.ts';
import { useListAddress } from '../../lib/list-address.ts';
import { button } from '../../ui/button.tsx';
import { useTitle } from '../../ui/frame/title.ts';
import { List, ListFilters } from '../../ui/list/list.tsx';
import { Card, PageHeading } from '../../ui/surface.tsx';
import { useCustomerText } from './text.ts';

const pageSize = 50;

export function MyFilesPage() {
  const { list: text } = useFilesText();
  const { shell } = useCustomerText();
  const address = useListAddress({ search: '' }, useSearch({ from: '/app/my-files' }));
  const [shared, setShared] = useState<PortalFile>();
  const rows = useFileRows(setShared);
  useTitle(text.title);
  const query = useQuery(filesQuery({ page: address.page, ...address.filters, page_size: pageSize }));
  return (
    <>
      <PageHeading title={text.title} hint={text.hint} />
      <Card>
        <ListFilters address={address} searchLabel={text.search} layout="max-w-xl" />
        <List
          query={query}
          address={address}
          pageSize={pageSize}
          failed={text.failed}
          empty={{
            title: text.empty,
            hint: text.emptyHint,
            icon: <Files />,
            children: (
              <Link to="/app/new-nid" className={button()}>
                {shell.newNid}
              </Link>
            ),
          }}
          notFound={{ title: text.emptySearch, hint: text.emptySearchHint }}
          skeletonRows={6}
          rows={rows}
        />
      </Card>
      <ShareDialog file={shared} onClose={() => setShared(undefined)} />
    </>
  );
}
