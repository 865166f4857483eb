// Shows only what you work on yourself, in one press; pressed again, everything.
import { UserRoundCheck } from 'lucide-react';
import { button } from '../../../ui/button.tsx';
import { useOrdersStaffText } from './text.ts';

export function MineButton({ pressed, onPress }: { pressed: boolean; onPress: (pressed: boolean) => void }) {
  const { myWork: text } = useOrdersStaffText();
  return (
    <button
      type="button"
      aria-pressed={pressed}
      className={button({
        variant: pressed ? 'soft' : 'quiet',
        className: 'whitespace-nowrap',
      })}
      onClick={() => onPress(!pressed)}
    >
      <UserRoundCheck className="size-5" aria-hidden="true" />
      {text.mine}
    </button>
  );
}
