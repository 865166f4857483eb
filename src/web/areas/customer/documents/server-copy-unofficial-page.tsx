import { UnofficialForm } from '../../../features/documents/server-copy-unofficial/unofficial-form.tsx';
import { ServiceGate } from '../../../features/documents/service-gate.tsx';
import { useDocumentsText } from '../../../features/documents/text.ts';
import { useTitle } from '../../../ui/frame/title.ts';

export function ServerCopyUnofficialPage() {
  const { unofficial } = useDocumentsText();
  useTitle(unofficial.title);
  return (
    <ServiceGate kind="server_copy_unofficial" title={unofficial.title} hint={unofficial.hint}>
      {({ pricePaisa }) => <UnofficialForm pricePaisa={pricePaisa} />}
    </ServiceGate>
  );
}
