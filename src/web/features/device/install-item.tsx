// An item of the account menu that installs the portal as an app, where the browser supports it.
import { Smartphone } from 'lucide-react';
import { notify } from '../../lib/notify.ts';
import { useStore } from '../../lib/store.ts';
import { DropdownItem } from '../../ui/dropdown.tsx';
import { installOffer } from './install-offer.ts';
import { useDeviceText } from './text.ts';

/** Safari on phones has no install prompt; its own share menu has an entry for it. */
const isIphone = () => 'standalone' in navigator && navigator.standalone === false;

export function InstallItem() {
  const { install: text } = useDeviceText();
  const offer = useStore(installOffer);
  if (!offer && !isIphone()) return null;
  return (
    <DropdownItem
      icon={<Smartphone className="size-5" aria-hidden="true" />}
      onSelect={() => {
        if (!offer) return notify.info(text.onIphone);
        // A prompt can be used only once.
        installOffer.set(undefined);
        void offer.prompt().catch(() => undefined);
      }}
    >
      {text.action}
    </DropdownItem>
  );
}
