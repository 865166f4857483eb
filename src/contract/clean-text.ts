// Text as people send it, without what nobody can see.

/** Joiners shape letters of Bengali, selectors and joiners those of pictures; nothing else that is not seen says anything. */
const unwanted = /(?![\n\r\t])\p{Cc}|\p{Cs}|(?!\p{Join_C}|\p{VS})\p{DI}/gu;

/** No script puts more marks on a letter. A held key or a prank does, and the letter, which no line can break, pushes the page sideways. */
const tooManyMarks = /(\p{M}{8})\p{M}+/gu;

/** Fillers of other scripts and the empty Braille cell are letters to Unicode, but nobody sees them. */
const visible = /[^\s\p{Cf}\p{DI}\u2800]/u;

/** Text as it is stored, compared and signed: NFC, without marks of control, direction and line breaks and halves of signs, trimmed. */
export function cleanText(text: string): string {
  // Composed last: a mark that followed an invisible character joins its letter.
  const cleaned = text.replace(unwanted, '').normalize('NFC').replace(tooManyMarks, '$1').trim();
  // A name or a reason of invisible characters alone is none.
  return visible.test(cleaned) ? cleaned : '';
}

export const toSingleLine = (text: string): string => text.replace(/[\n\r\t\u2028\u2029]+/g, ' ');

/** Joins and parts letters of Bengali; nothing else that is not seen belongs in a name or number from a file. */
const unseen = /(?!\p{Join_Control})\p{Default_Ignorable_Code_Point}/gu;

/** Text from a file, like its name: on one line, without what is not seen. */
export const toVisibleLine = (text: string): string => toSingleLine(cleanText(text.replace(unseen, '')));
