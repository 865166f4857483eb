// The one door to identity data. The synthetic registry stands behind it unless a gateway is configured.

export interface Address {
  readonly division: string;
  readonly district: string;
  readonly upazila: string;
  readonly union: string;
  readonly village: string;
  readonly postOffice: string;
  readonly postalCode: string;
}

/** One person as a registry knows them. Dates `YYYY-MM-DD`, numbers in ASCII digits, `Bn` in Bengali, `En` in Latin letters. */
export interface Person {
  readonly nid: string;
  readonly pin: string;
  readonly dateOfBirth: string;
  readonly tin: string;
  readonly mobile: string;
  readonly birthCertificateNo: string;
  readonly gender: 'male' | 'female';
  readonly bloodGroup: string;
  readonly nameBn: string;
  readonly nameEn: string;
  readonly fatherBn: string;
  readonly fatherEn: string;
  readonly motherBn: string;
  readonly motherEn: string;
  readonly addressBn: Address;
  readonly addressEn: Address;
  readonly registrationDate: string;
}
