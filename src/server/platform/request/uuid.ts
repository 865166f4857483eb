// Ids of type uuid: PostgreSQL refuses to compare one with text of any other form.

/** Accepts upper and lower case, because people paste what they search for. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
