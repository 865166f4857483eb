import { ServiceGate } from '../../features/documents/service-gate.tsx';
import { useDocumentsText } from '../../features/documents/text.ts';
import { UnofficialForm } from '../../features/documents/unofficial-form.tsx';
import { useTitle } from '../../ui/title.ts';

export function ServerCopyUnofficialPage() {
  const { unofficial } = useDocumentsText();
  useTitle(unofficial.title);
  return (
    <ServiceGate code="AH" title={unofficial.title} hint={unofficial.hint}>
      {({ pricePaisa }) => <UnofficialForm pricePaisa={pricePaisa} />}
    </ServiceGate>
  );
}
