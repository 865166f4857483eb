// The refusal of a whole form. Separate from the form itself, because the first pages do not need it.
import { Callout } from '../surface.tsx';

interface FormRefusalProps {
  form: { errors: Record<string, string | undefined>; refusal: string };
  /** Includes messages that a field already shows. */
  always?: boolean;
  className?: string;
}

export function FormRefusal({ form: { errors, refusal }, always = false, className }: FormRefusalProps) {
  const atFields = Object.values(errors);
  const isAtField = atFields.includes(refusal) || atFields.join(', ') === refusal;
  return refusal === '' || (isAtField && !always) ? null : (
    <Callout tone="bad" role="alert" {...(className === undefined ? {} : { className })}>
      {refusal}
    </Callout>
  );
}
