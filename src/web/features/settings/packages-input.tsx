// The packages of a recharge: one row each, with the price and the bonus.
import { Plus, Trash2 } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { enforcedMinimumRechargePaisa, maximumAmountPaisa } from '#contract/money.ts';
import { maxPackages, type RechargePackage } from '#contract/settings/rules.ts';
import { readTaka } from '#contract/wallet/typed-money.ts';
import { useFormat } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { AmountInput } from '../../ui/form/amount-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { useSettingsText } from './text.ts';

interface PackagesInputProps {
  /** Amounts as typed. */
  value: readonly RechargePackage[];
  error: string | undefined;
  disabled: boolean;
  onChange: (value: RechargePackage[]) => void;
}

const fields = ['amount', 'bonus'] as const;

/** Returns the field of a row that the server would refuse, if any; empty rows are not sent. */
function wrongField(all: readonly RechargePackage[], row: number): (typeof fields)[number] | undefined {
  const typed = all[row]!;
  if (typed.amount + typed.bonus === '') return undefined;
  const [amount, bonus] = [readTaka(typed.amount), readTaka(typed.bonus)];
  const isTwice = all.some((other, at) => at !== row && readTaka(other.amount) === amount);
  if (amount === undefined || amount < enforcedMinimumRechargePaisa || amount > maximumAmountPaisa || isTwice)
    return 'amount';
  return !bonus || bonus > amount ? 'bonus' : undefined;
}

export function PackagesInput({ value, error, disabled, onChange }: PackagesInputProps) {
  const { settings: text } = useSettingsText();
  const format = useFormat();
  const errorId = useId();
  const rows = useRef<HTMLFieldSetElement>(null);
  /** What gets the focus once the rows changed by a press are rendered. */
  const next = useRef<string>(undefined);
  useEffect(() => {
    if (next.current !== undefined) rows.current?.querySelector<HTMLElement>(next.current)?.focus();
    next.current = undefined;
  });
  return (
    <fieldset ref={rows} className="min-w-0 sm:col-span-2">
      <legend className="sr-only">{text.fields.packages}</legend>
      <ul className="divide-y divide-line">
        {value.map((offer, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place until it is saved
          <li key={row} className="flex flex-wrap items-start gap-2 py-2 first:pt-0">
            {fields.map((name) => (
              <Field key={name} label={text.packages[name]} className="grow basis-36">
                {(control) => (
                  <AmountInput
                    {...control}
                    name={`${name}-${row}`}
                    {...(error !== undefined && wrongField(value, row) === name
                      ? { 'aria-invalid': true, 'aria-describedby': errorId }
                      : {})}
                    disabled={disabled}
                    value={offer[name]}
                    onChange={(event) =>
                      onChange(value.with(row, { ...offer, [name]: event.target.value }) as RechargePackage[])
                    }
                  />
                )}
              </Field>
            ))}
            {disabled ? null : (
              <Button
                variant="bare"
                className="mt-6"
                aria-label={`${text.packages.remove}: ${format.digits(String(row + 1))}`}
                onClick={() => {
                  next.current = '[data-add]';
                  onChange(value.toSpliced(row, 1));
                }}
              >
                <Trash2 className="size-4" aria-hidden="true" />
              </Button>
            )}
          </li>
        ))}
      </ul>
      {value.length === 0 ? <p className="text-muted">{text.packages.none}</p> : null}
      {error ? (
        <p id={errorId} role="alert" className="text-sm text-bad">
          {error}
        </p>
      ) : null}
      {disabled || value.length >= maxPackages ? null : (
        <Button
          variant="soft"
          size="small"
          className="mt-2"
          data-add=""
          onClick={() => {
            next.current = `[name="amount-${value.length}"]`;
            onChange([...value, { amount: '', bonus: '' }]);
          }}
        >
          <Plus className="size-4" aria-hidden="true" />
          {text.packages.add}
        </Button>
      )}
    </fieldset>
  );
}
