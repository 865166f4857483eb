// The switch that mutes new orders.
import { Volume2, VolumeX } from 'lucide-react';
import { useStore } from '../../lib/store.ts';
import { button } from '../../ui/button.tsx';
import { useOrdersStaffText } from '../orders/staff/text.ts';
import { muted, setMuted } from './ding.ts';

export function SoundSwitch() {
  const { sound: text } = useOrdersStaffText();
  const isMuted = useStore(muted);
  const label = isMuted ? text.on : text.off;
  return (
    <button
      type="button"
      className={button({ variant: 'bare', size: 'icon' })}
      aria-label={label}
      title={label}
      onClick={() => setMuted(!isMuted)}
    >
      {isMuted ? (
        <VolumeX className="size-5" aria-hidden="true" />
      ) : (
        <Volume2 className="size-5" aria-hidden="true" />
      )}
    </button>
  );
}
