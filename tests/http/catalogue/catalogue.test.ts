import { describe, expect, it } from 'vitest';
import { automaticServiceCodes } from '#contract/documents/kinds.ts';
import { asOwner } from '../../support/database.ts';
import { usePortal } from '../../support/portal.ts';
import { expectRefusal, type OfferedService, servicesByCode, setService } from '../steps.ts';

const portal = usePortal();
const count = 8 + automaticServiceCodes.length;
const services = async (token: string, query = ''): Promise<OfferedService[]> =>
  (await portal.call('GET', `/account/services/${query}`, { token })).body;

describe('the catalogue of a new shop', () => {
  it('has 8 ordered services, AA to AE and AK to AM, and between them one for each kind of document', async () => {
    const all = await services(portal.admin.token);
    const automatic = [...automaticServiceCodes].sort();
    expect(all.map(({ code }) => code)).toEqual([
      ...['AA', 'AB', 'AC', 'AD', 'AE'],
      ...automatic,
      ...['AK', 'AL', 'AM'],
    ]);
    const made = all.filter((service) => service.is_auto_service);
    expect(made.map(({ code }) => code)).toEqual(automatic);
    expect(made.map(({ code, name }) => [code, name])).toEqual(
      expect.arrayContaining([
        ['AF', 'নতুন এনআইডি'],
        ['AG', 'নতুন জন্ম নিবন্ধন'],
        ['AH', 'সার্ভার কপি আনঅফিসিয়াল'],
        ['AI', 'সাইন টু সার্ভার কপি'],
        ['AJ', 'টিন সার্টিফিকেট'],
      ]),
    );
    for (const service of all) {
      expect(service).toEqual({
        id: expect.any(Number),
        working_hours: expect.any(Number),
        version: expect.any(Number),
        outage: null,
        name: expect.any(String),
        name_en: expect.stringMatching(/^[ -~]+$/),
        code: expect.stringMatching(/^A[A-Z]$/),
        status: 'active',
        enable_charge: true,
        charge: expect.stringMatching(/^\d+\.\d\d$/),
        place_holder_name: expect.any(String),
        place_holder_name_en: expect.toBeOneOf([null, expect.stringMatching(/^[ -~]+$/)]),
        description: expect.any(String),
        description_en: expect.stringMatching(/^[ -~’]+$/),
        is_auto_service: expect.any(Boolean),
        agent_contact: null,
        created_by: null,
        updated_by: null,
        created_on: expect.any(String),
        updated_on: expect.any(String),
        sub_type: expect.any(Array),
      });
      expect(service.sub_type.length, service.code).toBeGreaterThanOrEqual(service.is_auto_service ? 0 : 2);
      for (const subType of service.sub_type)
        expect(subType).toMatchObject({
          id: expect.any(Number),
          name: expect.any(String),
          price: expect.stringMatching(/^\d+\.\d\d$/),
        });
    }
  });

  it('is seeded once and keeps an owner’s changes', async () => {
    await setService(portal, 'AB', 'charge_paisa', '9900');
    await portal.portal.catalogue.seed();
    const byCode = await servicesByCode(portal);
    expect(Object.keys(byCode)).toHaveLength(count);
    expect(byCode.AB!.charge).toBe('99.00');
    await setService(portal, 'AB', 'charge_paisa', '3000');
  });
});

describe('an inactive service', () => {
  it('is hidden from customers’ list and from the gallery, and still named in the statuses', async () => {
    const person = await portal.customer();
    await setService(portal, 'AK', 'status', 'inactive');
    const codes = (list: OfferedService[]) => list.map(({ code }) => code);
    for (const query of ['', '?status=active', '?status=inactive', '?status=all']) {
      const seen = codes(await services(person.token, query));
      expect(seen, query).not.toContain('AK');
      expect(seen, query).toHaveLength(count - 1);
    }
    expect(codes(await services(portal.admin.token, '?status=inactive'))).toEqual(['AK']);
    expect(codes(await services(portal.admin.token, '?status=active'))).toHaveLength(count - 1);
    const { body } = await portal.call('GET', '/account/services/status/', { token: person.token });
    expect(body).toHaveLength(count);
    expect(body.filter((service: { status: string }) => service.status === 'inactive')).toEqual([
      {
        id: expect.any(Number),
        name: 'পাসপোর্ট আবেদন ফরম',
        name_en: 'Passport application form',
        status: 'inactive',
        outage: null,
      },
    ]);
    const gallery = await portal.call('GET', '/public/services/');
    expect(gallery.body).toHaveLength(count - 1);
    const byCode = await servicesByCode(portal);
    expectRefusal(
      await portal.call('GET', `/account/services/sub-types/${byCode.AK!.id}/`, { token: person.token }),
      'not_found',
    );
    expect(
      (
        await portal.call('GET', `/account/services/sub-types/${byCode.AK!.id}/`, {
          token: portal.admin.token,
        })
      ).body,
    ).toHaveLength(2);
    await setService(portal, 'AK', 'status', 'active');
  });
});

