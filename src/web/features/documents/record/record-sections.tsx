// The fields of a record in their sections, for creating and correcting one.
import type { ComponentProps } from 'react';
import { Card } from '../../../ui/surface.tsx';
import { PhoneticSwitch } from '../phonetic/phonetic-switch.tsx';
import { fieldGrid, RecordField } from './record-field.tsx';

interface RecordSectionsProps<F extends string> {
  sections: readonly { title: string; fields: readonly F[] }[];
  field: (name: F) => Omit<ComponentProps<typeof RecordField>, 'name' | 'onChange'>;
  onChange: (field: F, value: string) => void;
}

export function RecordSections<F extends string>({ sections, field, onChange }: RecordSectionsProps<F>) {
  return (
    <>
      <PhoneticSwitch />
      {sections.map(({ title, fields }) => (
        <Card key={title} title={title}>
          <div className={fieldGrid}>
            {fields.map((name) => (
              <RecordField
                key={name}
                name={name}
                {...field(name)}
                onChange={(value) => onChange(name, value)}
              />
            ))}
          </div>
        </Card>
      ))}
    </>
  );
}
