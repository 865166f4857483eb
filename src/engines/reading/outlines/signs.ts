// What the signs of a page stand for, where the stored text of their fonts is not believed.

/** Follows the name of a font whose text is spelled by its outlines: it is text in the order in which it is drawn. */
export const spelledMark = ' (outlines)';

export const isSpelled = (font: string): boolean => font.endsWith(spelledMark);

/** What a sign that nobody knows is given as. */
export const unknownSign = '\ufffd';

/** What a page's signs stand for. */
export interface Signs {
  /** Undefined where the text is to be taken as it is stored. */
  textOf(
    object: number,
    letter: number,
    x: number,
    y: number,
  ): { text: string; isKnown: boolean } | undefined;
}
