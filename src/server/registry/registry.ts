// The only interface to identity data. Implemented by the synthetic registry unless a gateway is configured.
// Dates `YYYY-MM-DD`, numbers in ASCII digits, `Bn` in Bengali, `En` in Latin letters; '' for unknown values.

export interface Address {
  readonly division: string;
  readonly district: string;
  readonly upazila: string;
  readonly union: string;
  readonly village: string;
  readonly postOffice: string;
  readonly postalCode: string;
}

export interface IdentityRecord {
  readonly nid: string;
  readonly pin: string;
  readonly dateOfBirth: string;
  readonly gender: 'male' | 'female' | 'other';
  readonly bloodGroup: string;
  readonly nameBn: string;
  readonly nameEn: string;
  readonly fatherBn: string;
  readonly motherBn: string;
  readonly spouseBn: string;
  readonly birthPlaceBn: string;
  readonly voterNumber: string;
  readonly voterAreaBn: string;
  readonly presentAddressBn: Address;
  readonly permanentAddressBn: Address;
  /** JPEG or PNG in base64. */
  readonly photo: string | null;
}

export interface TaxRecord {
  readonly tin: string;
  readonly previousTin: string;
  readonly nameEn: string;
  readonly fatherEn: string;
  readonly motherEn: string;
  readonly presentAddressEn: Address;
  readonly permanentAddressEn: Address;
  readonly taxZone: string;
  readonly taxCircle: string;
  readonly zoneAddress: string;
  readonly zonePhone: string;
  /** As returned by the registry, e.g. Active. */
  readonly status: string;
  readonly registeredOn: string;
}

export interface BirthRegistration {
  readonly certificateNumber: string;
  readonly registrationNumber: string;
  readonly dateOfBirth: string;
  readonly sex: 'Male' | 'Female' | 'Other';
  readonly registeredOn: string;
  readonly issuedOn: string;
  readonly officeEn: string;
  /** The office's location: upazila and district. */
  readonly officeLocationEn: string;
  readonly nameBn: string;
  readonly nameEn: string;
  readonly fatherBn: string;
  readonly fatherEn: string;
  /** '' if the register has none, like all its texts. */
  readonly fatherNationality: 'Bangladeshi' | 'Other' | '';
  readonly motherBn: string;
  readonly motherEn: string;
  readonly motherNationality: 'Bangladeshi' | 'Other' | '';
  readonly birthPlaceBn: string;
  readonly birthPlaceEn: string;
  /** JPEG or PNG in base64. */
  readonly photo: string | null;
}

/** Each method returns one record for an exact match, otherwise undefined. None of them lists anything. */
export interface Registry {
  /** @throws RegistryUnavailableError */
  findByNid(nid: string, dateOfBirth: string): Promise<IdentityRecord | undefined>;
  /** @param number 12 digits of a TIN or 11 of a mobile number. @throws RegistryUnavailableError */
  findByTinOrMobile(number: string): Promise<TaxRecord | undefined>;
  /** @throws RegistryUnavailableError */
  findByBirthCertificate(
    certificateNumber: string,
    dateOfBirth: string,
  ): Promise<BirthRegistration | undefined>;
}

/** The registry didn't respond; the reason is only logged. */
export class RegistryUnavailableError extends Error {}
