// The switch of phonetic typing, above the fields that it is for.
import { Checkbox } from '../../../ui/form/input.tsx';
import { useDocumentsText } from '../text.ts';
import { usePhoneticWanted, wantPhonetic } from './use-phonetic.ts';

export function PhoneticSwitch() {
  const { phonetic: text } = useDocumentsText();
  const isOn = usePhoneticWanted();
  return (
    <div>
      <Checkbox checked={isOn} onChange={(event) => wantPhonetic(event.target.checked)}>
        {text.label}
      </Checkbox>
      {isOn ? <p className="text-sm text-muted">{text.hint}</p> : null}
    </div>
  );
}
