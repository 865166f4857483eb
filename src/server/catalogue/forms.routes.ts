import { formsEndpoints } from '#contract/catalogue/form-calls.ts';
import type { Binder } from '../platform/http/admission.ts';
import { bind } from '../platform/http/bind.ts';
import type { Forms } from './forms.service.ts';

export function formsRoutes(binder: Binder, forms: Forms): void {
  bind(binder, formsEndpoints.currentForm, ({ params }) => forms.current(params.id));
  bind(binder, formsEndpoints.publishedForm, ({ params }) => forms.published(params.id));
  bind(binder, formsEndpoints.formVersions, ({ params }) => forms.list(params.id));
  bind(binder, formsEndpoints.saveForm, ({ caller, params, body }) => forms.save(caller, params.id, body));
  bind(binder, formsEndpoints.publishForm, ({ caller, params, body }) =>
    forms.publish(caller, params.id, body.form),
  );
}
