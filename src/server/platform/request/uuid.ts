// Ids that the database stores as uuid: text of any other shape is not an id, and PostgreSQL refuses to compare it with one.

/** In either case, since people paste what they search for. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
