// The shop in which the steps are counted: the owner's session, and new orders of one customer for each task.
import type { BenchPortal } from '../portal.ts';

export interface Shop {
  readonly origin: string;
  /** What a browser stores of the owner's session. */
  readonly session: Readonly<Record<string, string>>;
  readonly userId: number;
  /** Email address of a customer with as many new orders. */
  orders(count: number): Promise<{ readonly email: string; readonly ids: readonly number[] }>;
}

async function findService(portal: BenchPortal) {
  const { body } = await portal.call('GET', '/account/services/', { token: portal.adminToken });
  return (body as { id: number; code: string; sub_type: { id: number }[] }[]).find(
    ({ code }) => code === 'AB',
  )!;
}

export async function openShop(portal: BenchPortal): Promise<Shop> {
  const { body } = await portal.call('POST', '/token/', {
    body: { username: 'admin@nothipotro.test', password: portal.adminPassword },
  });
  const { access, refresh, user_info } = body as {
    access: string;
    refresh: string;
    user_info: { id: number };
  };
  const token = access;
  await portal.call('POST', '/account/saved-replies/', {
    token,
    body: { kind: 'reason', title: 'ছবি অস্পষ্ট', body: 'ছবিটি পড়া যাচ্ছে না। পরিষ্কার ছবি দিয়ে আবার অর্ডার দিন।' },
  });
  const service = await findService(portal);
  return {
    origin: portal.origin,
    userId: user_info.id,
    session: {
      access_token: access,
      refresh_token: refresh,
      user_info: JSON.stringify(user_info),
      // Decisions are sent at once, so that their end can be seen.
      undo_seconds: '0',
    },
    async orders(count) {
      const customer = await portal.customer('2000');
      const ids: number[] = [];
      for (let index = 0; index < count; index += 1) {
        const placed = await portal.call('POST', '/account/orders/', {
          token: customer.token,
          key: `steps-${customer.id}-${index}`,
          body: {
            service: service.id,
            sub_type: service.sub_type[0]!.id,
            nid_or_form_num_or_for_biometric_or_location: '19901234567',
            note: '',
            name: null,
            ten_or_seventeen_digit_nid: null,
          },
        });
        if (placed.status !== 201)
          throw new Error(`The order answered ${placed.status}: ${JSON.stringify(placed.body)}`);
        ids.push((placed.body as { id: number }).id);
      }
      const { body: user } = await portal.call('GET', `/account/user/${customer.id}/`, { token });
      return { email: (user as { email: string }).email, ids };
    },
  };
}
