// The switch for phonetic typing, above the fields that it affects.
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { usePhoneticText } from './text.ts';
import { usePhoneticReady, usePhoneticWanted, wantPhonetic } from './use-phonetic.ts';

export function PhoneticSwitch() {
  const text = usePhoneticText();
  const isOn = usePhoneticWanted();
  const isReady = usePhoneticReady();
  return (
    <div>
      <Checkbox checked={isOn} onChange={(event) => wantPhonetic(event.target.checked)}>
        {text.label}
      </Checkbox>
      {isOn && isReady ? <p className="text-sm text-muted">{text.hint}</p> : null}
    </div>
  );
}
