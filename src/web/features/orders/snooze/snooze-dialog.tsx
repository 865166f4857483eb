// Snoozes an order until a suggested time, or any time within a week.

import { useState } from 'react';
import type { Order } from '#contract/orders/calls.ts';
import { isWaiting, maximumSnoozeReasonLength } from '#contract/orders/rules.ts';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { now } from '../../../lib/time/clock.ts';
import { todayInDhaka } from '../../../lib/time/days.ts';
import { ChoiceCards } from '../../../ui/form/choice-cards.tsx';
import { DayInput } from '../../../ui/form/day-input.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { FormField } from '../../../ui/form/form.tsx';
import { CountedTextarea } from '../../../ui/form/input.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { Callout } from '../../../ui/surface.tsx';
import { DraftDialog, useDialogForm } from '../../drafts/draft-dialog.tsx';
import { RefusalNotice } from '../staff/conflict.tsx';
import { useSnoozeText } from './staff-text.ts';
import { findTimeError, momentOf, type Preset, presetTimes, timesOfDay, tomorrowOf } from './wake-times.ts';
import { useWakeWords } from './wake-words.ts';

interface Values {
  choice: Preset | 'other';
  day: string;
  time: string;
  reason: string;
}

function useSnoozeForm(order: Order, onClose: () => void) {
  const text = useSnoozeText();
  const wordsOf = useWakeWords();
  const [openedAt] = useState(() => new Date(now()));
  const presets = presetTimes(openedAt);
  const momentOfValues = ({ choice, day, time }: Values) =>
    presets.find(({ preset }) => preset === choice)?.at ?? (day === '' ? undefined : momentOf(day, time));
  const form = useDialogForm(`snooze:${order.id}`, {
    blank: (): Values => ({ choice: 'hour', day: tomorrowOf(openedAt), time: '09:00', reason: '' }),
    check(values) {
      const at = momentOfValues(values);
      const wrong = at && findTimeError(at, new Date(now()));
      return { day: at ? wrong && text[wrong] : text.dayMissing };
    },
    send: (values) =>
      call('PUT /account/orders/:id/snooze/', {
        params: { id: order.id },
        body: { until: momentOfValues(values)!.toISOString(), reason: values.reason.trim() },
      }),
    onSent({ snooze }) {
      if (snooze) notify.success(text.done(wordsOf(snooze.until)));
      onClose();
    },
    failed: text.failed,
    quiet: true,
  });
  return { form, presets, at: momentOfValues(form.values) };
}

export function SnoozeDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const text = useSnoozeText();
  const format = useFormat();
  const { form, presets, at } = useSnoozeForm(order, onClose);
  const { choice, day } = form.values;
  const isBeyondDue =
    at !== undefined && at.getTime() > new Date(order.due_on).getTime() && !isWaiting(order);
  return (
    <DraftDialog
      form={form}
      onClose={onClose}
      title={text.title(format.digits(order.id))}
      description={text.hint}
      submit={text.submit}
      ctrlEnter
    >
      <ChoiceCards
        legend={text.when}
        name="choice"
        value={choice}
        onChange={(next) => form.set({ choice: next })}
        choices={[
          ...presets.map(({ preset, at: moment }) => ({
            value: preset,
            label: text.presets[preset],
            hint: preset === 'hour' ? format.time(moment) : format.date(moment),
          })),
          { value: 'other' as const, label: text.presets.other },
        ]}
      />
      {choice === 'other' ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={text.day} required error={form.errors.day}>
            {(control) => (
              <DayInput {...control} value={day} onDay={(next) => form.set({ day: next ?? '' })} />
            )}
          </Field>
          <FormField form={form} name="time" label={text.time} required>
            {(control) => (
              <Select {...control}>
                {timesOfDay.map((time) => (
                  <option key={time} value={time}>
                    {format.time(momentOf(todayInDhaka(), time))}
                  </option>
                ))}
              </Select>
            )}
          </FormField>
        </div>
      ) : null}
      {isBeyondDue ? <Callout tone="warn">{text.beyondDue(format.dateTime(order.due_on))}</Callout> : null}
      <FormField form={form} name="reason" label={text.reason}>
        {(control) => <CountedTextarea {...control} limit={maximumSnoozeReasonLength} />}
      </FormField>
      <RefusalNotice orderId={order.id} form={form} />
    </DraftDialog>
  );
}
