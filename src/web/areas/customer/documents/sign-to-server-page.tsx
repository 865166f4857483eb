import { useParams } from '@tanstack/react-router';
import { RecordLoader } from '../../../features/documents/record/record-loader.tsx';
import { ServiceGate } from '../../../features/documents/service-gate.tsx';
import { EditSignToServerForm } from '../../../features/documents/sign-to-server/edit-sign-to-server-form.tsx';
import { SignToServerForm } from '../../../features/documents/sign-to-server/sign-to-server-form.tsx';
import { useDocumentsText } from '../../../features/documents/text.ts';
import { call } from '../../../lib/api/api.ts';
import { useTitle } from '../../../ui/frame/title.ts';

export function SignToServerPage() {
  const { signToServer: text } = useDocumentsText();
  useTitle(text.title);
  return (
    <ServiceGate kind="sign_to_server" title={text.title} hint={text.hint}>
      {({ pricePaisa }) => <SignToServerForm pricePaisa={pricePaisa} />}
    </ServiceGate>
  );
}

export function EditSignToServerPage() {
  const documents = useDocumentsText();
  const text = documents.signToServer;
  const { id } = useParams({ from: '/app/sign2server/edit/$id' });
  useTitle(text.editTitle);
  return (
    <ServiceGate
      kind="sign_to_server"
      title={text.editTitle}
      hint={text.editHint}
      free={documents.correctionFree}
    >
      {() => (
        <RecordLoader
          key={id}
          id={id}
          kind="server-copy"
          load={(record, signal) =>
            call('GET /account/sing-to-server-copy/:id/', { params: { id: record }, signal })
          }
          invalidId={text.invalidId}
          failed={text.loadFailed}
        >
          {(stored) => <EditSignToServerForm stored={stored} />}
        </RecordLoader>
      )}
    </ServiceGate>
  );
}
