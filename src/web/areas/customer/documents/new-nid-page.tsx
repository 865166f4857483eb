import { NewNidForm } from '../../../features/documents/nid/new-nid-form.tsx';
import { ServiceGate } from '../../../features/documents/service-gate.tsx';
import { useDocumentsText } from '../../../features/documents/text.ts';
import { useTitle } from '../../../ui/frame/title.ts';

export function NewNidPage() {
  const { nid } = useDocumentsText();
  useTitle(nid.title);
  return (
    <ServiceGate kind="nid" title={nid.title} hint={nid.hint}>
      {({ pricePaisa }) => <NewNidForm pricePaisa={pricePaisa} />}
    </ServiceGate>
  );
}
