// What was refused of a form as a whole. Apart from the form itself, as the first pages do without it.
import { Notice } from '../surface.tsx';

interface FormRefusalProps {
  form: { errors: Record<string, string | undefined>; refusal: string };
  /** Also what is said at a field already. */
  always?: boolean;
  className?: string;
}

export function FormRefusal({ form: { errors, refusal }, always = false, className }: FormRefusalProps) {
  const atFields = Object.values(errors);
  const isSaid = atFields.includes(refusal) || atFields.join(', ') === refusal;
  return refusal === '' || (isSaid && !always) ? null : (
    <Notice tone="bad" role="alert" {...(className === undefined ? {} : { className })}>
      {refusal}
    </Notice>
  );
}