describe('looking up a service for gating', () => {
  it('finds by name in the Bangla collation, regardless of case and Unicode form', async () => {
    const person = await portal.customer();
    const look = (query: Record<string, string>) =>
      portal.call('GET', `/account/services/lookup/?${new URLSearchParams(query)}`, { token: person.token });
    const { status, body } = await look({ name: 'নতুন এনআইডি' });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.any(Number),
      name: 'নতুন এনআইডি',
      code: 'AF',
      status: 'active',
      charge: '15.00',
      outage: null,
    });
    for (const name of ['সার্ভার কপি আনঅফিসিয়াল'.normalize('NFD'), 'সার্ভার কপি আনঅফিসিয়াল', ' সার্ভার কপি আনঅফিসিয়াল '])
      expect((await look({ name })).body.code, name).toBe('AH');
    await asOwner(portal.ownerUrl, `update services set name = 'Passport ফরম' where code = 'AK'`);
    expect((await look({ name: 'passPORT ফরম' })).body.code).toBe('AK');
    for (const code of ['AF', 'af', 'aF']) expect((await look({ code })).body.code).toBe('AF');
    expectRefusal(await look({ name: 'নেই' }), 'not_found');
    expectRefusal(await look({ name: 'নতুন' }), 'not_found');
    expectRefusal(await look({ code: 'ZZ' }), 'not_found');
    expectRefusal(await look({}), 'not_found');
  });

  it('reports an inactive service as inactive', async () => {
    const person = await portal.customer();
    await setService(portal, 'AJ', 'status', 'inactive');
    expect(
      (await portal.call('GET', '/account/services/lookup/?code=AJ', { token: person.token })).body.status,
    ).toBe('inactive');
    await setService(portal, 'AJ', 'status', 'active');
  });

  it('refuses two services whose names look the same', async () => {
    await expect(
      asOwner(
        portal.ownerUrl,
        `update services set name = normalize('নতুন জন্ম নিবন্ধন', nfd) where code = 'AF'`,
      ),
    ).rejects.toMatchObject({ constraint: 'services_name_unique' });
  });
});

describe('the gallery of the landing page', () => {
  it('shows everyone the minimum price of each service, and no ids', async () => {
    const { status, body } = await portal.call('GET', '/public/services/');
    expect(status).toBe(200);
    expect(body).toHaveLength(count);
    expect(body[0]).toEqual({
      name: 'এনআইডি সংশোধন',
      name_en: 'NID correction',
      code: 'AA',
      description: expect.any(String),
      description_en: 'Help with applying to correct an NID',
      is_auto_service: false,
      price_from: '250.00',
    });
    expect(body.find(({ code }) => code === 'AF')!.price_from).toBe('15.00');
  });
});

describe('sub-types', () => {
  it('are listed for a service and not found for an unknown one', async () => {
    const person = await portal.customer();
    const byCode = await servicesByCode(portal);
    const { body } = await portal.call('GET', `/account/services/sub-types/${byCode.AA!.id}/`, {
      token: person.token,
    });
    expect(body.map((one: { name: string; price: string }) => [one.name, one.price])).toEqual([
      ['নিজের নাম সংশোধন', '200.00'],
      ['পিতা-মাতার নাম সংশোধন', '200.00'],
      ['জন্ম তারিখ সংশোধন', '300.00'],
    ]);
    expect(
      (await portal.call('GET', `/account/services/sub-types/${byCode.AF!.id}/`, { token: person.token }))
        .body,
    ).toEqual([]);
    expectRefusal(
      await portal.call('GET', '/account/services/sub-types/99999/', { token: person.token }),
      'not_found',
    );
  });
});
