// The form as customers will see it, in one language; its conditions can be tried out.

import { useState } from 'react';
import { type Answers, checkAnswers, isAsked, type ServiceForm } from '#contract/catalogue/form-rules.ts';
import type { Language } from '#contract/language.ts';
import { todayInDhaka } from '../../../lib/time/days.ts';
import { Card } from '../../../ui/surface.tsx';
import { OwnerFields } from '../../orders/owner-form/owner-fields.tsx';
import { useCatalogueText } from '../text.ts';

const nothing = () => undefined;

interface FormPreviewProps {
  form: ServiceForm;
  language: Language;
  title?: string | undefined;
}

export function FormPreview({ form, language, title }: FormPreviewProps) {
  const { forms: text } = useCatalogueText();
  const [answers, setAnswers] = useState<Answers>({});
  const { answers: read } = checkAnswers(form, answers, {}, todayInDhaka());
  const papers = form.papers.filter(({ when }) => isAsked(when, read, todayInDhaka()));
  const shared = {
    ...{ language, answers, papers: {}, unsent: {}, errors: {} },
    ...{ onPapers: nothing, onUnsent: nothing, onPending: nothing },
  };
  return (
    <Card title={title ?? text.preview[language]}>
      <div className="grid gap-5" lang={language} data-testid={`preview-${language}`}>
        <OwnerFields
          {...shared}
          form={{ ...form, papers: [] }}
          onAnswer={(key, value) => setAnswers((old) => ({ ...old, [key]: value }))}
        />
        {/* A preview uploads nothing. */}
        <div className="grid gap-5" inert>
          <OwnerFields
            {...shared}
            form={{ fields: [], papers: papers.map((paper) => ({ ...paper, when: null })), checks: [] }}
            onAnswer={nothing}
          />
        </div>
      </div>
    </Card>
  );
}
