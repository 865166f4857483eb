// Text as people send it, without what nobody can see.

/** Joiners shape letters of Bengali, selectors and joiners those of pictures; nothing else that is not seen says anything. */
const unwanted = /(?![\n\r\t])\p{Cc}|\p{Cs}|(?!\p{Join_C}|\p{VS})\p{DI}/gu;

/** No script puts more marks on a letter. A stuck key or a prank does, and since such a letter can't be wrapped, it would widen the page. */
const tooManyMarks = /(\p{M}{8})\p{M}+/gu;

/** Fillers of other scripts and the empty Braille cell are letters in Unicode, but invisible. */
const visible = /[^\s\p{Cf}\p{DI}\u2800]/u;

/** Cleans text for storing, comparing and signing: NFC, trimmed, without control and direction marks, soft line breaks and lone surrogates. */
export function cleanText(text: string): string {
  // Composed after removal, so that a mark that followed an invisible character joins its letter.
  const cleaned = text.replace(unwanted, '').normalize('NFC').replace(tooManyMarks, '$1').trim();
  // Text of invisible characters only counts as empty.
  return visible.test(cleaned) ? cleaned : '';
}

export const toSingleLine = (text: string): string => text.replace(/[\n\r\t\u2028\u2029]+/g, ' ');

/** Invisible characters, except for the joiners, which Bengali needs. */
const unseen = /(?!\p{Join_Control})\p{Default_Ignorable_Code_Point}/gu;

/** Cleans text from a file, like its name: on a single line, without invisible characters. */
export const toVisibleLine = (text: string): string => toSingleLine(cleanText(text.replace(unseen, '')));
