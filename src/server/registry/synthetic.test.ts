import { describe, expect, it } from 'vitest';
import { parseDate } from '#contract/dates/typed-dates.ts';
import { shownPeople, syntheticPeople } from './synthetic.ts';

describe('the invented people', () => {
  it('are the same at every start, and the first twenty are shown', () => {
    expect(shownPeople).toEqual(syntheticPeople.slice(0, 20));
    expect(syntheticPeople.length).toBeGreaterThan(100);
  });

  it('have numbers that no real person can have', () => {
    for (const numbers of [
      syntheticPeople.map(({ nid }) => nid),
      syntheticPeople.map(({ tin }) => tin),
      syntheticPeople.map(({ mobile }) => mobile),
      syntheticPeople.map(({ birthCertificateNo }) => birthCertificateNo),
    ])
      expect(new Set(numbers).size).toBe(syntheticPeople.length);
    for (const person of syntheticPeople) {
      expect(person.nid).toMatch(/^00\d{8}$/);
      expect(person.tin).toMatch(/^97\d{10}$/);
      expect(person.birthCertificateNo).toMatch(/^\d{17}$/);
      expect(person.mobile).toMatch(/^0130000\d{4}$/);
      expect(parseDate(person.dateOfBirth)).toBe(person.dateOfBirth);
      expect(person.registrationDate > person.dateOfBirth).toBe(true);
      expect(person.nameBn).toMatch(/[\u0980-\u09ff]/);
      expect(person.nameEn).toMatch(/^[A-Za-z. ]+$/);
    }
  });
});
