// The synthetic registry: three registers of invented people, with exact matches only.
import type { BirthRegistration, IdentityRecord, Registry, TaxRecord } from './registry.ts';
import { type SyntheticPerson, syntheticPeople } from './synthetic.ts';

// NFC, like all text in the portal.
const nfc = <T>(record: T): T => JSON.parse(JSON.stringify(record).normalize('NFC')) as T;

function identityOf(person: SyntheticPerson): IdentityRecord {
  return nfc({
    nid: person.nid,
    pin: person.pin,
    dateOfBirth: person.dateOfBirth,
    gender: person.gender,
    bloodGroup: person.bloodGroup,
    nameBn: person.nameBn,
    nameEn: person.nameEn,
    fatherBn: person.fatherBn,
    motherBn: person.motherBn,
    spouseBn: '',
    birthPlaceBn: person.addressBn.district,
    voterNumber: `97${person.tin.slice(2)}`,
    voterAreaBn: `${person.addressBn.village}, ${person.addressBn.union}`,
    presentAddressBn: person.addressBn,
    permanentAddressBn: person.addressBn,
    photo: null,
  });
}

function taxOf(person: SyntheticPerson): TaxRecord {
  const { division } = person.addressEn;
  return {
    tin: person.tin,
    previousTin: '',
    nameEn: person.nameEn,
    fatherEn: person.fatherEn,
    motherEn: person.motherEn,
    presentAddressEn: person.addressEn,
    permanentAddressEn: person.addressEn,
    taxZone: `Taxes Zone ${division}`,
    taxCircle: `Circle ${1 + (Number(person.tin.slice(-2)) % 22)}`,
    zoneAddress: `Invented Tax House, ${division}`,
    zonePhone: '0200000000',
    status: 'Active',
    registeredOn: `${Number(person.dateOfBirth.slice(0, 4)) + 25}${person.dateOfBirth.slice(4)}`,
  };
}

function birthOf(person: SyntheticPerson): BirthRegistration {
  const { union, upazila, district } = person.addressEn;
  return nfc({
    certificateNumber: person.birthCertificateNo,
    registrationNumber: person.birthCertificateNo,
    dateOfBirth: person.dateOfBirth,
    sex: person.gender === 'male' ? 'Male' : 'Female',
    registeredOn: person.registrationDate,
    issuedOn: person.registrationDate,
    officeEn: `${union} Union Parishad`,
    officeLocationEn: `${upazila}, ${district}`,
    nameBn: person.nameBn,
    nameEn: person.nameEn,
    fatherBn: person.fatherBn,
    fatherEn: person.fatherEn,
    fatherNationality: 'Bangladeshi',
    motherBn: person.motherBn,
    motherEn: person.motherEn,
    motherNationality: 'Bangladeshi',
    birthPlaceBn: person.addressBn.district,
    birthPlaceEn: district,
    photo: null,
  } satisfies BirthRegistration);
}

export function createSyntheticRegistry(people: readonly SyntheticPerson[] = syntheticPeople): Registry {
  const by = (key: (person: SyntheticPerson) => string) =>
    new Map(people.map((person) => [key(person), person] as const));
  const byNid = by((person) => person.nid);
  const byTin = by((person) => person.tin);
  const byMobile = by((person) => person.mobile);
  const byCertificate = by((person) => person.birthCertificateNo);
  const born = (person: SyntheticPerson | undefined, dateOfBirth: string) =>
    person?.dateOfBirth === dateOfBirth ? person : undefined;

  return {
    async findByNid(nid, dateOfBirth) {
      const person = born(byNid.get(nid), dateOfBirth);
      return person && identityOf(person);
    },
    async findByTinOrMobile(number) {
      const person = byTin.get(number) ?? byMobile.get(number);
      return person && taxOf(person);
    },
    async findByBirthCertificate(certificateNumber, dateOfBirth) {
      const person = born(byCertificate.get(certificateNumber), dateOfBirth);
      return person && birthOf(person);
    },
  };
}
