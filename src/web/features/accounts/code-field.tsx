// Asks users with a second factor for a code again. Others see it only if the server rejects the request for lack of one.
import { useQuery } from '@tanstack/react-query';
import { Field } from '../../ui/form/field.tsx';
import { Input } from '../../ui/form/input.tsx';
import { secondFactorQuery } from './queries.ts';
import { useAccountsStaffText } from './staff/text.ts';

interface CodeFieldProps {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  className?: string;
}

export function CodeField({ value, onChange, error, className = '' }: CodeFieldProps) {
  const { roles: text } = useAccountsStaffText();
  const factor = useQuery(secondFactorQuery());
  if (!factor.data?.enabled && !error) return null;
  return (
    <Field label={text.code} hint={text.codeHint} error={error} className={className} required>
      {(control) => (
        <Input
          {...control}
          name="code"
          autoComplete="one-time-code"
          maxLength={40}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** The code as part of a request body; empty if nothing was typed. */
export const codeBody = (code: string) => (code.trim() === '' ? {} : { code: code.trim() });
