// A toggle that shows only the orders that the user works on.
import { UserRoundCheck } from 'lucide-react';
import { useOptimisticChoice } from '../../../lib/list-address.ts';
import { button } from '../../../ui/button.tsx';
import { useOrdersStaffText } from './text.ts';

export function MineButton({ pressed, onPress }: { pressed: boolean; onPress: (pressed: boolean) => void }) {
  const { myWork: text } = useOrdersStaffText();
  const [shown, press] = useOptimisticChoice(pressed, onPress);
  return (
    <button
      type="button"
      aria-pressed={shown}
      className={button({
        variant: shown ? 'soft' : 'quiet',
        className: 'whitespace-nowrap',
      })}
      onClick={() => press(!shown)}
    >
      <UserRoundCheck className="size-5" aria-hidden="true" />
      {text.mine}
    </button>
  );
}
