import { ServiceGate } from '../../../features/documents/service-gate.tsx';
import { useDocumentsText } from '../../../features/documents/text.ts';
import { TinSearch } from '../../../features/documents/tin/tin-search.tsx';
import { useTitle } from '../../../ui/frame/title.ts';

export function TinCertificatePage() {
  const { tin } = useDocumentsText();
  useTitle(tin.title);
  return (
    <ServiceGate kind="tin" title={tin.title} hint={tin.hint}>
      {({ pricePaisa }) => <TinSearch pricePaisa={pricePaisa} />}
    </ServiceGate>
  );
}
