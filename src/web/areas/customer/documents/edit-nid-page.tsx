import { useParams } from '@tanstack/react-router';
import { EditNidForm } from '../../../features/documents/nid/edit-nid-form.tsx';
import { RecordLoader } from '../../../features/documents/record/record-loader.tsx';
import { ServiceGate } from '../../../features/documents/service-gate.tsx';
import { useDocumentsText } from '../../../features/documents/text.ts';
import { call } from '../../../lib/api/api.ts';
import { useTitle } from '../../../ui/frame/title.ts';

export function EditNidPage() {
  const documents = useDocumentsText();
  const text = documents.editNid;
  const { id } = useParams({ from: '/app/edit-nid/$id' });
  useTitle(text.title);
  return (
    <ServiceGate kind="nid" title={text.title} hint={text.hint} free={documents.correctionFree}>
      {() => (
        <RecordLoader
          key={id}
          id={id}
          kind="nid"
          load={(record, signal) => call('GET /account/nid-details/:id/', { params: { id: record }, signal })}
          invalidId={text.invalidId}
          failed={text.loadFailed}
        >
          {(stored) => <EditNidForm stored={stored} />}
        </RecordLoader>
      )}
    </ServiceGate>
  );
}
