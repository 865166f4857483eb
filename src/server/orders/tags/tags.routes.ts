import { tagEndpoints } from '#contract/orders/tag-calls.ts';
import type { Binder } from '../../platform/http/admission.ts';
import { bind } from '../../platform/http/bind.ts';
import type { OrderTags } from './tags.service.ts';

export function tagsRoutes(binder: Binder, tags: OrderTags): void {
  bind(binder, tagEndpoints.orderTags, () => tags.list());
  bind(binder, tagEndpoints.addOrderTag, ({ caller, body, idempotency }) =>
    tags.add(caller, body, idempotency),
  );
  bind(binder, tagEndpoints.changeOrderTag, ({ caller, params, body }) =>
    tags.change(caller, params.id, body),
  );
  bind(binder, tagEndpoints.removeOrderTag, ({ caller, params }) => tags.remove(caller, params.id));
  bind(binder, tagEndpoints.tagOrders, ({ caller, params, body }) =>
    tags.put(caller, params.id, body.orders, body.is_set),
  );
}
